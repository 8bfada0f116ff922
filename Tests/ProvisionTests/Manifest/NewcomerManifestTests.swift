internal import Foundation
internal import Testing

@testable internal import Provision

/// What people who do this for the first time hand over.
@Suite struct NewcomerManifestTests {
  private func open(_ bytes: [UInt8], _ options: ManifestOptions = ManifestOptions()) throws -> Manifest {
    let file = FileManager.default.temporaryDirectory.appending(path: "newcomer-\(UUID().uuidString).csv")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Manifest(path: file.path, options: options)
  }

  private func open(_ text: String) throws -> Manifest { try open(Array(text.utf8)) }

  private func issues(_ bytes: [UInt8]) -> [ManifestIssue] {
    do {
      _ = try open(bytes)
      return []
    } catch {
      return (error as? ManifestError)?.issues ?? []
    }
  }

  @Test(
    arguments: [
      ("htp://e.org/a", .unknownScheme("htp", suggestion: "http")),
      ("htps://e.org/a", .unknownScheme("htps", suggestion: "https")),
      ("hhtps://e.org/a", .unknownScheme("hhtps", suggestion: "https")),
      ("HTPPS://e.org/a", .unknownScheme("htpps", suggestion: "https")),
      ("malto:a@e.org", .unknownScheme("malto", suggestion: "mailto")),
      ("javascript:alert(1)", .unsafeScheme("javascript")),
      ("JavaScript:alert(1)", .unsafeScheme("javascript")),
      ("data:text/html;x", .unsafeScheme("data")), ("file:///etc/passwd", .unsafeScheme("file")),
    ] as [(String, ManifestIssue.Kind)])
  func anOddSchemeIsWarnedOf(_ url: String, _ kind: ManifestIssue.Kind) throws {
    let manifest = try open("id,url\nA,https://e.org/a\nB,\"\(url)\"\n")
    #expect(manifest.warnings.contains(ManifestIssue(line: 3, column: 4, kind: kind)), "\(manifest.warnings)")
  }

  @Test(arguments: [
    "https://e.org/a", "http://e.org/a", "tel:+4930", "sms:1", "geo:1,2", "mailto:a@e.org", "facetime:a",
    "myapp://x", "ftp://e.org/a",
    "urn:isbn:1", "otpauth://totp/x", "hotp:x",
  ])
  func aSchemeThatIsMeantIsNot(_ url: String) throws {
    #expect(try open("url\n\"\(url)\"\n").warnings.isEmpty)
  }

  @Test(arguments: ["1.23E+05", "1,23E+05", "4E+12", "-2.5e+10", "####", "#REF!", "#N/A"])
  func anIDThatASpreadsheetChangedIsWarnedOf(_ id: String) throws {
    let manifest = try open("id,url\n\"\(id)\",https://e.org/a\n")
    #expect(manifest.warnings == [ManifestIssue(line: 2, column: 1, kind: .spreadsheetValue(id))])
  }

  @Test(arguments: ["1E5", "12345", "1.23", "E+05", "A1E+05", "#1", "007", "1E+", "#", "##x"])
  func anIDThatItDidNotChangeIsNot(_ id: String) throws {
    #expect(try open("id,url\n\(id),https://e.org/a\n").warnings.isEmpty)
  }

  @Test(arguments: 1...3) func severalByteOrderMarksAreOne(_ count: Int) throws {
    let marks = (0..<count).flatMap { _ in [UInt8](arrayLiteral: 0xEF, 0xBB, 0xBF) }
    let manifest = try open(marks + Array("id,url\nA,https://e.org/a\n".utf8))
    #expect(manifest.count == 1)
    #expect(manifest.columns == ["id", "url"])
  }

  @Test(arguments: ["   ", "\t", " \t "], ["id,url", "url"])
  func aLineOfSpacesIsABlankLine(_ blank: String, _ header: String) throws {
    let row = header == "url" ? "https://e.org/a" : "A,https://e.org/a"
    let manifest = try open("\(header)\n\(blank)\n\(row)\n\(blank)\n")
    #expect(manifest.count == 1 && manifest.skippedBlankRows == 2)
  }

  @Test func aTextOfSpacesInQuotationMarksIsMeant() throws {
    #expect(try open("id,text\nA,x\nB,\"  \"\n").count == 2)
    #expect(try open("text\nx\n\"  \"\n").count == 2)
  }

  @Test(
    arguments: [
      // Shift_JIS, EUC-KR, GB18030, Windows-1251; made with Python's codecs.
      ("こんにちは", [0x82, 0xB1, 0x82, 0xF1, 0x82, 0xC9, 0x82, 0xBF, 0x82, 0xCD]),
      ("テスト", [0x83, 0x65, 0x83, 0x58, 0x83, 0x67]),
      ("안녕하세요", [0xBE, 0xC8, 0xB3, 0xE7, 0xC7, 0xCF, 0xBC, 0xBC, 0xBF, 0xE4]),
      ("你好世界", [0xC4, 0xE3, 0xBA, 0xC3, 0xCA, 0xC0, 0xBD, 0xE7]),
      ("Привет", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
    ] as [(String, [UInt8])])
  func anotherEncodingIsAskedForAndNotGuessed(_ text: String, _ bytes: [UInt8]) {
    let found = issues(Array("id,text\nA,".utf8) + bytes + [0x0A])
    #expect(found.count == 1)
    switch found.first?.kind {
    // Bytes that are UTF-8 by chance make it a UTF-8 file with faults.
    case .encodingNeeded, .invalidBytes(encoding: "UTF-8"): break
    default: Issue.record("\(text): \(found)")
    }
  }

  @Test(
    arguments: [
      [0x5A, 0x6F, 0xEB], [0x84, 0x48, 0x61, 0x6C, 0x6C, 0x6F, 0x93], [0x69, 0x74, 0x92, 0x73],
      [0x80, 0x20, 0x35],
      [
        0x4D, 0xDC, 0x4C, 0x4C, 0x45, 0x52, 0x20, 0x26, 0x20, 0x53, 0xD6, 0x48, 0x4E, 0x45, 0x20, 0x96, 0x20,
        0xC4, 0x44,
      ],
      // Größe, Grüße, Größe; “Été”, “Êtes”; ÄÖÜ.
      [
        0x47, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0x47, 0x72, 0xF6, 0xDF, 0x65,
      ],
      [0x93, 0xC9, 0x74, 0xE9, 0x94, 0x20, 0x93, 0xCA, 0x74, 0x65, 0x73, 0x94], [0xC4, 0xD6, 0xDC],
    ] as [[UInt8]])
  func windows1252IsTaken(_ bytes: [UInt8]) throws {
    let manifest = try open(Array("id,text\nA,".utf8) + bytes + [0x0A])
    #expect(manifest.warnings.contains { $0.kind == .assumedEncoding(name: "WINDOWS-1252") })
  }

  @Test func aDuplicateOfAFaultyRowIsToldToo() {
    let found = issues(Array("id,url,uid\nA,e.org,04A1B2C3D4E501\nA,https://e.org/b,04A1B2C3D4E501\n".utf8))
    #expect(
      found == [
        ManifestIssue(line: 2, column: 3, kind: .url(.noScheme)),
        ManifestIssue(line: 3, column: 1, kind: .duplicateID(id: "A", firstRow: 1, firstLine: 2)),
        ManifestIssue(
          line: 3, column: 19, kind: .duplicateUID(uid: "04A1B2C3D4E501", firstRow: 1, firstLine: 2)),
      ], "\(found)")
  }
}
