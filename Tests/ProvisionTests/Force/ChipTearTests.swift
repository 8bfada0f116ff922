internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags of all kinds that are torn away, lie, are exchanged for others, or are copies of each other.
@Suite("A tag of any kind", .serialized) struct ChipTearTests {
  typealias Setting = CrashBench.Setting

  static let settings = Setting.all([
    Setting(chip: "NTAG213", shield: .lock, sample: 3), Setting(chip: "NTAG216", textLength: 300, sample: 3),
    Setting(chip: "NTAG213", shield: .protect, sample: 3),
    Setting(chip: "NTAG213", shield: .protectReading), Setting(chip: "NTAG213", shield: .protectAndLock),
    Setting(chip: "NTAG213", holdsOther: true), Setting(chip: "MIFARE Ultralight", sample: 3),
    Setting(chip: "MIFARE Ultralight C", shield: .lock, sample: 3), Setting(chip: "NTAG203", sample: 3),
    Setting(chip: "MIFARE Ultralight EV1 (MF0UL21)", shield: .protectAndLock),
    Setting(chip: "MIFARE Classic 1K", sample: 3), Setting(chip: "MIFARE Classic 1K", shield: .lock),
    Setting(chip: "Type 4 tag", sample: 3), Setting(chip: "Type 4 tag (mapping 3)"),
    Setting(chip: "NTAG 424 DNA", holdsOther: true), Setting(chip: "ST25TA02KB", shield: .lock),
    Setting(chip: "FeliCa Lite-S", sample: 3), Setting(chip: "FeliCa Lite-S", shield: .lock),
    Setting(chip: "FeliCa Lite", holdsOther: true),
  ])

  /// Exchanges of a clean run with the first tag.
  private static func exchanges(_ crash: CrashBench) throws -> Int {
    #expect(try crash.run().ending == .complete)
    return try #require(crash.bench.field.records.first).exchanges
  }

