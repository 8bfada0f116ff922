internal import Foundation
internal import Testing

/// `read` and `erase` over the virtual reader, as anybody would run them.
@Suite struct ReadTests {
  /// `https://example.org/` in one URI record.
  private static let message = "D1010D55046578616D706C652E6F72672F"
  private static let protected =
    #"{"tags":[{"chip":"NTAG213","uid":"04A1B2C3D4E5F6","state":"protected","password":"1A2B3C4D","#
    + #""ndef":"\#(message)","stays":true}]}"#

  private func run(_ words: [String], scenario: String) throws -> Tool.Outcome {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try scenario.write(to: folder.appending(path: "s.json"), atomically: true, encoding: .utf8)
    try "password: 1A2B3C4D\n".write(to: folder.appending(path: "pw"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.appending(path: "pw").path)
    return try Tool.run(words + ["--reader", "simulated:s.json", "--count", "1"], in: folder)
  }

  /// A tag, the lines that are shown of it, and fields of the object.
  @Test(
    arguments: [
      (
        #"{"tags":[{"chip":"NTAG213","uid":"04A1B2C3D4E5F6","state":"locked","ndef":"\#(message)"}]}"#,
        [
          "tag 04A1B2C3D4E5F6, NTAG213", "  made by NXP", "  type: NFC Forum Type 2", "  memory: 180 bytes",
          "  read-only", "  takes a message of 137 bytes", "  permanently locked (pages 3–39)",
          "  holds https://example.org/ (17 bytes)",
        ],
        [#""maker":"NXP""#, #""state":"read-only""#, #""locked_pages":[3,4,"#, #""warnings":[]"#]
      ),
      (
        protected, ["  protected against writing by a password", "  guarded by a password from page 4 on"],
        [#""guarded_from":4,"guards_reading":false"#, #""reason":"password-protected""#]
      ),
      (
        #"{"tags":[{"chip":"NTAG 424 DNA","randomUID":true}]}"#,
        [
          "  type: NFC Forum Type 4", "  warning: its UID changes each time; this one will not be seen again",
        ],
        [#""warnings":["random-uid"]"#]
      ),
      (
        #"{"tags":[{"chip":"MIFARE Classic 1K"}]}"#,
        ["  type: MIFARE Classic", "  warning: iPhones and many other phones do not read MIFARE Classic"],
        [#""type":"mifareClassic""#, #""warnings":["few-phones"]"#]
      ),
    ] as [(String, [String], [String])])
  func allIsShownOfATag(scenario: String, lines: [String], fields: [String]) throws {
    let text = try run(["read"], scenario: scenario)
    #expect(text.status == 0, "\(text.errors)")
    let shown = text.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(shown.contains(line), "\(line): \(text.output)") }
    let json = try run(["read", "--format", "json"], scenario: scenario)
    for field in fields { #expect(json.output.contains(field), "\(field): \(json.output)") }
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["v"] as? Int == 1)
    let page = try String(
      contentsOf: DocumentTests.root.appending(path: "docs/read.md"), encoding: .utf8)
    for key in try #require(object).keys { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  @Test func eachRecordIsShown() throws {
    let two = "9101035504612F" + "5101045402656E41"
    let outcome = try run(
      ["read"], scenario: #"{"tags":[{"chip":"NTAG213","ndef":"\#(two)","state":"formatted"}]}"#)
    #expect(outcome.output.contains("  record 1: https://a"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("  record 2: \"A\" (en)"), "\(outcome.output)")
  }

  @Test func aProtectedTagIsErasedWithItsPasswordOnly() throws {
    let closed = try run(["erase", "--yes"], scenario: Self.protected)
    #expect(closed.status == 1, "\(closed.errors)")
    #expect(closed.errors.contains("tag 04A1B2C3D4E5F6: protected against writing by a password"))
    let open = try run(["erase", "--yes", "--password-file", "pw"], scenario: Self.protected)
    #expect(open.status == 0, "\(open.errors)")
    #expect(open.output == "erased: tag 04A1B2C3D4E5F6, NTAG213\n")
    let read = try run(["read", "--password-file", "pw"], scenario: Self.protected)
    #expect(read.output.contains("  writable, 137 bytes"), "\(read.output)")
  }

  @Test(arguments: ["read", "erase"])
  func aPasswordFileThatIsMissingIsToldBeforeTheReaderIsOpened(command: String) throws {
    let outcome = try Tool.run(
      [command, "--password-file", "missing", "--reader", "simulated"]
        + (command == "erase" ? ["--yes"] : []))
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("missing: no such file"))
  }
}
