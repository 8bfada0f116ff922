import Testing

@testable import Provision

@Suite struct CSVManifestTests {
  static let one = [ShortRow("A1", "https://e.com/1", line: 2)]

  static let accepted: [(name: String, bytes: [UInt8], rows: [ShortRow])] = [
    ("byte order mark before the header", [0xEF, 0xBB, 0xBF] + "url,id\r\nhttps://e.com/1,A1\r\n".utf8, one),
    (
      "semicolons", Array("url;id\nhttps://e.com/?a=1,2;A1\n".utf8),
      [ShortRow("A1", "https://e.com/?a=1,2", line: 2)]
    ),
    (
      "tabs", Array("id\turl\ttext\nA1\thttps://e.com/1\ta,b;c".utf8),
      [ShortRow("A1", "https://e.com/1", "a,b;c", line: 2)]
    ),
    (
      "a hint at the delimiter", Array("sep=;\r\nurl;id\r\nhttps://e.com/1;A1".utf8),
      [ShortRow("A1", "https://e.com/1", line: 3)]
    ),
    ("UTF-16LE with mark", utf16("url,id\nhttps://e.com/1,A1\n", bigEndian: false, mark: true), one),
    ("UTF-16BE with mark", utf16("url,id\nhttps://e.com/1,A1\n", bigEndian: true, mark: true), one),
    ("UTF-16LE without mark", utf16("url,id\nhttps://e.com/1,A1\n", bigEndian: false, mark: false), one),
    ("UTF-16BE without mark", utf16("url,id\nhttps://e.com/1,A1\n", bigEndian: true, mark: false), one),
    (
      "line breaks in quotes", Array("id,text\nA1,\"line1\n\nline3\"\nA2,x\n".utf8),
      [ShortRow("A1", nil, "line1\n\nline3", line: 2), ShortRow("A2", nil, "x", line: 5)]
    ),
    (
      "CRLF in quotes stays", Array("id,text\r\nA1,\"a\r\nb\"\r\n".utf8),
      [ShortRow("A1", nil, "a\r\nb", line: 2)]
    ),
    ("lone CR", Array("url,id\rhttps://e.com/1,A1\r".utf8), one),
    (
      "blank rows at the end", Array("id,url\nA1,https://e.com/1\nA2,https://e.com/2\n,\n\n\n".utf8),
      [ShortRow("A1", "https://e.com/1", line: 2), ShortRow("A2", "https://e.com/2", line: 3)]
    ),
    ("header in any case, with spaces", Array(" URL , Id \nhttps://e.com/1,A1".utf8), one),
    (
      "doubled quotation marks", Array("id,text\nA1,\"say \"\"hi\"\"\"\n".utf8),
      [ShortRow("A1", nil, "say \"hi\"", line: 2)]
    ),
    (
      "no id column", Array("url,note\nhttps://e.com/1,x\n".utf8), [ShortRow("1", "https://e.com/1", line: 2)]
    ),
    (
      "one column of URLs", Array("https://e.com/?a=1,2\nhttps://e.com/2\n".utf8),
      [ShortRow("1", "https://e.com/?a=1,2", line: 1), ShortRow("2", "https://e.com/2", line: 2)]
    ),
    (
      "one column of texts", Array("Anna\nBert".utf8),
      [ShortRow("1", nil, "Anna", line: 1), ShortRow("2", nil, "Bert", line: 2)]
    ),
    (
      "text in any script, unchanged", Array("id,text\nA1,à§ e\u{301} שלום 👨‍👩‍👧\n".utf8),
      [ShortRow("A1", nil, "à§ e\u{301} שלום 👨‍👩‍👧", line: 2)]
    ),
    (
      "Windows-1252", Array("id,text\nA1,caf".utf8) + [0xE9, 0x20, 0x80],
      [ShortRow("A1", nil, "café €", line: 2)]
    ),
  ]

  @Test(arguments: accepted)
  func whatSpreadsheetsSaveIsRead(name: String, bytes: [UInt8], rows: [ShortRow]) throws {
    let fixture = try ManifestFixture(bytes)
    let found = try fixture.rows().map(ShortRow.init)
    #expect(found == rows, "\(name)")
    // Equal as bytes, too: String's own equality ignores normalisation.
    #expect(found.map { Array(($0.text ?? "").utf8) } == rows.map { Array(($0.text ?? "").utf8) })
  }

