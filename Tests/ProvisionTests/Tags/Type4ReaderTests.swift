internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Type 4 and Type 3 tags through libnfc and its PN532 driver, on a pseudo-terminal.
@Suite(.serialized) struct Type4ReaderTests {
  /// A reader with one tag before it.
  final class Bench {
    let field = VirtualField()
    let chip: VirtualPN532
    let reader: LibNFCReader

    init(_ name: String, _ preparation: TagPreparation = TagPreparation(), uid: [UInt8]? = nil) throws {
      var random = SeededRandom(seed: 5)
      guard var tag = VirtualChips.make(name, uid: uid, using: &random) else {
        throw ScenarioError.unknownChip(name)
      }
      try tag.prepare(preparation)
      field.place(tag)
      chip = try VirtualPN532(field: field)
      try chip.start()
      reader = try LibNFCReader(connectionString: chip.connectionString, fieldPause: 0)
    }

    deinit { chip.stop() }

    /// Looks until the tag's technology had its turn.
    func detect() throws -> DetectedTag {
      for _ in 0..<8 { if let tag = try reader.poll() { return tag } }
      throw TagError.lost
    }

    func selectAnew(_ tag: DetectedTag) throws {
      let again = try #require(try reader.freshSelection(like: tag.technology))
      #expect(again.uid == tag.uid)
    }

    var memory: [UInt8] { field.records.first?.memory ?? [] }
  }

  /// A chip, whether it can be locked, the state it comes in, and the exchanges with the tag of a whole visit with a URL of 40 bytes:
  /// selection, identification, looking for company, reading, writing, fresh selection, verification.
  struct Row: CustomTestStringConvertible, Sendable {
    var chip: String
    var locks: Bool
    var state = TagPreparation.State.blank
    var testDescription: String { "\(chip), \(state.rawValue)" }
  }

  static let rows = [
    Row(chip: "Type 4 tag", locks: false), Row(chip: "Type 4 tag (mapping 1)", locks: false),
    Row(chip: "Type 4 tag (mapping 3)", locks: false), Row(chip: "NTAG 424 DNA", locks: false),
    Row(chip: "NTAG 413 DNA", locks: false), Row(chip: "MIFARE DESFire EV1 (NDEF)", locks: false),
    Row(chip: "ST25TA02KB", locks: true), Row(chip: "ST25TA512B", locks: true),
    Row(chip: "FeliCa Lite-S", locks: true), Row(chip: "FeliCa Lite-S", locks: true, state: .formatted),
    Row(chip: "FeliCa Lite", locks: true),
  ]

  @Test(arguments: rows)
  func aWholeVisitOverLibNFC(row: Row) throws {
    let bench = try Bench(row.chip, TagPreparation(state: row.state))
    let detected = try bench.detect()
    #expect(try bench.reader.company(of: detected) == .none)
    let tag = try TagDetection.identify(detected, over: bench.reader)
    let octets = urlMessage()
    #expect(try tag.refusal(forWriting: octets) == nil)
    #expect(try [.empty, .unformatted].contains(tag.readNDEF()))
    try tag.writeNDEF(octets)
    try bench.selectAnew(detected)
    try tag.verifyNDEF(octets)
    #expect(tag.canBeLocked == row.locks)
    guard row.locks else { return }
    try tag.writeLock()
    try bench.selectAnew(detected)
    try tag.verifyLock()
    try bench.selectAnew(detected)
    let locked = try TagDetection.identify(detected, over: bench.reader)
    #expect(try locked.readNDEF() == .message(octets))
    guard case .readOnly = try locked.queryNDEFStatus() else {
      Issue.record("still writable")
      return
    }
  }

  /// What a PN532 carries is used in full: the largest messages, in pieces that the chip chains.
  @Test(arguments: [
    ("MIFARE DESFire EV1 (NDEF)", 2046), ("Type 4 tag", 1022), ("Type 4 tag (mapping 3)", 34_000),
  ])
  func largeMessagesPassTheReader(chip: String, size: Int) throws {
    let bench = try Bench(chip)
    let detected = try bench.detect()
    let tag = try TagDetection.identify(detected, over: bench.reader)
    let octets = message(size: size, fill: 0x61)
    try tag.writeNDEF(octets)
    try bench.selectAnew(detected)
    try tag.verifyNDEF(octets)
    try bench.selectAnew(detected)
    #expect(try TagDetection.identify(detected, over: bench.reader).readNDEF() == .message(octets))
  }

  @Test(arguments: [
    ("ISO/IEC 14443 B", "ISO/IEC 14443 B"), ("Topaz 96", "Topaz"),
    ("MIFARE DESFire EV1", "MIFARE DESFire EV1"),
  ])
  func othersAreRefusedByName(chip: String, name: String) throws {
    let bench = try Bench(chip)
    let before = bench.memory
    let tag = try TagDetection.identify(try bench.detect(), over: bench.reader)
    #expect(tag.chip == name)
    guard case .notSupported = try tag.queryNDEFStatus() else {
      Issue.record("taken for an NDEF tag")
      return
    }
    #expect(bench.memory == before)
  }

  @Test func aTagThatLeavesIsLost() throws {
    let bench = try Bench("NTAG 424 DNA")
    let tag = try TagDetection.identify(try bench.detect(), over: bench.reader)
    _ = try tag.readNDEF()
    bench.field.remove(0)
    #expect(throws: TagError.lost) { try tag.writeNDEF(urlMessage()) }
  }
}
