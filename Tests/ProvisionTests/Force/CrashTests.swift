internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The process is killed at each exchange and at each entry of its log; another goes on with the same tags.
@Suite("A run that is killed", .serialized) struct CrashTests {
  typealias Setting = CrashBench.Setting

  static let settings = Setting.all([
    Setting(chip: "NTAG213", sample: 8), Setting(chip: "NTAG213", shield: .lock, sample: 6),
    Setting(chip: "NTAG213", shield: .protect, sample: 5),
    Setting(chip: "NTAG213", shield: .protectReading, sample: 4),
    Setting(chip: "NTAG213", shield: .protectAndLock, sample: 6),
    Setting(chip: "NTAG213", holdsOther: true, sample: 3),
    Setting(chip: "NTAG216", textLength: 300), Setting(chip: "NTAG215", shield: .lock),
    Setting(chip: "MIFARE Ultralight", sample: 3), Setting(chip: "MIFARE Ultralight", shield: .lock),
    Setting(chip: "MIFARE Ultralight C", shield: .lock), Setting(chip: "NTAG203", shield: .lock),
    Setting(chip: "MIFARE Ultralight EV1 (MF0UL11)", shield: .protectAndLock),
    Setting(chip: "MIFARE Ultralight EV1 (MF0UL21)", shield: .protectReading),
    Setting(chip: "NTAG I2C plus 1K", shield: .protectAndLock),
    Setting(chip: "MIFARE Classic 1K", sample: 3), Setting(chip: "MIFARE Classic 1K", shield: .lock),
    Setting(chip: "MIFARE Classic 1K", holdsOther: true),
    Setting(chip: "MIFARE Classic Mini", shield: .lock), Setting(chip: "Type 4 tag", sample: 3),
    Setting(chip: "Type 4 tag", holdsOther: true), Setting(chip: "Type 4 tag (mapping 1)"),
    Setting(chip: "Type 4 tag (mapping 3)"), Setting(chip: "NTAG 424 DNA"),
    Setting(chip: "MIFARE DESFire EV1 (NDEF)"), Setting(chip: "ST25TA02KB", shield: .lock, sample: 3),
    Setting(chip: "FeliCa Lite-S", sample: 3), Setting(chip: "FeliCa Lite-S", shield: .lock, sample: 3),
    Setting(chip: "FeliCa Lite-S", holdsOther: true), Setting(chip: "FeliCa Lite", shield: .lock),
  ])

  @Test(arguments: settings) func atAnExchangeIsFinishedByTheNext(setting: Setting) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let clean = try crash.run()
    #expect(clean.ending == .complete, "\(clean.events.suffix(3))")
    var tried = 0
    for call in Force.positions(1...clean.calls, sample: setting.sample, most: setting.most) {
      for afterEffect in [false, true] {
        let newTagFirst = (call + (afterEffect ? 1 : 0)) % 3 == 0
        let context =
          "\(setting.testDescription), killed \(afterEffect ? "after" : "before") call \(call)"
          + (newTagFirst ? ", another tag first" : "")
        let remains = try crash.run(dyingAt: .init(call: call, afterEffect: afterEffect))
        for tag in remains.tags { crash.expectSound(tag, context) }
        try crash.resume(remains, newTagFirst: newTagFirst, context: context)
        tried += 1
      }
    }
    Force.count("crashes at an exchange, \(setting.testDescription)", tried)
  }

  static let logged = Setting.all([
    Setting(chip: "NTAG213"), Setting(chip: "NTAG213", shield: .lock),
    Setting(chip: "NTAG213", shield: .protectAndLock),
    Setting(chip: "NTAG213", shield: .protectReading), Setting(chip: "MIFARE Classic 1K"),
    Setting(chip: "ST25TA02KB", shield: .lock), Setting(chip: "FeliCa Lite-S", shield: .lock),
  ])

  @Test(arguments: logged) func atAnEntryOfTheLogIsFinishedByTheNext(setting: Setting) throws {
    let crash = try CrashBench(setting, rows: 3)
    defer { crash.bench.removeFolder() }
    let clean = try crash.run()
    #expect(clean.ending == .complete)
    var tried = 0
    for commit in 1...clean.commits {
      for afterEffect in [false, true] {
        for newTagFirst in Force.isExhaustive ? [false, true] : [commit % 2 == 0] {
          let context =
            "\(setting.testDescription), killed \(afterEffect ? "after" : "before") entry \(commit)"
            + (newTagFirst ? ", another tag first" : "")
          let remains = try crash.run(orAtCommit: (commit, afterEffect))
          try crash.resume(remains, newTagFirst: newTagFirst, context: context)
          tried += 1
        }
      }
    }
    Force.count("crashes at an entry, \(setting.testDescription)", tried)
  }

  /// A tag that nothing is written to is left as it is, whenever the process dies, and the row goes to the next.
  @Test(arguments: ["Topaz 96", "ISO/IEC 14443 B", "MIFARE DESFire EV1"])
  func beforeATagOfAnotherKindNeverTouchesIt(chip: String) throws {
    let crash = try CrashBench(Setting(chip: "NTAG213"), rows: 1)
    defer { crash.bench.removeFolder() }
    let stranger = try CrashBench.tag(Setting(chip: chip), seed: 5)
    let clean = try present(stranger, crash, dyingAt: nil)
    for call in Force.positions(1...clean, sample: 3) {
      _ = try present(stranger, crash, dyingAt: call)
      try crash.resume(
        .init(ending: .incomplete, events: [], tags: [], calls: 0, commits: 0), newTagFirst: false,
        context: "\(chip), killed at call \(call)")
    }
    Force.count("crashes at an exchange, \(chip)", clean)
  }

  private func present(_ stranger: any VirtualTag, _ crash: CrashBench, dyingAt call: Int?) throws -> Int {
    try? FileManager.default.removeItem(atPath: crash.bench.logPath)
    crash.bench.field.forgetAbsent()
    let reader = WatchedReader(crash.device)
    reader.death = call.map { .init(call: $0, afterEffect: true) }
    let worker = TagOperator(crash.bench.field, presenting: [stranger])
    reader.afterCall = worker.look
    let ending = try crash.bench.job().walk(with: reader, control: worker.control).run(worker.hear)
    worker.remove()
    let isRefused = worker.events.contains { if case .refused = $0 { true } else { false } }
    #expect(isRefused || call != nil, "\(worker.events)")
    #expect(ending != .complete)
    #expect(crash.bench.field.records[0].memory == stranger.memory)
    let lines = try crash.bench.logLines()
    #expect(!lines.contains { $0.contains(#""type":"begin""#) }, "\(lines)")
    return reader.calls
  }
}
