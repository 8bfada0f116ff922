internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What a whole walk of ours left on a tag, nfcpy and libnfc's own program read, and what nfcpy left we read.
@Suite(.serialized) struct Type2OtherProgramsTests {
  /// Does one thing with the tag, as it was told, and prints what it sees.
  private static let nfcpy = """
    import sys, nfc, nfc.clf, nfc.clf.transport, nfc.clf.pn532, nfc.tag
    path, what = sys.argv[1], sys.argv[2]
    frontend = nfc.ContactlessFrontend()
    frontend.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(path))
    def activate():
        return nfc.tag.activate(frontend, frontend.sense(nfc.clf.RemoteTarget("106A")))
    tag = activate()
    def write(octets):
        tag.ndef.octets = octets
    def refused(octets):
        try:
            tag.ndef.octets = octets
            return False
        except Exception:
            return True
    if what == "write":
        write(bytes.fromhex(sys.argv[3]))
    elif what == "format":
        print(tag.format())
    elif what == "lock":
        print(tag.protect())
    elif what == "protect":
        print(tag.protect(bytes.fromhex(sys.argv[3]), protect_from=4))
    elif what == "authenticate":
        print("refused" if refused(b"\\xd0\\x00\\x00") else "written")
        tag = activate()
        print(tag.authenticate(bytes(6)))
        tag = activate()
        print(tag.authenticate(bytes.fromhex(sys.argv[3])))
        print("refused" if refused(tag.ndef.octets) else "written")
    tag = activate()
    print(tag.product, tag.ndef.octets.hex() if tag.ndef else "none", tag.ndef.is_writeable if tag.ndef else "")
    frontend.close()
    """

