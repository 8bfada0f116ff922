internal import Foundation
internal import Testing

@testable internal import Provision

/// A result that is not the one that was begun: no run writes it, so that somebody did.
@Suite struct PairTests {
  private static let uids = (0..<10).map { Recorded.uid($0) }

  private static func tag(_ row: Int, id: String, _ uid: UID) -> JournalEntry.Event {
    .tag(LogFile.result(row, uid: uid, id: id))
  }

  private static func resume(_ digest: String) -> JournalEntry.Event {
    var run = Recorded.run
    run.manifestSHA256 = String(repeating: digest, count: 32)
    return .resume(reason: "start", Recorded.counts(0, 0, 0), run)
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let events: [JournalEntry.Event]
    /// The event, from 0, that can't be; nil where all can.
    let fault: Int?
    var testDescription: String { name }
  }

  static let pairs: [Pair] = [
    Pair(name: "another tag", events: [Recorded.begin(1, uids[1]), Recorded.tag(1, uids[2])], fault: 1),
    Pair(name: "another row", events: [Recorded.begin(1, uids[1]), Recorded.tag(2, uids[1])], fault: 1),
    Pair(
      name: "another number of the row", events: [Recorded.begin(1, uids[1]), tag(2, id: "id1", uids[1])],
      fault: 1),
    Pair(
      name: "another tag, later",
      events: [
        Recorded.begin(1, uids[1]), Recorded.begin(2, uids[2]), Recorded.tag(2, uids[2]),
        Recorded.tag(1, uids[3]),
      ], fault: 3),
    Pair(
      name: "the first of two that were begun",
      events: [Recorded.begin(1, uids[1]), Recorded.begin(1, uids[2]), Recorded.tag(1, uids[1])], fault: 2),
    Pair(
      name: "an adopted one that is another's",
      events: [
        Recorded.begin(1, uids[1]), .stop(reason: "power", Recorded.counts(0, 0, 0)), resume("ab"),
        Recorded.tag(1, uids[2], adopted: true),
      ], fault: 3),
    Pair(name: "as begun", events: [Recorded.begin(1, uids[1]), Recorded.tag(1, uids[1])], fault: nil),
    Pair(
      name: "tried twice",
      events: [Recorded.begin(1, uids[1]), Recorded.begin(1, uids[1], attempt: 2), Recorded.tag(1, uids[1])],
      fault: nil),
    Pair(
      name: "begun anew with another tag",
      events: [Recorded.begin(1, uids[1]), Recorded.begin(1, uids[2]), Recorded.tag(1, uids[2])], fault: nil),
    Pair(
      name: "redone with another tag",
      events: [
        Recorded.begin(1, uids[1]), Recorded.tag(1, uids[1]), .void(row: 1, id: "id1", uid: uids[1]),
        Recorded.begin(1, uids[2]), Recorded.tag(1, uids[2]),
      ], fault: nil),
    Pair(
      name: "adopted after a stop",
      events: [Recorded.begin(1, uids[1]), resume("ab"), Recorded.tag(1, uids[1], adopted: true)], fault: nil),
    Pair(
      name: "adopted as another number of a manifest that changed",
      events: [Recorded.begin(1, uids[1]), resume("cd"), tag(3, id: "id1", uids[1])], fault: nil),
    Pair(name: "never begun", events: [Recorded.tag(1, uids[1])], fault: nil),
    Pair(
      name: "a random UID that came back as another",
      events: [
        Recorded.begin(1, UID([0x08, 1, 2, 3])), Recorded.begin(1, UID([0x08, 4, 5, 6])),
        Recorded.tag(1, UID([0x08, 4, 5, 6])),
      ], fault: nil),
  ]

  @Test(arguments: pairs) func aResultIsOfWhatWasBegun(_ pair: Pair) throws {
    var bytes = JournalLine.encode(JournalEntry(at: 0, event: .run(Recorded.run)))
    for event in pair.events { bytes += JournalLine.encode(JournalEntry(at: 0, event: event)) }
    let log = try LogFile(bytes)
    if let fault = pair.fault {
      // The run is line 1.
      #expect {
        try RunReport(log: log.path)
      } throws: {
        guard case .damaged(_, let line, _)? = $0 as? JournalError else { return false }
        return line == fault + 2
      }
    } else {
      #expect(throws: Never.self) { try RunReport(log: log.path) }
    }
    // A run can't write it either.
    var history = History()
    try history.apply(JournalEntry(at: 0, event: .run(Recorded.run)))
    for (index, event) in pair.events.enumerated() {
      let entry = JournalEntry(at: 0, event: event)
      if index == pair.fault {
        let before = history
        #expect(throws: History.Contradiction.self) { try history.check(entry) }
        #expect(throws: History.Contradiction.self) { try history.apply(entry) }
        #expect(history == before)
        return
      }
      try history.check(entry)
      try history.apply(entry)
    }
  }
}
