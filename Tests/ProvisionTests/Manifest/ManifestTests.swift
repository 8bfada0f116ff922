import Foundation
import Testing

@testable import Provision

@Suite struct ManifestTests {
  @Test func aMissingFileIsToldApart() {
    let error = #expect(throws: ManifestError.self) { try Manifest(path: "/nonexistent/a.csv") }
    #expect(error?.isNoSuchFile == true)
  }

  @Test(arguments: [("/tmp", ManifestIssue.Kind.isDirectory), ("/dev/null", .notARegularFile)])
  func whatIsNoFileIsNamed(path: String, kind: ManifestIssue.Kind) {
    let error = #expect(throws: ManifestError.self) { try Manifest(path: path) }
    #expect(error?.issues == [ManifestIssue(kind: kind)])
  }

  @Test func anEmptyFileIsRefused() throws {
    #expect(try ManifestFixture("").issues() == [ManifestIssue(kind: .emptyFile)])
  }

  @Test func rowsAreFoundByIdAndByUID() throws {
    let fixture = try ManifestFixture("id,url,uid\nA,https://e.com/1,04A1B2C3D4E5F6\nB,https://e.com/2,\n")
    let manifest = try fixture.open()
    #expect(manifest.hasUIDColumn)
    #expect(try manifest.index(ofID: "B") == 1)
    #expect(try manifest.index(ofID: "C") == nil)
    #expect(try manifest.index(ofUID: UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])) == 0)
    #expect(try manifest.index(ofUID: UID([1, 2, 3, 4])) == nil)
    #expect(try manifest.row(at: 1).uid == nil)
  }

  @Test func rowNumbersAreIdsWhereThereAreNone() throws {
    let manifest = try ManifestFixture("url\nhttps://e.com/1\nhttps://e.com/2\n").open()
    #expect(try manifest.index(ofID: "2") == 1)
    #expect(try manifest.index(ofID: "02") == nil)
    #expect(try manifest.index(ofID: "3") == nil)
  }

  @Test func aFileThatChangesIsNoticed() throws {
    let fixture = try ManifestFixture("id,url\nA,https://e.com/1\nB,https://e.com/2\n")
    let manifest = try fixture.open()
    _ = try manifest.row(at: 0)
    try fixture.write("id,url\nB,https://e.com/2\nA,https://e.com/1\n")
    let error = #expect(throws: ManifestError.self) { try manifest.row(at: 0) }
    #expect(error?.issues == [ManifestIssue(kind: .changed)])
    #expect(throws: ManifestError.self) { try manifest.index(ofID: "A") }
  }

  @Test func aRowThatIsAnotherIsNoticedWithoutTheClock() throws {
    let fixture = try ManifestFixture("id,url\nA,https://e.com/1\nB,https://e.com/2\n")
    let manifest = try fixture.open()
    // The same file, size and time, and other bytes.
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
    var status = stat()
    #expect(stat(fixture.path, &status) == 0)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.path))
    try handle.seek(toOffset: 24 - 1)
    try handle.write(contentsOf: Data("9".utf8))
    var times = [status.st_atim, status.st_mtim]
    #expect(futimens(handle.fileDescriptor, &times) == 0)
    try handle.close()
    #expect(attributes.count > 0)
    #expect(throws: ManifestError.self) { try manifest.row(at: 0) }
  }

  @Test func sha256IsThatOfTheFile() throws {
    let fixture = try ManifestFixture("text\nabc\n")
    let manifest = try fixture.open()
    #expect(try manifest.sha256() == "91e00a489dc04b3ca37f3a0eb2449ad36514a9ca53ea2f397f8737e7d0e87578")
  }

  @Test func duplicatePayloadsAreToldAndAllowed() throws {
    let manifest = try ManifestFixture(
      "id,url,text\nA,https://e.com/1,x\nB,https://e.com/1,y\nC,https://e.com/1,x\n"
    ).open()
    #expect(manifest.duplicatePayloadCount == 1)
    #expect(manifest.duplicatePayloads == [DuplicatePayload(row: 3, line: 4, firstRow: 1, firstLine: 2)])
  }

  static let warned: [(String, [ManifestIssue])] = [
    ("url\nHTTPS://e.com/1\n", [ManifestIssue(line: 2, column: 1, kind: .upperCaseScheme)]),
    ("url\nhttps://e.com/é\n", [ManifestIssue(line: 2, column: 1, kind: .nonASCIIURL)]),
    ("url\nhttps://e.com/?a[]=1\n", [ManifestIssue(line: 2, column: 17, kind: .unencodedBracket)]),
    ("id,text\nA ,x\n", [ManifestIssue(line: 2, column: 1, kind: .surroundingSpace(column: "id"))]),
    ("text,lnag\nx,de\n", [ManifestIssue(kind: .unusedColumn(name: "lnag", suggestion: "lang"))]),
  ]

  @Test(arguments: warned)
  func whatIsOddIsAWarning(text: String, warnings: [ManifestIssue]) throws {
    #expect(try ManifestFixture(text).open().warnings == warnings)
  }

  @Test func whatWasDetectedIsTold() throws {
    let manifest = try ManifestFixture([0xEF, 0xBB, 0xBF] + "url;Note\nhttps://e.com;x\n;\n".utf8).open()
    #expect(manifest.encoding == .utf8(hasMark: true))
    #expect(manifest.delimiter == ";")
    #expect(manifest.format == .csv)
    #expect(manifest.columns == ["url", "Note"])
    #expect(manifest.skippedBlankRows == 1)
    #expect(manifest.values == nil)
    #expect(try ManifestFixture("https://e.com\n").open().values == .urls)
    #expect(try ManifestFixture("Anna\n").open().values == .texts)
  }

  @Test func languagesHave1To63Characters() throws {
    for (tag, isRight) in [
      (String(repeating: "abcdefg-", count: 3) + "abcdefgh", true),
      (String(repeating: "abcdefg-", count: 4) + "a", true),
      (String(repeating: "abcdefg-", count: 7) + "abcdefg", true),
      (String(repeating: "abcdefg-", count: 7) + "abcdefgh", false), ("", false), ("zh-Hant-HK", true),
      ("ru_RU", false), ("en-", false), ("é", false),
    ] {
      #expect((LanguageTag.fault(tag) == nil) == isRight, "\(tag)")
    }
    #expect(LanguageTag.fault("ru_RU.UTF-8") == .form(suggestion: "ru-RU"))
    #expect(LanguageTag.fault("") == .length(0))
  }

  @Test func theLockColumnSpeaksYesAndNo() throws {
    let rows = try ManifestFixture(
      "text,lock\n" + ["yes", "No", "TRUE", "false", "1", "0", ""].map { "x,\($0)\n" }.joined()
    ).rows()
    #expect(rows.map(\.lock) == [true, false, true, false, true, false, nil])
  }

  @Test func sizesAreThoseOfTheMessages() throws {
    let urls = [
      "https://www.e.com/", "urn:epc:id:x", "custom://x", "tel:+49",
      "https://e.com/" + String(repeating: "x", count: 300),
    ]
    for text in [
      "", "x", String(repeating: "é", count: 126), String(repeating: "y", count: 252),
      String(repeating: "y", count: 253),
    ] {
      let fixture = try ManifestFixture("url,text\n" + urls.map { "\($0),\(text)\n" }.joined())
      let manifest = try fixture.open()
      for index in 0..<manifest.count {
        #expect(try manifest.messageSize(at: index) == manifest.row(at: index).payload(for: nil).octets.count)
      }
    }
  }
}