  static let refused: [(name: String, text: String, issues: [ManifestIssue])] = [
    (
      "a field too many and one too few", "id,url\nA1,https://e.com/1,x\nA2\n",
      [
        ManifestIssue(line: 2, column: 1, kind: .fieldCount(found: 3, expected: 2)),
        ManifestIssue(line: 3, column: 1, kind: .fieldCount(found: 1, expected: 2)),
      ]
    ),
    (
      "an unclosed quotation mark", "id,text\nA1,x\nA2,\"y\nA3,z\n",
      [ManifestIssue(line: 3, column: 4, kind: .unclosedQuote)]
    ),
    ("a stray quotation mark", "id,text\nA1,5\" x\n", [ManifestIssue(line: 2, column: 5, kind: .strayQuote)]),
    (
      "text behind a quoted cell", "id,text\nA1,\"a\"b\n",
      [ManifestIssue(line: 2, column: 7, kind: .strayQuote)]
    ),
    ("a header and nothing else", "id,url\n", [ManifestIssue(kind: .noRows)]),
    ("nothing but blank lines", "\n\n\n", [ManifestIssue(kind: .emptyFile)]),
    (
      "no column with a payload", "id,ulr\nA1,https://e.com\n",
      [ManifestIssue(line: 1, kind: .noPayloadColumn(columns: ["id", "ulr"], suggestion: "ulr"))]
    ),
    (
      "the same header twice", "id,url, URL\nA1,https://e.com,x\n",
      [ManifestIssue(line: 1, column: 8, kind: .duplicateColumn(name: " URL"))]
    ),
    (
      "an id twice", "id,url\nA1,https://e.com/1\nA2,https://e.com/2\nA1,https://e.com/3\n",
      [ManifestIssue(line: 4, column: 1, kind: .duplicateID(id: "A1", firstRow: 1, firstLine: 2))]
    ),
    (
      "an id that is empty", "id,url\n,https://e.com/1\n",
      [ManifestIssue(line: 2, column: 1, kind: .missingID)]
    ),
    ("an empty URL", "id,url\nA1,\n", [ManifestIssue(line: 2, column: 4, kind: .url(.empty))]),
    (
      "a URL of one space", "id,url\nA1, \n",
      [ManifestIssue(line: 2, column: 4, kind: .url(.whitespace(scalar: 0x20)))]
    ),
    ("neither URL nor text", "id,url,text\nA1,,\n", [ManifestIssue(line: 2, column: 4, kind: .noPayload)]),
    (
      "a language that is a locale", "url,text,lang\nhttps://e.com,x,ru_RU\n",
      [ManifestIssue(line: 2, column: 17, kind: .language(value: "ru_RU", .form(suggestion: "ru-RU")))]
    ),
    (
      "a UID that a spreadsheet took for a number", "url,uid\nhttps://e.com,4.5E+12\n",
      [ManifestIssue(line: 2, column: 15, kind: .invalidUID(value: "4.5E+12"))]
    ),
    (
      "a UID twice", "url,uid\nhttps://e.com/1,04A1B2C3D4E5F6\nhttps://e.com/2,04:a1:b2:c3:d4:e5:f6\n",
      [
        ManifestIssue(
          line: 3, column: 17, kind: .duplicateUID(uid: "04A1B2C3D4E5F6", firstRow: 1, firstLine: 2))
      ]
    ),
    (
      "a lock that is no yes or no", "url,lock\nhttps://e.com,ja\n",
      [ManifestIssue(line: 2, column: 15, kind: .invalidLock(value: "ja"))]
    ),
    (
      "URLs without a header, one of them none", "https://e.com/1\ne.com/2\n",
      [ManifestIssue(line: 2, column: 1, kind: .url(.noScheme))]
    ),
    (
      "values without a header, the first no URL", "e.com/1\nhttps://e.com/2\n",
      [ManifestIssue(line: 1, column: 1, kind: .mixedValues(value: "e.com/1"))]
    ),
    ("a zero byte", "id,text\nA1,a\0b\n", [ManifestIssue(line: 2, column: 5, kind: .nulCharacter)]),
    (
      "faults on physical lines behind a quoted line break",
      "id,url,text\nA1,https://e.com/1,\"a\nb\"\nA2,e.com,x\n",
      [ManifestIssue(line: 4, column: 4, kind: .url(.noScheme))]
    ),
  ]

  @Test(arguments: refused)
  func everyFaultIsNamedWithItsPlace(name: String, text: String, issues: [ManifestIssue]) throws {
    #expect(try ManifestFixture(text).issues() == issues, "\(name)")
  }

