internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Each thing that goes wrong with a reader, at each command that the host sends it in a run of two rows.
@Suite("A reader that fails", .serialized, .timeLimit(.minutes(20))) struct ReaderFaultTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Whether the run must end well wherever the fault strikes once the reader was opened.
    var isHealed: Bool
    /// How many positions the suite tries.
    var sample: Int
    var fault: @Sendable (Int) -> ReaderFault
  }

  static let kinds: [Kind] = [
    Kind(testDescription: "does not acknowledge", isHealed: true, sample: 5) { .droppedACK(command: $0) },
    Kind(testDescription: "sends garbage", isHealed: true, sample: 5) { .garbage(command: $0, byte: nil) },
    Kind(testDescription: "sends a start of frame", isHealed: true, sample: 3) {
      .garbage(command: $0, byte: 0xFF)
    },
    Kind(testDescription: "sends a wrong checksum", isHealed: true, sample: 5) {
      .wrongChecksum(command: $0)
    },
    Kind(testDescription: "answers late", isHealed: true, sample: 3) {
      .delayed(command: $0, milliseconds: 120)
    },
    Kind(testDescription: "answers too late", isHealed: true, sample: 2) {
      .delayed(command: $0, milliseconds: 1_500)
    },
    Kind(testDescription: "sends an error frame", isHealed: true, sample: 5) { .errorFrame(command: $0) },
    Kind(testDescription: "hangs for two commands", isHealed: true, sample: 2) {
      .hangs(command: $0, commands: 2)
    },
    Kind(testDescription: "hangs for seven commands", isHealed: false, sample: 2) {
      .hangs(command: $0, commands: 7)
    },
    Kind(testDescription: "hangs for ever", isHealed: false, sample: 2) {
      .hangs(command: $0, commands: nil)
    },
    Kind(testDescription: "is pulled out and put back", isHealed: true, sample: 4) {
      .unplugged(command: $0, returns: true)
    },
    Kind(testDescription: "is pulled out", isHealed: false, sample: 3) {
      .unplugged(command: $0, returns: false)
    },
  ]

  private static func scenario(_ faults: [ReaderFault]) -> Scenario {
    var scenario = Scenario(tags: [.init(chip: "NTAG213")], endless: true)
    scenario.reader = faults
    return scenario
  }

  /// Commands until the reader is open, and until the run has ended.
  private static func commands() throws -> (opening: Int, all: Int) {
    let bench = try WalkBench(failing: scenario([]))
    defer { bench.removeFolder() }
    try bench.write(rows: 2)
    _ = try bench.open()
    let opening = bench.reader.statistics.hostCommands
    let (ending, _) = try bench.run()
    #expect(ending == .complete)
    return (opening, bench.reader.statistics.hostCommands - opening)
  }

  @Test(arguments: kinds) func endsTheRunClearlyOrNotAtAll(kind: Kind) throws {
    let (opening, all) = try Self.commands()
    let positions = Force.positions(1...all, sample: kind.sample)
    for position in positions {
      let context = "\(kind.testDescription) at command \(position) of \(all)"
      let bench = try WalkBench(failing: Self.scenario([kind.fault(position)]))
      defer { bench.removeFolder() }
      try bench.write(rows: 2)
      do {
        let (ending, events) = try bench.run()
        switch ending {
        case .complete: break
        case .readerGone:
          #expect(!kind.isHealed, "\(context): \(events.suffix(3))")
          #expect(try bench.logLines().last?.contains("\"reader-gone\"") == true, "\(context)")
          #expect(events.contains { if case .readerLost = $0 { true } else { false } }, "\(context)")
        default: Issue.record("\(context): \(ending)")
        }
      } catch let error as ReaderError {
        // Before the run began: nothing was touched.
        #expect(position <= opening, "\(context): \(error)")
        #expect(!FileManager.default.fileExists(atPath: bench.logPath), "\(context)")
        #expect(bench.messages().values.allSatisfy { $0?.isEmpty != false }, "\(context)")
      }
      if FileManager.default.fileExists(atPath: bench.logPath) {
        try expectNothingWrong(bench, rows: bench.doneRows(), context: context)
      }
      try finish(bench, context)
    }
    Force.count("reader faults: \(kind.testDescription)", positions.count)
  }

  /// The same tags before a reader that works.
  private func finish(_ bench: WalkBench, _ context: String) throws {
    bench.reader.stop()
    guard try !bench.job().isComplete else { return }
    let healed = try WalkBench(healing: bench)
    let (ending, events) = try healed.run()
    #expect(ending == .complete, "\(context), resumed: \(events.suffix(3))")
    try expectNothingWrong(healed, rows: 2, context: "\(context), resumed")
  }

  /// At each command of its opening: it is opened all the same and works, or it is told that it can't be.
  @Test(
    arguments: kinds.filter {
      ["does not acknowledge", "sends an error frame"].contains("\($0.testDescription)")
    })
  func whileItIsOpenedIsToldAndEndsNoProgram(kind: Kind) throws {
    let (opening, _) = try Self.commands()
    for position in 1...opening {
      let bench = try WalkBench(failing: Self.scenario([kind.fault(position)]))
      defer { bench.removeFolder() }
      do throws(ReaderError) {
        _ = try LibNFCReader(connectionString: bench.reader.connectionString, fieldPause: 0).poll()
      } catch {
        // Told, whichever it is; what must not be is a program that ends.
      }
      bench.reader.stop()
    }
  }

  @Test func isHeldByOneProgramOnly() throws {
    let bench = try WalkBench(failing: Self.scenario([]))
    defer { bench.removeFolder() }
    let first = try bench.open()
    #expect(throws: ReaderError.inUse(connectionString: bench.reader.connectionString)) { try bench.open() }
    _ = try first.poll()
  }

  @Test func isFreeAgainWhenItsHolderIsGone() throws {
    let bench = try WalkBench(failing: Self.scenario([]))
    defer { bench.removeFolder() }
    do { _ = try bench.open() }
    _ = try bench.open().poll()
  }
}
