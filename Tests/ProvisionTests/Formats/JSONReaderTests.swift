internal import Provision
internal import Testing

@Suite struct JSONReaderTests {
  static let valid: [String] = [
    "null", " true ", "false", "0", "-0", "12", "-1", "1.5", "1e9", "1E+9", "2.50e-3", "-0.0",
    "123456789012345678901234567890",
    "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\\u00e9\\uD83D\\uDE00\"", "\"é€😀\"",
    "\"\u{7F}\u{2028}\"",
    "\"\\u0000\"", "[]", "[ ]", "[1,2 , 3]", "[[],[[]],{}]", "{}", "{ }", "{\"\":0}",
    "{\"a\":{\"b\":[1,{\"c\":null}]}}",
    "{\"a\":1,\"a\":2}", "\t\r\n [\n1\r]\t", "[\"\u{FEFF}\"]",
    String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
  ]

  @Test(arguments: valid)
  func whatRFC8259AllowsIsRead(text: String) throws {
    var reader = JSONReader(Array(text.utf8))
    try reader.skipValue()
    try reader.finish()
  }

  static let invalid: [(text: String, kind: JSONError.Kind, offset: Int)] = [
    ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
    ("nulL", .unexpectedByte(0x4C), 3),
    ("True", .unexpectedByte(0x54), 0), ("NaN", .unexpectedByte(0x4E), 0), ("+1", .unexpectedByte(0x2B), 0),
    (".5", .unexpectedByte(0x2E), 0), ("01", .invalidNumber, 0), ("-01", .invalidNumber, 0),
    ("-", .unexpectedEnd, 1),
    ("-a", .invalidNumber, 0), ("1.", .unexpectedEnd, 2), ("1.e1", .invalidNumber, 0),
    ("1e", .unexpectedEnd, 2),
    ("1e+", .unexpectedEnd, 3), ("0x1", .trailingBytes, 1), ("1 2", .trailingBytes, 2),
    ("[1", .unexpectedEnd, 2),
    ("[1,", .unexpectedEnd, 3), ("[1,]", .unexpectedByte(0x5D), 3), ("[,1]", .unexpectedByte(0x2C), 1),
    ("[1 2]", .unexpectedByte(0x32), 3), ("[1}", .unexpectedByte(0x7D), 2), ("]", .unexpectedByte(0x5D), 0),
    ("[1]]", .trailingBytes, 3), ("{", .unexpectedEnd, 1), ("{\"a\"", .unexpectedEnd, 4),
    ("{\"a\":", .unexpectedEnd, 5),
    ("{\"a\":}", .unexpectedByte(0x7D), 5), ("{\"a\" 1}", .unexpectedByte(0x31), 5),
    ("{a:1}", .unexpectedByte(0x61), 1),
    ("{'a':1}", .unexpectedByte(0x27), 1), ("{\"a\":1,}", .unexpectedByte(0x7D), 7),
    ("{1:1}", .unexpectedByte(0x31), 1),
    ("{\"a\":1]", .unexpectedByte(0x5D), 6), ("{\"a\":1 \"b\":2}", .unexpectedByte(0x22), 7),
    ("\"a", .unexpectedEnd, 2),
    ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"\u{0}\"", .controlCharacter(0), 1),
    ("\"\\x41\"", .invalidEscape, 1),
    ("\"\\", .unexpectedEnd, 2), ("\"\\\"", .unexpectedEnd, 3), ("\"\\u12", .unexpectedEnd, 5),
    ("\"\\u12G4\"", .invalidEscape, 1), ("\"\\uD800\"", .loneSurrogate, 1),
    ("\"\\uDC00\"", .loneSurrogate, 1),
    ("\"\\uD800\\u0041\"", .loneSurrogate, 1), ("\"\\uD800x\"", .loneSurrogate, 1),
    ("// x\n1", .unexpectedByte(0x2F), 0),
    ("[1/**/]", .unexpectedByte(0x2F), 2), ("\u{FEFF}1", .unexpectedByte(0xEF), 0),
    ("[\u{A0}1]", .unexpectedByte(0xC2), 1),
    (String(repeating: "[", count: 65), .tooDeep, 64),
    (String(repeating: "{\"a\":", count: 65), .tooDeep, 64 * 5),
  ]

  @Test(arguments: invalid)
  func whatItForbidsIsRefusedWhereItStands(text: String, kind: JSONError.Kind, offset: Int) {
    #expect(throws: JSONError(kind, at: offset)) {
      var reader = JSONReader(Array(text.utf8))
      try reader.skipValue()
      try reader.finish()
    }
  }

  static let brokenUTF8: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
    [0xF0, 0x80, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3, 0x28], [0xE2, 0x28, 0xA1],
    [0xF0, 0x9F, 0x98, 0x28],
  ]

  @Test(arguments: brokenUTF8)
  func stringsThatAreNotUTF8AreRefused(octets: [UInt8]) {
    #expect(throws: JSONError(.invalidUTF8, at: 2)) {
      var reader = JSONReader([0x22, 0x61] + octets + [0x22])
      _ = try reader.string()
    }
  }

  @Test func everyPrefixOfADocumentIsRefused() throws {
    let text = Array("{\"a\":[1.5e3,true,null,\"\\u00e9\\ud83d\\ude00é\"],\"b\":{\"c\":-12}}".utf8)
    for count in 0..<text.count {
      #expect(throws: JSONError.self, "\(count) bytes") {
        var reader = JSONReader(text, in: 0..<count)
        try reader.skipValue()
        try reader.finish()
      }
    }
    var reader = JSONReader(text)
    try reader.skipValue()
    try reader.finish()
  }

  @Test func stringsAreDecoded() throws {
    var reader = JSONReader(Array("[\"\\u00e9\\ud83d\\ude00\\n\\/é\", \"plain\", \"\"]".utf8))
    try reader.beginArray()
    var strings: [String] = []
    while try reader.nextElement() { strings.append(try reader.string()) }
    try reader.finish()
    #expect(strings == ["é😀\n/é", "plain", ""])
  }

  @Test func numbersKeepTheirDigits() throws {
    for text in ["0451", "1e400"] {
      var reader = JSONReader(Array("[\(text)]".utf8))
      try reader.beginArray()
      #expect(try reader.nextElement())
      if text == "0451" {
        #expect(throws: JSONError(.invalidNumber, at: 1)) { try reader.numberText() }
      } else {
        #expect(try reader.numberText() == text)
      }
    }
  }

  static let integers: [(text: String, value: Int?)] = [
    ("0", 0), ("-0", 0), ("42", 42), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", nil), ("1e2", nil),
    ("99999999999999999999999", nil),
  ]

  @Test(arguments: integers)
  func integersAreExactOrRefused(text: String, value: Int?) throws {
    var reader = JSONReader(Array(text.utf8))
    if let value {
      #expect(try reader.integer() == value)
    } else {
      #expect(throws: JSONError(.notAnInteger, at: 0)) { try reader.integer() }
    }
  }

  @Test func membersAreReadInOrderAndTheRestIsSkipped() throws {
    let text = #"{"a":1,"skipped":{"x":[1,{"y":"]}"}]},"\u0062":"two","c":[true,false],"d":null}"#
    var reader = JSONReader(Array(text.utf8))
    var seen: [String] = []
    try reader.beginObject()
    while let key = try reader.nextRawKey() {
      if reader.matches(key, "a") {
        seen.append("a\(try reader.integer())")
      } else if reader.matches(key, "b") {
        seen.append("b\(try reader.string())")
      } else if reader.matches(key, "c") {
        try reader.beginArray()
        while try reader.nextElement() { seen.append("c\(try reader.bool())") }
      } else if reader.matches(key, "d") {
        try reader.null()
        seen.append("d")
      } else {
        try reader.skipValue()
      }
    }
    try reader.finish()
    #expect(seen == ["a1", "btwo", "ctrue", "cfalse", "d"])
  }

  @Test func anotherTypeIsNamed() {
    #expect(throws: JSONError(.wrongType(expected: .string, found: .number), at: 1)) {
      var reader = JSONReader(Array(" 7".utf8))
      _ = try reader.string()
    }
    #expect(throws: JSONError(.wrongType(expected: .object, found: .array), at: 0)) {
      var reader = JSONReader(Array("[]".utf8))
      try reader.beginObject()
    }
  }

  @Test(arguments: [2, 15, 16, 17, 40])
  func aKeyThatStandsTwiceIsFound(count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":0" } + ["\"k\(count - 1)\":0"]
    var reader = JSONReader(Array("{\(members.joined(separator: ","))}".utf8))
    try reader.beginObject()
    var keys = JSONKeys()
    var found: JSONError?
    do {
      while let key = try reader.nextKey() {
        try keys.insert(key, from: reader)
        try reader.skipValue()
      }
    } catch { found = error }
    #expect(found?.kind == .duplicateKey("k\(count - 1)"))
  }
}
