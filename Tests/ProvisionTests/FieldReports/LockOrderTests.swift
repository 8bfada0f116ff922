internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What is done to a tag, in which order, and what is left where the operator takes it away too soon.
@Suite("A tag that is to be locked", .serialized) struct LockOrderTests {
  /// The exchanges of an NTAG213's whole visit, by what they are for, from its commands.
  struct Visit {
    var data: [Int] = []
    var locks: [Int] = []
    var verify: [Int] = []
    var verifyLock: [Int] = []

    init(_ commands: [[UInt8]]) {
      for (index, command) in commands.enumerated() {
        switch (command[0], command.count > 1 ? command[1] : 0) {
        case (0xA2, 4...39) where locks.isEmpty: data.append(index)
        case (0xA2, 2...3), (0xA2, 40): locks.append(index)
        // The proof of a lock offers the last page a write.
        case (0x30, _), (0x3A, _), (0x60, _), (0xA2, _):
          if !locks.isEmpty { verifyLock.append(index) } else if !data.isEmpty { verify.append(index) }
        default: break
        }
      }
    }
  }

  private static func visit() throws -> (visit: Visit, count: Int) {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.lock = true
    try bench.write(rows: 1)
    let run = try bench.present(WalkBench.tags(1), with: bench.open())
    #expect(run.ending == .complete)
    return (Visit(run.commands), run.commands.count)
  }

  /// revtel/react-native-nfc-manager#89: wrong content made read-only for ever.
  @Test func isWrittenThenVerifiedThenLockedThenProved() throws {
    let visit = try Self.visit().visit
    let lastData = try #require(visit.data.last)
    let firstLock = try #require(visit.locks.first)
    #expect(lastData < firstLock)
    #expect(visit.verify.contains { $0 > lastData && $0 < firstLock }, "nothing is read back before the lock")
    #expect(visit.verifyLock.contains { $0 > (visit.locks.last ?? 0) }, "the lock is not proved")
    #expect(visit.locks.count == 3)
  }

  /// The third row's tag stores nothing, or forgets one page, or shows another bit: it is not locked, the others are.
  @Test(
    arguments: [
      [.notStored(write: nil)], [.notStored(write: 4)], [.weakPage(8)],
      [.bitError(read: nil, probability: 1, seed: 1)],
    ] as [[TagFault]])
  func isNotLockedWhereTheVerifyFails(faults: [TagFault]) throws {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.lock = true
    // A bit error at each read would make it unreadable at once; one try is enough to see the lock bytes.
    bench.options.retries = 1
    try bench.write(rows: 4)
    let run = try bench.present(WalkBench.tags(5), with: bench.open(), faults: [2: faults])
    #expect(run.ending == .complete, "\(run.events)")
    #expect(run.done.count == 4 && run.done.allSatisfy(\.locked))
    let bad = try #require(run.tags.count == 5 ? run.tags[2] : nil)
    #expect(!run.done.map(\.uid).contains(UID(bad.activation.identifier)))
    #expect(Array(bad.memory[10..<12]) == [0, 0])
    #expect(bad.memory[15] == 0 && Array(bad.memory[160..<163]) == [0, 0, 0])
    for (index, tag) in run.tags.enumerated() where index != 2 {
      #expect(Shielded(memory: tag.memory).isLocked)
    }
  }

  /// What an operator who is in a hurry interrupts.
  enum Moment: CaseIterable {
    case firstPage, middle, lastPage, verify, firstLock, lastLock, proof

    func exchange(_ visit: Visit) -> Int? {
      switch self {
      case .firstPage: visit.data.first
      case .middle: visit.data[visit.data.count / 2]
      case .lastPage: visit.data.last
      case .verify: visit.verify.last
      case .firstLock: visit.locks.first
      case .lastLock: visit.locks.last
      case .proof: visit.verifyLock.last
      }
    }
  }

  /// fossasia/magic-epaper-app#558, HiddenRamblings/TagMo#215: taken away too soon, and stuck at 99 %. The row is pending, the
  /// operator is told to put this tag back, and what is said of its lock is so.
  @Test(arguments: Moment.allCases, [false, true])
  func thatIsTakenAwayTooSoonIsAskedForAgain(moment: Moment, afterEffect: Bool) throws {
    let (visit, _) = try Self.visit()
    let exchange = try #require(moment.exchange(visit))
    for comesBack in [true, false] {
      var bench = try WalkBench()
      defer { bench.removeFolder() }
      bench.options.lock = true
      try bench.write(rows: 1)
      let tags = try WalkBench.tags(1)
      var sent = 0
      var gone: Int?
      let run = try bench.present(
        tags, with: bench.open(), patience: 600,
        watch: { reader, worker in
          reader.weather = { (_, body) throws(TransceiveError) in
            if gone != nil { throw .noAnswer }
            sent += 1
            guard sent == exchange + 1 else { return try body() }
            if afterEffect { _ = try? body() }
            gone = worker.lying
            if let gone { bench.field.remove(gone) }
            throw .noAnswer
          }
          let look = reader.afterCall
          var calls = 0
          reader.afterCall = {
            look()
            guard let id = gone else { return }
            calls += 1
            guard calls == 20 else { return }
            guard comesBack else { return worker.control.request(.stop(reason: "gone")) }
            gone = nil
            bench.field.putBack(id)
          }
        })
      let context = "\(moment), after effect \(afterEffect), comes back \(comesBack)"
      let asked = run.events.compactMap { event -> UID? in
        if case .retrying(_, let tag, _, .tagLost) = event { tag.uid } else { nil }
      }
      #expect(asked == [UID(tags[0].activation.identifier)], "\(context): \(run.events)")
      let state = Shielded(memory: run.tags[0].memory)
      guard comesBack else {
        #expect(run.ending == .stopped(reason: "gone"), "\(context)")
        #expect(run.done.isEmpty && run.rejected.isEmpty, "\(context): the row is not pending")
        continue
      }
      #expect(run.ending == .complete, "\(context): \(run.events)")
      #expect(run.done.map(\.locked) == [true] && state.isLocked, "\(context)")
      #expect(run.messages == run.done.map(\.ndef), "\(context)")
    }
  }
}
