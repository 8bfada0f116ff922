internal import Foundation
internal import Testing

@testable internal import Provision

/// JSON that other readers make something else of: exact, or refused by name.
@Suite("A manifest in JSON") struct JSONManifestFaultTests {
  /// lionheart/openradar-mirror#2918, swiftlang/swift-foundation#682: numbers of 19 digits and more became doubles.
  @Test(arguments: [
    "1000000000000000001", "9912140633506421", "9007199254740993", "9223372036854775808",
    "18446744073709551617",
    "123456789012345678901234567890", "0", "42",
  ])
  func aNumberKeepsItsDigits(digits: String) throws {
    for (form, text) in [
      ("json", #"[{"id":\#(digits),"code":\#(digits)}]"#), ("jsonl", #"{"id":\#(digits),"code":\#(digits)}"#),
    ] {
      let rows = try ManifestFixture(text, ending: form).rows(
        ManifestOptions(urlTemplate: "https://e.com/{code}"))
      #expect(rows.map(\.id) == [digits])
      #expect(rows.map(\.url) == ["https://e.com/\(digits)"])
    }
  }

  /// The same through a walk: the log's line has the digits, and so has the tag.
  @Test func digitsAreLoggedAsTheyStand() throws {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.manifestOptions.format = .json
    bench.manifestOptions.urlTemplate = "https://e.com/{id}"
    try bench.write(manifest: #"[{"id":1000000000000000001},{"id":9912140633506421}]"#)
    let run = try bench.present(WalkBench.tags(2), with: bench.open())
    #expect(run.ending == .complete)
    #expect(run.done.map(\.id) == ["1000000000000000001", "9912140633506421"])
    #expect(try bench.logLines().contains { $0.contains(#""id":"1000000000000000001""#) })
    #expect(
      run.messages.map { PlainRecord($0).map { String(decoding: $0.payload.dropFirst(), as: UTF8.self) } }
        == ["e.com/1000000000000000001", "e.com/9912140633506421"])
  }

  /// Numbers whose text form is a matter of taste keep the one that the file has.
  @Test(arguments: ["1.0", "1e3", "1E400", "-0", "0.1", "-17", "1.10"])
  func aNumberThatIsNoCountIsTakenAsItIsSpelledOrRefused(number: String) throws {
    let fixture = try ManifestFixture(#"[{"id":\#(number),"text":"x"}]"#, ending: "json")
    guard fixture.issues().isEmpty else { return }
    #expect(try fixture.rows().map(\.id) == [number])
  }

  /// PerfectlySoft/Perfect#173, ZewoGraveyard/JSON#16: a valid pair of surrogates crashed.
  @Test(
    arguments: [
      (#"\ud83d\ude33"#, [0xF0, 0x9F, 0x98, 0xB3]), (#"\uD83D\uDE33x"#, [0xF0, 0x9F, 0x98, 0xB3, 0x78]),
      (#"\ud800\udc00"#, [0xF0, 0x90, 0x80, 0x80]), (#"\udbff\udfff"#, [0xF4, 0x8F, 0xBF, 0xBF]),
      (#"é\u00e9"#, [0xC3, 0xA9, 0xC3, 0xA9]), ("😳", [0xF0, 0x9F, 0x98, 0xB3]),
    ] as [(String, [UInt8])])
  func aSurrogatePairIsOneCharacterOnTheTag(text: String, bytes: [UInt8]) throws {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.manifestOptions.format = .json
    try bench.write(manifest: "[{\"id\":\"A\",\"text\":\"\(text)\"}]")
    let run = try bench.present(WalkBench.tag("NTAG213", uid: "04A1B2C3D4E5F6"))
    let record = try #require(PlainRecord(run.messages[0]))
    #expect(record.type == "T")
    #expect(record.payload == [2] + Array("en".utf8) + bytes)
  }

  @Test(arguments: [
    #"\ud83d"#, #"\ude33"#, #"\ude33\ud83d"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\ud83d\ud83d"#, #"\ud83d\n"#,
  ])
  func halfAPairIsRefusedByName(text: String) throws {
    for document in [#"[{"text":"\#(text)"}]"#, #"[{"text":"x","\#(text)":1}]"#] {
      #expect(
        try ManifestFixture(document, ending: "json").issues().map(\.kind) == [.invalidJSON(.loneSurrogate)])
    }
  }

  /// Documents that have no single meaning, and what is said of each.
  static let shapes: [(ending: String, text: String, kind: ManifestIssue.Kind)] = [
    ("json", #"{"rows":[{"url":"https://e.com"}]}"#, .topLevelObject),
    ("json", #"[{"url":"a:1","url":"b:2"}]"#, .duplicateKey(name: "url")),
    ("json", #"[{"url":"a:1","\u0075rl":"b:2"}]"#, .duplicateKey(name: "url")),
    ("json", #"[{"url":"a:1","Url":"b:2"}]"#, .duplicateKey(name: "Url")),
    ("json", #"[{"code":"1","url":"a:1","code":"2"}]"#, .duplicateKey(name: "code")),
    ("jsonl", #"{"url":"a:1","url":"b:2"}"#, .duplicateKey(name: "url")),
    ("json", #"[{"url":"a:1"},]"#, .invalidJSON(.unexpectedByte(0x5D))),
    ("json", #"[{"url":"a:1",}]"#, .invalidJSON(.unexpectedByte(0x7D))),
    ("json", #"[{"url":NaN}]"#, .invalidJSON(.unexpectedByte(0x4E))),
    ("json", #"[{"url":Infinity}]"#, .invalidJSON(.unexpectedByte(0x49))),
    ("json", #"[{'url':'a:1'}]"#, .invalidJSON(.unexpectedByte(0x27))),
    ("json", #"[{url:"a:1"}]"#, .invalidJSON(.unexpectedByte(0x75))),
    ("json", #"[{"url":"a:1"}][{"url":"b:2"}]"#, .invalidJSON(.trailingBytes)),
    ("json", "{\"url\":\"a:1\"}\n{\"url\":\"b:2\"}", .topLevelObject),
    ("jsonl", #"{"url":"a:1"}{"url":"b:2"}"#, .invalidJSON(.trailingBytes)),
    ("jsonl", #"{"url":"a:1"},"#, .invalidJSON(.trailingBytes)),
  ]

  @Test(arguments: shapes)
  func aShapeWithoutASingleMeaningIsRefusedByName(ending: String, text: String, kind: ManifestIssue.Kind)
    throws
  {
    #expect(try ManifestFixture(text, ending: ending).issues().map(\.kind).first == kind)
  }

  @Test func twoObjectsOnTwoLinesAreTwoRows() throws {
    for ending in ["jsonl", "data"] {
      let rows = try ManifestFixture("{\"url\":\"a:1\"}\n{\"url\":\"b:2\"}", ending: ending).rows()
      #expect(rows.map(\.url) == ["a:1", "b:2"])
    }
  }
}