  private static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (text: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines),
      process.terminationStatus
    )
  }

  static let hasNfcpy = (try? run(["python3", "-c", "import nfc"]).code) == 0
  static let hasUltralight = FileManager.default.isExecutableFile(atPath: "/usr/bin/nfc-mfultralight")

  private static func ask(_ tag: any VirtualTag, _ what: String...) throws -> (
    text: String, tag: any VirtualTag
  ) {
    let field = VirtualField()
    field.place(tag)
    let chip = try VirtualPN532(field: field)
    try chip.start()
    defer { chip.stop() }
    let text = try run(["python3", "-c", nfcpy, try #require(chip.path)] + what).text
    return (text, try #require(field.records.first).tag)
  }

  static let chips = [
    "NTAG213", "NTAG215", "NTAG216", "NTAG210", "NTAG212", "MIFARE Ultralight", "MIFARE Ultralight C",
    "MIFARE Ultralight EV1 (MF0UL11)", "MIFARE Ultralight EV1 (MF0UL21)", "NTAG203", "NTAG I2C 1K",
  ]
  static let passwordChips = [
    "NTAG213", "NTAG215", "NTAG216", "MIFARE Ultralight EV1 (MF0UL11)", "MIFARE Ultralight EV1 (MF0UL21)",
  ]

  /// A tag that a walk wrote.
  private func written(
    _ chip: String, _ change: (inout WalkOptions) throws -> Void = { _ in }
  ) throws -> (tag: any VirtualTag, octets: [UInt8]) {
    var bench = try WalkBench()
    try change(&bench.options)
    try bench.write(manifest: "id,url\nA,https://example.org/t/A\n")
    let device = try bench.open()
    let (ending, events) = try bench.run(
      presenting: [try WalkBench.tag(chip, uid: "04A1B2C3D4E580")], with: device)
    try #require(ending == .complete, "\(events)")
    return (
      try #require(bench.field.records.first).tag,
      try NDEFMessage([.uri("https://example.org/t/A")]).encoded()
    )
  }

  private func read(_ tag: any VirtualTag) throws -> TagReport {
    let bench = try WalkBench()
    bench.field.place(tag)
    let device = try bench.open()
    let detected = try #require(try device.freshSelection(like: nil))
    return try TagReport(reading: try TagDetection.identify(detected, over: device))
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: chips)
  func nfcpyReadsWhatWeWrote(chip: String) throws {
    let (tag, octets) = try written(chip)
    let text = try Self.ask(tag, "read").text
    #expect(text.hasSuffix(" \(Hex.encode(octets).lowercased()) True"), "\(chip): \(text)")
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: chips)
  func nfcpySeesOurLock(chip: String) throws {
    let (tag, octets) = try written(chip) { $0.lock = true }
    let text = try Self.ask(tag, "read").text
    #expect(text.hasSuffix(" \(Hex.encode(octets).lowercased()) False"), "\(chip): \(text)")
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: chips)
  func weReadWhatNfcpyWrote(chip: String) throws {
    var blank = try WalkBench.tag(chip, uid: "04A1B2C3D4E580")
    try blank.prepare(TagPreparation(state: .formatted))
    let octets = try NDEFMessage([.text("written by nfcpy", language: "en")]).encoded()
    let (text, after) = try Self.ask(blank, "write", Hex.encode(octets))
    #expect(text.contains(Hex.encode(octets).lowercased()), "\(chip): \(text)")
    #expect(try read(after).octets == octets, "\(chip)")
  }

  @Test(.enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: passwordChips)
  func nfcpyNeedsOurPassword(chip: String) throws {
    let (tag, octets) = try written(chip) { $0.protection = try Shielded.protection() }
    let (text, after) = try Self.ask(tag, "authenticate", Hex.encode(Shielded.password + Shielded.pack))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == ["refused", "False", "True", "written"], "\(chip): \(text)")
    #expect(WalkBench.message(in: after.memory) == octets)
  }

  /// nfcpy does not know where Ultralight EV1 keeps its configuration, and can't protect it.
  @Test(
    .enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: passwordChips.filter { $0.hasPrefix("NTAG") }
  )
  func weOpenWhatNfcpyProtected(chip: String) throws {
    var tag = try WalkBench.tag(chip, uid: "04A1B2C3D4E580")
    try tag.prepare(TagPreparation(state: .formatted))
    let (text, protected) = try Self.ask(tag, "protect", Hex.encode(Shielded.password + Shielded.pack))
    #expect(text.hasPrefix("True"), "\(chip): \(text)")
    guard case .readOnly(_, .password) = try read(protected).status else {
      Issue.record("\(chip): nfcpy's protection is not seen")
      return
    }
    var bench = try WalkBench()
    bench.options.protection = try Shielded.protection()
    try bench.write(rows: 1)
    let device = try bench.open()
    let (ending, events) = try bench.run(presenting: [protected], with: device)
    #expect(ending == .complete, "\(chip): \(events)")
    try expectNothingWrong(bench, rows: 1, context: chip)
  }

  @Test(
    .enabled(if: hasNfcpy, "nfcpy is not installed"), arguments: ["NTAG213", "NTAG216", "MIFARE Ultralight"])
  func weSeeWhatNfcpyLocked(chip: String) throws {
    var tag = try WalkBench.tag(chip, uid: "04A1B2C3D4E580")
    try tag.prepare(TagPreparation(state: .formatted))
    let (text, locked) = try Self.ask(tag, "lock")
    #expect(text.hasPrefix("True"), "\(chip): \(text)")
    guard case .readOnly(_, .capabilityContainer) = try read(locked).status else {
      Issue.record("\(chip): nfcpy's lock is not seen")
      return
    }
  }

  /// libnfc's own program dumps the pages as they are.
  @Test(
    .enabled(if: hasUltralight, "nfc-mfultralight is not installed"),
    arguments: ["NTAG213", "MIFARE Ultralight"])
  func nfcMfultralightDumpsWhatWeWrote(chip: String) throws {
    let (tag, octets) = try written(chip)
    let field = VirtualField()
    field.place(tag)
    let reader = try VirtualPN532(field: field)
    try reader.start()
    defer { reader.stop() }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mfd")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try Self.run(
      ["nfc-mfultralight", "r", file.path],
      environment: ["LIBNFC_DEVICE": reader.connectionString, "LIBNFC_LOG_LEVEL": "0"])
    let dump = try Array(Data(contentsOf: file))
    #expect(dump.count >= 64)
    #expect(dump == Array(tag.memory.prefix(dump.count)) || WalkBench.message(in: dump) == octets, "\(chip)")
  }
}
