internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What we write, programs that know nothing of us read, and the other way round.
@Suite(.serialized) struct Type4OtherProgramsTests {
  /// Reads a tag's octets, or writes them, with nfcpy. The device is made from its path: nfcpy itself looks below /dev
  /// for names it knows only.
  private static let nfcpy = """
    import sys, nfc, nfc.clf, nfc.clf.transport, nfc.clf.pn532, nfc.tag
    path, technology, octets = sys.argv[1], sys.argv[2], sys.argv[3]
    frontend = nfc.ContactlessFrontend()
    frontend.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(path))
    tag = None
    for code in ("0012FC0100", "00FFFF0100"):
        target = nfc.clf.RemoteTarget(technology)
        if technology == "212F":
            target.sensf_req = bytearray.fromhex(code)
        found = frontend.sense(target)
        tag = found and nfc.tag.activate(frontend, found)
        if tag is not None:
            break
    if octets == "format":
        print(tag.format())
    elif octets != "read":
        tag.ndef.octets = bytes.fromhex(octets)
    print(tag.type, tag.ndef.octets.hex() if tag.ndef else "none", tag.ndef.is_writeable if tag.ndef else "")
    frontend.close()
    """

  private static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (
    text: String, code: Int32
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines),
      process.terminationStatus
    )
  }

  static let hasNfcpy = (try? run(["python3", "-c", "import nfc"]).code) == 0
  static let hasForumTag3 = FileManager.default.isExecutableFile(atPath: "/usr/bin/nfc-read-forum-tag3")

  private static func reader(_ tag: any VirtualTag) throws -> (VirtualField, VirtualPN532) {
    let field = VirtualField()
    field.place(tag)
    let chip = try VirtualPN532(field: field)
    try chip.start()
    return (field, chip)
  }

  private static func askNfcpy(_ chip: VirtualPN532, technology: String, _ what: String) throws -> String {
    try run(["python3", "-c", nfcpy, try #require(chip.path), technology, what]).text
  }

  /// A chip, its preparation, how nfcpy calls it and its technology.
  static let rows: [(chip: String, state: TagPreparation.State, type: String, technology: String)] = [
    ("NTAG 424 DNA", .blank, "Type4Tag", "106A"), ("ST25TA02KB", .blank, "Type4Tag", "106A"),
    ("MIFARE DESFire EV1 (NDEF)", .blank, "Type4Tag", "106A"),
    ("Type 4 tag", .blank, "Type4Tag", "106A"), ("Type 4 tag (mapping 1)", .blank, "Type4Tag", "106A"),
    ("Type 4 tag (mapping 3)", .blank, "Type4Tag", "106A"), ("FeliCa Lite-S", .formatted, "Type3Tag", "212F"),
    ("FeliCa Lite-S", .blank, "Type3Tag", "212F"), ("FeliCa Lite", .blank, "Type3Tag", "212F"),
  ]

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: rows.indices)
  func nfcpyReadsWhatWeWrote(index: Int) throws {
    let row = Self.rows[index]
    let engine = try EngineTransceiver(row.chip, TagPreparation(state: row.state))
    let octets = urlMessage()
    try engine.identify().writeNDEF(octets)
    let (_, chip) = try Self.reader(engine.tag)
    defer { chip.stop() }
    let text = try Self.askNfcpy(chip, technology: row.technology, "read")
    #expect(text == "\(row.type) \(Hex.encode(octets).lowercased()) True")
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: rows.indices)
  func weReadWhatNfcpyWrote(index: Int) throws {
    let row = Self.rows[index]
    let engine = try EngineTransceiver(row.chip, TagPreparation(state: .formatted))
    let octets = message(size: 150, fill: 0x6E)
    let (field, chip) = try Self.reader(engine.tag)
    defer { chip.stop() }
    let text = try Self.askNfcpy(chip, technology: row.technology, Hex.encode(octets))
    #expect(text.contains(Hex.encode(octets).lowercased()))
    engine.tag = try #require(field.records.first).tag
    #expect(try engine.identify().readNDEF() == .message(octets))
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"))
  func nfcpySeesTheLock() throws {
    for (chip, technology) in [("ST25TA02KB", "106A"), ("FeliCa Lite-S", "212F")] {
      let engine = try EngineTransceiver(chip, TagPreparation(state: .formatted, ndef: urlMessage()))
      try engine.identify().writeLock()
      let (_, reader) = try Self.reader(engine.tag)
      defer { reader.stop() }
      #expect(try Self.askNfcpy(reader, technology: technology, "read").hasSuffix(" False"))
    }
  }

  /// A chip that nfcpy formatted is a formatted one to us.
  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"))
  func weTakeWhatNfcpyFormatted() throws {
    let engine = try EngineTransceiver("FeliCa Lite-S")
    let (field, chip) = try Self.reader(engine.tag)
    defer { chip.stop() }
    #expect(try Self.askNfcpy(chip, technology: "212F", "format").hasPrefix("True"))
    engine.tag = try #require(field.records.first).tag
    let tag = try engine.identify()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 208, formatted: true))
    #expect(try tag.readNDEF() == .empty)
  }

  @Test(.enabled(if: hasForumTag3, "nfc-read-forum-tag3 is not installed"))
  func nfcReadForumTag3ReadsWhatWeWrote() throws {
    let engine = try EngineTransceiver("FeliCa Lite-S")
    let octets = urlMessage()
    try engine.identify().writeNDEF(octets)
    let (_, chip) = try Self.reader(engine.tag)
    defer { chip.stop() }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ndef")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try Self.run(
      ["nfc-read-forum-tag3", "-q", "-o", file.path],
      environment: ["LIBNFC_DEVICE": chip.connectionString, "LIBNFC_LOG_LEVEL": "0"])
    #expect(try Array(Data(contentsOf: file)) == octets)
  }
}