  @Test func damagedUTF8IsNotTakenForAnotherEncoding() throws {
    let fixture = try ManifestFixture(Array("id,text\nA1,é\nA2,".utf8) + [0xE9] + Array("\n".utf8))
    #expect(
      fixture.issues() == [ManifestIssue(line: 3, column: 4, kind: .invalidBytes(encoding: "UTF-8"))])
  }

  @Test func aHeaderTellsTheEncodingToo() throws {
    let fixture = try ManifestFixture(Array("id,Stra".utf8) + [0xDF] + Array("e\nA,x\n".utf8))
    #expect(try fixture.rows(ManifestOptions(textTemplate: "{straße}")).map(\.text) == ["x"])
  }

  @Test func aHeaderMayHaveLineBreaksInQuotes() throws {
    let fixture = try ManifestFixture("id,\"the\nname\"\nA,x")
    #expect(
      try fixture.rows(ManifestOptions(textTemplate: "{the\nname}")).map(ShortRow.init) == [
        ShortRow("A", nil, "x", line: 3)
      ])
    #expect(
      try ManifestFixture("id,\"a\ntext").issues() == [
        ManifestIssue(line: 1, column: 4, kind: .unclosedQuote)
      ])
  }

  @Test func anAssumedEncodingIsAWarning() throws {
    let manifest = try ManifestFixture(Array("id,text\nA1,caf".utf8) + [0xE9]).open()
    #expect(manifest.encoding == .named("WINDOWS-1252", markBytes: 0))
    #expect(manifest.warnings == [ManifestIssue(kind: .assumedEncoding(name: "WINDOWS-1252"))])
  }

  static let named: [(String, [UInt8], String)] = [
    ("Shift_JIS", [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "テスト"),
    ("CP949", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
    ("GB18030", [0xB2, 0xE2, 0xCA, 0xD4], "测试"),
    ("windows-1251", [0xD2, 0xE5, 0xF1, 0xF2], "Тест"),
    ("UTF-8", Array("é".utf8), "é"),
  ]

  @Test(arguments: named)
  func anEncodingIsTakenByName(name: String, bytes: [UInt8], text: String) throws {
    let fixture = try ManifestFixture(Array("id,text\nA1,".utf8) + bytes + Array("\nA2,x\n".utf8))
    #expect(try fixture.rows(ManifestOptions(encoding: name)).map(\.text) == [text, "x"])
  }

  @Test func badBytesOfANamedEncodingHaveTheirPlace() throws {
    let fixture = try ManifestFixture(Array("id,text\nA1,".utf8) + [0x83, 0x65, 0x81, 0x0A])
    #expect(
      fixture.issues(ManifestOptions(encoding: "Shift_JIS"))
        == [ManifestIssue(line: 2, column: 5, kind: .invalidBytes(encoding: "Shift_JIS"))])
    #expect(
      fixture.issues(ManifestOptions(encoding: "Klingon-1//IGNORE"))
        == [ManifestIssue(kind: .unknownEncoding(name: "Klingon-1//IGNORE"))])
  }

  @Test func issuesAreListedToALimit() throws {
    let fixture = try ManifestFixture("id,url\n" + (1...250).map { "A\($0),nothing\n" }.joined())
    let error = #expect(throws: ManifestError.self) { try fixture.open() }
    #expect(error?.issues.count == ManifestLimits.issues)
    #expect(error?.omitted == 150)
  }

  @Test func sizesAreBoundedByName() throws {
    let cell = String(repeating: "x", count: ManifestLimits.cellBytes + 1)
    #expect(
      try ManifestFixture("id,text\nA1,\(cell)\n").issues()
        == [ManifestIssue(line: 2, column: 4, kind: .cellTooLong(limit: ManifestLimits.cellBytes))])
    let wide = (0...ManifestLimits.columns).map { "c\($0)" }.joined(separator: ",")
    #expect(
      try ManifestFixture(wide + "\n").issues().map(\.kind)
        == [.tooManyColumns(limit: ManifestLimits.columns)])
    let long = String(repeating: String(repeating: "x", count: 60_000) + ",", count: 20)
    #expect(
      try ManifestFixture("id,text\n\(long)\n").issues().contains {
        $0.kind == .rowTooLong(limit: ManifestLimits.rowBytes)
      })
  }

  @Test func rowsSpanWindowsUnharmed() throws {
    let text = String(repeating: "é", count: 20_000)
    let fixture = try ManifestFixture("id,text\n" + (1...40).map { "A\($0),\"\(text)\($0)\"\n" }.joined())
    let rows = try fixture.rows()
    #expect(rows.count == 40)
    #expect(rows.enumerated().allSatisfy { $0.element.text == "\(text)\($0.offset + 1)" })
  }
}
