import Testing

@testable import Provision

@Suite struct JSONManifestTests {
  static let accepted: [(ending: String, text: String, rows: [ShortRow])] = [
    (
      "json", #"[{"id":1000000000000000001,"url":"https://e.com"}]"#,
      [ShortRow("1000000000000000001", "https://e.com", line: 1)]
    ),
    (
      "json", "\u{FEFF}[\n {\"id\": 9912140633506421, \"url\": \"https://e.com\"}\n]\n",
      [ShortRow("9912140633506421", "https://e.com", line: 2)]
    ),
    ("json", #"[{"text":"\ud83d\ude33"}]"#, [ShortRow("1", nil, "😳", line: 1)]),
    (
      "json", #"["https://e.com/1","https://e.com/2"]"#,
      [ShortRow("1", "https://e.com/1", line: 1), ShortRow("2", "https://e.com/2", line: 1)]
    ),
    ("json", #"["Anna"]"#, [ShortRow("1", nil, "Anna", line: 1)]),
    (
      "json", #"[{"url":"https://e.com","text":null}, {"text":"x","extra":1}]"#,
      [ShortRow("1", "https://e.com", line: 1), ShortRow("2", nil, "x", line: 1)]
    ),
    (
      "jsonl", "{\"ID\":\"a\",\"Url\":\"https://e.com/1\"}\r\n\n{\"id\":\"b\",\"text\":\"x\\ny\"}",
      [ShortRow("a", "https://e.com/1", line: 1), ShortRow("b", nil, "x\ny", line: 3)]
    ),
    ("jsonl", "\"https://e.com/1\"\n", [ShortRow("1", "https://e.com/1", line: 1)]),
    (
      "data", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n",
      [ShortRow("1", nil, "a", line: 1), ShortRow("2", nil, "b", line: 2)]
    ),
    ("data", "\n [ {\"text\":\"a\"} ] ", [ShortRow("1", nil, "a", line: 2)]),
  ]

  @Test(arguments: accepted)
  func rowsAreRead(ending: String, text: String, rows: [ShortRow]) throws {
    #expect(try ManifestFixture(text, ending: ending).rows().map(ShortRow.init) == rows)
  }

  static let refused: [(ending: String, text: String, issues: [ManifestIssue])] = [
    ("json", #"{"rows":[]}"#, [ManifestIssue(line: 1, column: 1, kind: .topLevelObject)]),
    ("json", "[]", [ManifestIssue(kind: .noRows)]),
    (
      "json", #"[{"url":"a:1","url":"b:2"}]"#,
      [ManifestIssue(line: 1, column: 15, kind: .duplicateKey(name: "url"))]
    ),
    (
      "json", #"[{"url":"a:1","URL":"b:2"}]"#,
      [ManifestIssue(line: 1, column: 15, kind: .duplicateKey(name: "URL"))]
    ),
    (
      "json", "[\n{\"text\":\"a\"},\n]",
      [ManifestIssue(line: 3, column: 1, kind: .invalidJSON(.unexpectedByte(0x5D)))]
    ),
    (
      "json", #"[{"id":NaN}]"#, [ManifestIssue(line: 1, column: 8, kind: .invalidJSON(.unexpectedByte(0x4E)))]
    ),
    ("json", "[// a\n]", [ManifestIssue(line: 1, column: 2, kind: .invalidJSON(.unexpectedByte(0x2F)))]),
    ("json", #"[{"text":"a"}"#, [ManifestIssue(line: 1, column: 14, kind: .invalidJSON(.unexpectedEnd))]),
    ("json", #"[{"text":"a"}] x"#, [ManifestIssue(line: 1, column: 16, kind: .invalidJSON(.trailingBytes))]),
    (
      "json", #"[{"text":"é","url":["a"]},{"text":{"a":1}}]"#,
      [
        ManifestIssue(line: 1, column: 20, kind: .valueType(column: "url", type: "array")),
        ManifestIssue(line: 1, column: 35, kind: .valueType(column: "text", type: "object")),
      ]
    ),
    (
      "json", "[1, [2]]",
      [
        ManifestIssue(line: 1, column: 2, kind: .rowType("number")),
        ManifestIssue(line: 1, column: 5, kind: .rowType("array")),
      ]
    ),
    ("json", #"["a",{"text":"b"}]"#, [ManifestIssue(line: 1, column: 6, kind: .mixedRows)]),
    (
      "json", #"[{"text":"\ud83d"}]"#,
      [ManifestIssue(line: 1, column: 11, kind: .invalidJSON(.loneSurrogate))]
    ),
    ("json", #"[{"text":"a\u0000b"}]"#, [ManifestIssue(line: 1, column: 10, kind: .nulCharacter)]),
    ("json", #"[{"text":"a"},{"id":"x","text":"b"}]"#, [ManifestIssue(line: 1, column: 2, kind: .missingID)]),
    (
      "json", #"[{"id":"x","text":"b"},{"text":"a"}]"#, [ManifestIssue(line: 1, column: 24, kind: .missingID)]
    ),
    (
      "json", #"[{"id":1,"text":"b"},{"id":"1","text":"a"}]"#,
      [
        ManifestIssue(line: 1, column: 28, kind: .duplicateID(id: "1", firstRow: 1, firstLine: 1))
      ]
    ),
    (
      "json", #"[{"link":"a:1"}]"#,
      [ManifestIssue(kind: .noPayloadColumn(columns: ["link"], suggestion: nil))]
    ),
    (
      "jsonl", "{\"text\":\"a\"}\n{\"text\":}\n{\"text\":\"b\"} {\n",
      [
        ManifestIssue(line: 2, column: 9, kind: .invalidJSON(.unexpectedByte(0x7D))),
        ManifestIssue(line: 3, column: 14, kind: .invalidJSON(.trailingBytes)),
      ]
    ),
    ("jsonl", "[{\"text\":\"a\"}]\n", [ManifestIssue(line: 1, column: 1, kind: .rowType("array"))]),
  ]

  @Test(arguments: refused)
  func everyFaultIsNamedWithItsPlace(ending: String, text: String, issues: [ManifestIssue]) throws {
    #expect(try ManifestFixture(text, ending: ending).issues() == issues)
  }

  @Test func aTemplatesUnknownKeyIsSaidOnce() throws {
    let fixture = try ManifestFixture(#"[{"name":"a"},{"name":"b"}]"#, ending: "json")
    #expect(
      fixture.issues(ManifestOptions(urlTemplate: "https://e.org/{nmae}"))
        == [ManifestIssue(kind: .templateColumn(.url, name: "nmae", suggestion: "name"))])
  }

  @Test func invalidUTF8IsRefused() throws {
    let fixture = try ManifestFixture(
      Array("[{\"text\":\"".utf8) + [0xE9] + Array("\"}]".utf8), ending: "json")
    #expect(fixture.issues() == [ManifestIssue(line: 1, column: 11, kind: .invalidBytes(encoding: "UTF-8"))])
  }

  @Test(arguments: ["[", "{\"a\":"])
  func depthIsBounded(opening: String) throws {
    let text = "[{\"text\":" + String(repeating: opening, count: 100_000)
    #expect(try ManifestFixture(text, ending: "json").issues().map(\.kind) == [.invalidJSON(.tooDeep)])
  }

  @Test func aLongArrayOnOneLineKeepsItsColumns() throws {
    let rows = (0..<30_000).map { "{\"id\":\"r\($0)\",\"text\":\"é\"}" }
    let fixture = try ManifestFixture("[" + rows.joined(separator: ", ") + "]", ending: "json")
    let manifest = try fixture.open()
    #expect(manifest.count == 30_000)
    #expect(try manifest.row(at: 29_999).id == "r29999")
    #expect(try manifest.index(ofID: "r12345") == 12_345)
    let prefix = rows.joined(separator: ", ")
    let broken = try ManifestFixture("[\(prefix), 7]", ending: "json")
    #expect(
      broken.issues() == [
        ManifestIssue(line: 1, column: prefix.unicodeScalars.count + 4, kind: .rowType("number"))
      ])
  }

  @Test func booleansLock() throws {
    let rows = try ManifestFixture(
      #"[{"text":"a","lock":true},{"text":"b","lock":false},{"text":"c","lock":null}]"#, ending: "json"
    ).rows()
    #expect(rows.map(\.lock) == [true, false, nil])
  }
}
