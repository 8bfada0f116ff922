internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The process is killed at each exchange and at each entry of its log; another goes on with the same tags.
@Suite("A run that is killed", .serialized) struct CrashTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    var chip: String
    var lock = false
    var textLength = 0
    var sample: Int
    var testDescription: String { "\(chip)\(lock ? ", locked" : "")\(textLength > 0 ? ", long" : "")" }
  }

  static let settings = [
    Setting(chip: "NTAG213", sample: 8), Setting(chip: "NTAG213", lock: true, sample: 8),
    Setting(chip: "NTAG216", textLength: 300, sample: 3), Setting(chip: "NTAG215", lock: true, sample: 3),
    Setting(chip: "MIFARE Ultralight", sample: 3), Setting(chip: "MIFARE Ultralight", lock: true, sample: 3),
    Setting(chip: "MIFARE Ultralight C", lock: true, sample: 3),
    Setting(chip: "NTAG203", lock: true, sample: 3),
    Setting(chip: "MIFARE Ultralight EV1 (MF0UL21)", lock: true, sample: 3),
    Setting(chip: "MIFARE Classic 1K", sample: 3), Setting(chip: "Type 4 tag", sample: 3),
    Setting(chip: "FeliCa Lite-S", sample: 3),
  ]

  @Test(arguments: settings) func atAnExchangeIsFinishedByTheNext(setting: Setting) throws {
    let bench = try CrashBench(chip: setting.chip, lock: setting.lock, textLength: setting.textLength)
    defer { bench.bench.removeFolder() }
    let clean = try bench.run()
    #expect(clean.ending == .complete, "\(clean.events.suffix(3))")
    var tried = 0
    for call in Force.positions(1...clean.calls, sample: setting.sample) {
      for afterEffect in [false, true] {
        let newTagFirst = (call + (afterEffect ? 1 : 0)) % 3 == 0
        let context =
          "\(setting.testDescription), killed \(afterEffect ? "after" : "before") call \(call)"
          + (newTagFirst ? ", another tag first" : "")
        let remains = try bench.run(dyingAt: .init(call: call, afterEffect: afterEffect))
        for tag in remains.tags { bench.expectSound(tag, context) }
        try bench.resume(remains, newTagFirst: newTagFirst, context: context)
        tried += 1
      }
    }
    Force.count("crashes at an exchange, \(setting.testDescription)", tried)
  }

  @Test(arguments: settings.filter { ["NTAG213", "MIFARE Classic 1K", "FeliCa Lite-S"].contains($0.chip) })
  func atAnEntryOfTheLogIsFinishedByTheNext(setting: Setting) throws {
    let bench = try CrashBench(chip: setting.chip, rows: 3, lock: setting.lock)
    defer { bench.bench.removeFolder() }
    let clean = try bench.run()
    #expect(clean.ending == .complete)
    for commit in 1...clean.commits {
      for afterEffect in [false, true] {
        for newTagFirst in Force.isExhaustive ? [false, true] : [commit % 2 == 0] {
          let context =
            "\(setting.testDescription), killed \(afterEffect ? "after" : "before") entry \(commit)"
            + (newTagFirst ? ", another tag first" : "")
          let remains = try bench.run(orAtCommit: (commit, afterEffect))
          try bench.resume(remains, newTagFirst: newTagFirst, context: context)
        }
      }
    }
    Force.count("crashes at an entry, \(setting.testDescription)", clean.commits * 4)
  }
}
