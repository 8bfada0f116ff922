internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Locks and passwords with a tag that leaves, lies or is killed with its program, at every exchange.
@Suite("A lock or a password that is interrupted") struct ShieldTearTests {
  /// What is asked for, and how many exchanges the first tag takes with it, as the test below counts them.
  enum Kind: String, CaseIterable {
    case lock, protect, protectReading, protectAndLock

    var exchanges: Int {
      switch self {
      case .lock: 19
      case .protect: 24
      case .protectReading: 25
      case .protectAndLock: 34
      }
    }

    func apply(to bench: inout WalkBench) throws {
      bench.options.lock = self == .lock || self == .protectAndLock
      if self != .lock {
        bench.options.protection = try Shielded.protection(reading: self == .protectReading)
      }
    }
  }

  private func bench(_ kind: Kind, faults: [TagFault]) throws -> WalkBench {
    var first = Scenario.Presentation(chip: "NTAG213")
    first.faults = faults
    var bench = try WalkBench(Scenario(tags: [first, .init(chip: "NTAG213")], endless: true))
    try kind.apply(to: &bench)
    try bench.write(rows: 2)
    return bench
  }

  @Test(arguments: Kind.allCases) func everyExchangeIsTried(kind: Kind) throws {
    let bench = try bench(kind, faults: [])
    let (ending, _) = try bench.run()
    #expect(ending == .complete)
    try expectNothingWrong(bench, rows: 2, context: kind.rawValue)
    try expectShielded(bench, kind.rawValue)
    #expect(bench.field.records.first?.exchanges ?? 0 <= kind.exchanges, "\(kind)")
  }

  /// Every exchange where everything is tried; a sample without.
  static let isExhaustive = Force.isExhaustive
  static let tears = Kind.allCases.flatMap { kind in
    stride(from: isExhaustive ? 8 : 12, through: kind.exchanges, by: isExhaustive ? 1 : 3).map { (kind, $0) }
  }

  @Test(arguments: tears, [false, true])
  func isFinishedWhenTheTagComesBack(tear: (kind: Kind, exchange: Int), afterEffect: Bool) throws {
    let context = "\(tear.kind) exchange \(tear.exchange) after effect \(afterEffect)"
    let bench = try bench(
      tear.kind,
      faults: [.leaves(exchange: tear.exchange, afterEffect: afterEffect, backAfterPolls: 2, replaced: nil)])
    let (ending, events) = try bench.run()
    #expect(ending == .complete, "\(context)")
    try expectNothingWrong(bench, rows: 2, context: context)
    try expectShielded(bench, context)
    let rejected = events.contains { if case .rejected = $0 { true } else { false } }
    #expect(!rejected, "\(context): the tag came back and was not finished")
    Force.count("tears, \(context)", 1)
  }

  @Test(arguments: tears.filter { isExhaustive || $0.1.isMultiple(of: 6) })
  func leavesNothingUnnamedWhenAnotherTagComesInstead(tear: (kind: Kind, exchange: Int)) throws {
    let context = "\(tear.kind) exchange \(tear.exchange) replaced"
    let bench = try bench(
      tear.kind,
      faults: [.leaves(exchange: tear.exchange, afterEffect: true, backAfterPolls: 2, replaced: true)])
    let (ending, _) = try bench.run()
    #expect(ending == .complete, "\(context)")
    try expectNothingWrong(bench, rows: 2, context: context)
    try expectShielded(bench, context)
    Force.count("tears, \(context)", 1)
  }

  /// Writes 1–8 of the message's pages come first; a lie in any of them or in what follows is found out.
  static let lies = Kind.allCases.flatMap { kind in
    stride(from: isExhaustive ? 1 : 9, through: 18, by: isExhaustive ? 1 : 2).map { (kind, $0) }
  }

  @Test(arguments: lies)
  func aWriteThatIsAcknowledgedAndNotStoredIsFoundOut(lie: (kind: Kind, write: Int)) throws {
    let context = "\(lie.kind) write \(lie.write) not stored"
    Force.count("lies, \(context)", 1)
    let bench = try bench(lie.kind, faults: [.notStored(write: lie.write)])
    let (ending, _) = try bench.run()
    #expect(ending == .complete, "\(context)")
    try expectNothingWrong(bench, rows: 2, context: context)
    try expectShielded(bench, context)
  }

  @Test func aTagsOwnPasswordIsNeededAndTriedOnce() throws {
    var bench = try WalkBench()
    bench.options.protection = try Shielded.protection()
    try bench.write(rows: 1)
    let device = try bench.open()
    var stranger = try WalkBench.tag("NTAG213", uid: "04AABBCC112233")
    try stranger.prepare(TagPreparation(state: .protected, ndef: nil, password: [9, 9, 9, 9]))
    // Two wrong passwords would close it for ever (AUTHLIM).
    var memory = stranger.memory
    memory[42 * 4] = 0x02
    stranger.restore(memory: memory)
    let good = try WalkBench.tag("NTAG213", uid: "04AABBCC112244")
    let (ending, events) = try bench.run(presenting: [stranger, stranger, stranger, good], with: device)
    #expect(ending == .complete)
    let refusals = events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
    #expect(refusals == [.readOnly(.password), .readOnly(.password), .readOnly(.password)])
    try expectNothingWrong(bench, rows: 1, context: "stranger")
  }

  @Test(arguments: [false, true]) func aTagWithTheSamePasswordIsWrittenAgain(reading: Bool) throws {
    let text = "master: 000102030405060708090A0B0C0D0E0F\n"
    var bench = try WalkBench()
    bench.options.protection = try Shielded.protection(reading: reading, text)
    bench.options.overwrite = true
    try bench.write(rows: 1)
    let device = try bench.open()
    let tag = try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E5F6")
    #expect(try bench.run(presenting: [tag], with: device).ending == .complete)
    let written = try #require(bench.field.records.first?.tag)
    try FileManager.default.removeItem(atPath: bench.logPath)
    try bench.write(manifest: "id,url\nB1,https://example.org/other\n")
    let (ending, events) = try bench.run(presenting: [written], with: device)
    #expect(ending == .complete, "\(events)")
    let state = Shielded(memory: try #require(bench.field.records.last).memory)
    #expect(state.firstGuardedPage == 4)
    #expect(state.guardsReading == reading)
    #expect(
      bench.messages().values.first.flatMap { $0 }
        == (try NDEFMessage([.uri("https://example.org/other")])).encoded())
  }

  @Test(arguments: [
    "MIFARE Ultralight", "NTAG203", "MIFARE Ultralight C", "NTAG I2C 1K", "MIFARE Classic 1K",
  ])
  func aChipWithoutPasswordIsRefusedBeforeItIsWritten(chip: String) throws {
    var bench = try WalkBench()
    bench.options.protection = try Shielded.protection()
    try bench.write(rows: 1)
    let device = try bench.open()
    let tag = try WalkBench.tag(chip, uid: chip.hasPrefix("MIFARE Classic") ? "A1B2C3D4" : "04AABBCC112233")
    let before = tag.memory
    let (_, events) = try bench.run(presenting: [tag], with: device)
    let refused = events.contains { if case .refused(_, .cannotProtect) = $0 { true } else { false } }
    #expect(refused, "\(chip): \(events)")
    #expect(bench.field.records.first?.memory == before)
  }
}