  /// Torn away before or after each exchange took effect: put back, or another one comes instead.
  @Test(arguments: settings) func tornAwayEndsWholeOrRejected(setting: Setting) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    var tried = 0
    for exchange in Force.positions(
      1...(try Self.exchanges(crash)), sample: setting.sample, most: setting.most)
    {
      for variant in Force.isExhaustive ? [0, 1, 2, 3] : [exchange % 4] {
        let (afterEffect, comesBack) = (variant & 1 != 0, variant & 2 != 0)
        let context =
          "\(setting.testDescription), gone \(afterEffect ? "after" : "before") exchange \(exchange),"
          + (comesBack ? " put back" : " another instead")
        let other = try CrashBench.tag(setting, seed: 77)
        var gone: Int?
        let remains = try crash.run { reader, worker in
          var sent = 0
          reader.weather = { (_, body) throws(TransceiveError) in
            sent += 1
            guard sent == exchange else { return try body() }
            if afterEffect { _ = try? body() }
            gone = worker.lying
            if let gone { crash.bench.field.remove(gone) }
            throw .noAnswer
          }
          reader.beforeFreshSelection = {
            guard let id = gone else { return }
            gone = nil
            if comesBack { crash.bench.field.putBack(id) } else { worker.swap(for: other) }
          }
        }
        #expect(remains.ending == .complete, "\(context): \(remains.events.suffix(4))")
        try crash.resume(remains, newTagFirst: false, context: context)
        tried += 1
      }
    }
    Force.count("tears, \(setting.testDescription)", tried)
  }

  static let exchanged = [
    Setting(chip: "NTAG213", shield: .lock), Setting(chip: "NTAG216", textLength: 300),
    Setting(chip: "NTAG213", shield: .protectAndLock), Setting(chip: "MIFARE Ultralight"),
    Setting(chip: "MIFARE Classic 1K"), Setting(chip: "MIFARE Classic 1K", shield: .lock),
    Setting(chip: "Type 4 tag"), Setting(chip: "ST25TA02KB", shield: .lock),
    Setting(chip: "FeliCa Lite-S"), Setting(chip: "FeliCa Lite-S", shield: .lock),
  ]

  /// Another tag, or a blank copy with the same UID, lies there at one of the fresh selections, as between write and verify.
  @Test(arguments: exchanged, [false, true])
  func exchangedInTheMiddleIsNeverLoggedForTheOther(setting: Setting, isCopy: Bool) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let selections = 1...(setting.shield.protects ? 6 : 4)
    for selection in Force.positions(selections, sample: setting.chip == "NTAG213" ? 6 : 2) {
      let context = "\(setting.testDescription), \(isCopy ? "copy" : "other") at selection \(selection)"
      let remains = try crash.run { reader, worker in
        var selections = 0
        reader.beforeFreshSelection = {
          selections += 1
          guard selections == selection, worker.lying != nil else { return }
          if let other = try? isCopy ? crash.tags[0] : CrashBench.tag(setting, seed: 78) {
            worker.swap(for: other)
          }
        }
      }
      for tag in remains.tags { crash.expectSound(tag, context) }
      guard remains.ending == .complete else {
        // The operator had no more tags than rows; the rest is for the next run.
        #expect(remains.ending == .stopped(reason: "no more tags"), "\(context)")
        try crash.resume(remains, newTagFirst: true, context: context)
        continue
      }
      try crash.resume(remains, newTagFirst: false, context: context)
    }
    Force.count("swaps for \(isCopy ? "a copy" : "another"), \(setting.testDescription)", selections.count)
  }

  /// Memory that is smaller than the chip says: beyond it writes are lost, or go round to the first pages.
  @Test(arguments: [false, true]) func counterfeitIsFoundOut(wraps: Bool) throws {
    var fake = Scenario.Presentation(chip: "NTAG215")
    fake.counterfeit = .init(pages: 32, wraps: wraps)
    var scenario = Scenario(tags: [fake, .init(chip: "NTAG215")], endless: true)
    scenario.leaveAfter = 2
    let bench = try WalkBench(scenario)
    defer { bench.removeFolder() }
    let text = String(repeating: "counterfeit ", count: 20)
    try bench.write(manifest: "id,text\nA1,\(text)\nA2,\(text)!\n")
    let (ending, events) = try bench.run()
    #expect(ending == .complete)
    let rejected = events.compactMap { event -> RejectReason? in
      if case .rejected(_, _, let reason, _, _) = event { reason } else { nil }
    }
    #expect(rejected == [.verifyFailed] || rejected == [.writeFailed], "\(events)")
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      guard case .tag(let tag) = entry.event else { return }
      #expect(bench.messages()[tag.uid.description] == tag.ndef)
      #expect(tag.uid.description != Hex.encode(bench.field.records[0].identifier))
    }
  }

  /// Weak coupling: one write in ten fails, half of these after it took effect; one read in fifty has a wrong bit.
  @Test func inBadWeatherIsRightOrHonestlyGivenUp() throws {
    let rows = Force.isExhaustive ? 100 : 15
    let bench = try WalkBench(Scenario(tags: [.init(chip: "NTAG213")], endless: true))
    defer { bench.removeFolder() }
    try bench.write(rows: rows)
    var generator = SeededGenerator(seed: 64)
    let reader = WatchedReader(try bench.open())
    reader.weather = { (command, body) throws(TransceiveError) in
      let chance = Int.random(in: 0..<1000, using: &generator)
      switch command.first {
      case 0xA2 where chance < 100:
        if chance < 50 { _ = try body() }
        throw .noAnswer
      case 0x30 where chance < 20, 0x3A where chance < 20:
        var answer = try body()
        guard !answer.isEmpty else { return answer }
        answer[Int.random(in: 0..<answer.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
        return answer
      default: return try body()
      }
    }
    let control = WalkControl()
    reader.afterCall = {
      if reader.calls == rows * 2_000 { control.request(.stop(reason: "no end in sight")) }
    }
    var rejected = 0
    let ending = try bench.job().walk(with: reader, control: control).run { event in
      if case .rejected = event { rejected += 1 }
    }
    reader.afterCall = {}
    #expect(ending == .complete)
    var done = 0
    let messages = bench.messages()
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      guard case .tag(let tag) = entry.event else { return }
      done += 1
      #expect(messages[tag.uid.description] == tag.ndef)
    }
    #expect(done == rows)
    print("force: \(rows) rows in bad weather, \(rejected) tags given up, \(reader.calls) calls")
  }
}
