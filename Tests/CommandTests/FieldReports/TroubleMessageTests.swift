internal import Foundation
internal import Glibc
internal import Testing
internal import VirtualReader

/// What the program says when something is wrong: one message, the remedy, a status of its own, and nothing touched.
@Suite(.serialized) struct TroubleMessageTests {
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try Tool.folder()
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return folder
  }

  private func files(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
  }

  // MARK: Readers

  /// nfc-tools/libnfc#402, #405, #426, #475, danieloneill/nodeacr122u#1: ten lines of the driver, and none said why. Each cause
  /// has one message and one remedy, and no row is touched.
  @Test(arguments: [
    ("pn532_uart:/dev/does-not-exist", "there is no device /dev/does-not-exist"),
    ("pn532_uart:/dev/null", "can't be opened"), ("nonsense:/dev/null", "libnfc has no driver nonsense"),
  ])
  func aReaderThatCantBeOpenedHasOneMessageAndItsRemedy(reader: String, text: String) throws {
    let folder = try folder(["m.csv": ProgramTests.manifest(rows: 2)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", reader], in: folder)
    expectOneMessage(outcome, text)
    #expect(try files(in: folder) == ["m.csv"], "a row was begun, or a log")
  }

  @Test func aReaderThatIsHeldByAnotherIsSaidToBe() throws {
    let virtual = try VirtualPN532(field: VirtualField())
    try virtual.start()
    defer { virtual.stop() }
    let path = try #require(virtual.path)
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let folder = try folder(["m.csv": ProgramTests.manifest(rows: 2)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "pn532_uart:\(path)"], in: folder)
    expectOneMessage(outcome, path)
    #expect(outcome.errors.contains("in use"), "\(outcome.errors)")
    #expect(try files(in: folder) == ["m.csv"])
  }

  private func expectOneMessage(_ outcome: Tool.Outcome, _ text: String) {
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.status == 69)
    #expect(lines.count { $0.contains("error: ") } == 1, "\(outcome.errors)")
    #expect(lines.contains { $0.contains("hint: ") }, "\(outcome.errors)")
    #expect(lines.allSatisfy { $0.hasPrefix("provision-tags: ") }, "words of the driver: \(outcome.errors)")
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  // MARK: Manifests

  /// pbogre/jetlog#34 and others: the whole of what is wrong is told at once, before a reader is looked for or a log made.
  @Test(arguments: [
    (
      "id,url\nA1,https://e.org/1,x\nA2\nA3,e.org\n",
      ["m.csv:2:1: 3 cells, 2 expected", "m.csv:3:1: 1 cell", "m.csv:4:4: "]
    ),
    ("\u{FEFF}link,id\nhttps://e.org/1,A1\n", ["no column url or text; the columns are: link, id"]),
    ("url^id\nhttps://e.org/1^A1\n", ["no column url or text; the columns are: url^id"]),
    (
      "id,url\nA1,https://e.org/1\nA1,https://e.org/2\n",
      ["m.csv:3:1: id A1 is that of row 1 (line 2) already"]
    ),
  ])
  func aManifestIsJudgedBeforeTheReaderIsOpened(text: String, errors: [String]) throws {
    let folder = try folder(["m.csv": text])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "pn532_uart:/dev/does-not-exist"], in: folder)
    #expect(outcome.status == 65, "\(outcome.errors)")
    for error in errors { #expect(outcome.errors.contains(error), "\(error): \(outcome.errors)") }
    #expect(try files(in: folder) == ["m.csv"])
  }

  /// magfest/ubersystem#490, drndos/openspoolman#5: labels that are all alike, and the wrong one picked. Each prompt has the
  /// row's number, its id and what goes on the tag; rows that are the same are counted before.
  @Test func rowsThatAreAlikeAreToldApart() throws {
    let folder = try folder(["m.csv": "id,url\nA7,https://e.org/1\nB8,https://e.org/1\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated"], in: folder)
    #expect(outcome.status == 0)
    for line in [
      "place a tag for row 1 (A7): https://e.org/1", "place a tag for row 2 (B8): https://e.org/1",
    ] {
      #expect(outcome.output.contains(line + "\n"), "\(outcome.output)")
    }
    let check = try Tool.run(["check", "m.csv"], in: folder)
    #expect(check.status == 0)
    #expect((check.output + check.errors).lowercased().contains("same"), "\(check.output)\(check.errors)")
  }

  // MARK: Locks

  /// romellfudi/FudiNFC#11: "protect" was taken for "lock". A lock is asked for by name, called permanent, and confirmed;
  /// `check` is the run without a tag.
  @Test(arguments: [
    ("id,url\nA1,https://e.org/1\n", ["--lock"]), ("id,url,lock\nA1,https://e.org/1,yes\n", []),
  ])
  func aLockNeedsAnExplicitYes(manifest: String, options: [String]) throws {
    let folder = try folder(["m.csv": manifest])
    defer { try? FileManager.default.removeItem(at: folder) }
    let asked = try Tool.run(["write", "m.csv", "--reader", "simulated"] + options, in: folder)
    #expect(asked.status == 64)
    #expect(asked.errors.contains("hint: give --yes"), "\(asked.errors)")
    #expect(try files(in: folder) == ["m.csv"])
    let check = try Tool.run(["check", "m.csv"], in: folder)
    #expect(check.status == 0)
    #expect(try files(in: folder) == ["m.csv"])
    let given = try Tool.run(["write", "m.csv", "--yes", "--reader", "simulated"] + options, in: folder)
    #expect(given.status == 0)
    #expect(given.output.contains(", locked"), "\(given.output)")
    let help = try Tool.run(["write", "--help"]).output
    let line = try #require(help.split(separator: "\n").first { $0.contains("--lock") })
    #expect(line.contains("permanent") || help.contains("permanently"), "\(line)")
  }

  @Test func withoutBeingAskedNothingIsLocked() throws {
    let folder = try folder(["m.csv": ProgramTests.manifest(rows: 2)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--yes", "--reader", "simulated"], in: folder)
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("locked"))
    let log = try String(contentsOf: folder.appending(path: "m.log.jsonl"), encoding: .utf8)
    #expect(log.contains("\"locked\":false") && !log.contains("\"locked\":true"))
  }

  // MARK: Tags

  /// A tag, what a run says of it, and what `read` shows. Each is left as it is and costs no row.
  static let tags: [(tag: String, said: String, shown: String)] = [
    // HiddenRamblings/TagMo#121: lock bytes 53 45.
    (
      #"{"chip":"NTAG215","uid":"04A1B2C3D4E5F6","memory":"04A1B29FC3D4E5F604485345E1103E000300FE00"}"#,
      "permanently locked (pages 4, 6)", "permanently locked (pages"
    ),
    // somq/nfccard-tool#3: read-only by the container, lock bits open.
    (
      #"{"chip":"NTAG213","uid":"04A1B2C3D4E5F6","memory":"04A1B29FC3D4E5F604480000E110120F0103A00C340300FE"}"#,
      "read-only",
      "read-only by its capability container alone"
    ),
    // konstantin-kelemen/arduino-amiibo-tools#2.
    (#"{"chip":"NTAG213","state":"protected","password":"01020304"}"#, "password", "password"),
    // jenspfahl/ANOTHERpass#55, nfcim/flutter_nfc_kit#20: another technology, called "write protected".
    (#"{"chip":"Topaz 96"}"#, "Topaz is not supported", "Topaz"),
    (#"{"chip":"type B"}"#, "ISO/IEC 14443 B is not supported", "ISO/IEC 14443 B"),
    (#"{"chip":"MIFARE DESFire EV1"}"#, "no NDEF application", "DESFire"),
    (
      #"{"chip":"NTAG216","uid":"04A1B2C3D4E5F6","memory":"04A1B29FC3D4E5F604480000F110FFEE"}"#, "F110FFEE",
      "F110FFEE"
    ),
  ]

  @Test(arguments: tags) func aTagThatIsNotTakenIsToldWithItsReason(tag: String, said: String, shown: String)
    throws
  {
    let folder = try folder([
      "m.csv": ProgramTests.manifest(rows: 1), "s.json": #"{"tags":[\#(tag),{"chip":"NTAG213"}]}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated:s.json"], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let told = outcome.output.split(separator: "\n").filter { $0.contains(said) }
    #expect(told.count == 1, "\(outcome.output)")
    #expect(outcome.output.contains("1 of 1 done, 0 skipped, 0 tags rejected"), "\(outcome.output)")
    let read = try Tool.run(["read", "--count", "1", "--reader", "simulated:s.json"], in: folder)
    #expect((read.output + read.errors).contains(shown), "\(read.output)\(read.errors)")
  }

  /// meshtastic/Meshtastic-Android#7123: a tag that was never formatted is said to be just that.
  @Test(arguments: ["MIFARE Ultralight", "MIFARE Ultralight C", "MIFARE Classic 1K"])
  func aTagThatWasNeverFormattedIsSaidToBe(chip: String) throws {
    let folder = try folder(["s.json": #"{"tags":[{"chip":"\#(chip)"}]}"#])
    defer { try? FileManager.default.removeItem(at: folder) }
    let read = try Tool.run(["read", "--count", "1", "--reader", "simulated:s.json"], in: folder)
    #expect(read.status == 0)
    #expect(read.output.contains("not formatted yet, can hold"), "\(read.output)")
  }
}
