internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct JournalLineTests {
  private static func read(_ text: String) throws(JournalLineReader.Fault) -> JournalEntry? {
    let bytes = Array(text.utf8)
    return try JournalLineReader.entry(bytes, in: 0..<bytes.count)
  }

  private static func object(_ line: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  @Test(arguments: 0..<Recorded.entries.count)
  func everyEntryIsWrittenAsOneLineAndReadBack(index: Int) throws {
    let line = JournalLine.encode(Recorded.entries[index])
    #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(try JournalLineReader.entry(line, in: 0..<line.count - 1) == Recorded.entries[index])
  }

  @Test func aTagLineReadsAsTheContractSays() {
    #expect(
      String(decoding: Recorded.lines[11], as: UTF8.self)
        == #"{"type":"tag","at":"2026-11-30T06:53:01.090Z","row":3,"id":"id3","uid":"04A1B2C3D4E503","chip":"NTAG213","#
        + #""capacity":137,"url":"https://e.org/t/3","ndef":"D10102550403","bytes":6,"locked":false,"#
        + #""protected":false,"attempts":1,"ms":412,"verified":true,"adopted":true}"# + "\n")
  }

  @Test(arguments: 0..<Recorded.lines.count)
  func aLineWithoutARequiredFieldOrWithOneTwiceIsDamaged(index: Int) throws {
    let type = JournalLine.type(of: Recorded.entries[index].event)
    let whole = try Self.object(Recorded.lines[index])
    let present = Set(whole.keys)
    #expect(present.isSuperset(of: type.requiredFields.map(\.name)))
    #expect(present.isSubset(of: (type.requiredFields + type.optionalFields).map(\.name)))
    for field in type.requiredFields where field != .type {
      var object = whole
      object[field.name] = nil
      let text = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      #expect(throws: JournalLineReader.Fault("no \(field.name)")) { try Self.read(text) }
      object[field.name] = [1]
      let other = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      #expect(throws: JournalLineReader.Fault.self) { try Self.read(other) }
    }
    let text = String(decoding: Recorded.lines[index], as: UTF8.self)
    #expect(throws: JournalLineReader.Fault.self) {
      try Self.read(#"{"at":"2026-11-30T06:53:00.123Z","# + text.dropFirst())
    }
  }

  @Test(arguments: 0..<Recorded.lines.count)
  func fieldsInAnyOrderAndUnknownOnesAreRead(index: Int) throws {
    var object = try Self.object(Recorded.lines[index])
    object["future"] = ["type": "tag", "list": [1, 2.5, NSNull()]]
    object["attempt2"] = 1
    for options in [JSONSerialization.WritingOptions.sortedKeys, .prettyPrinted] {
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
      #expect(try Self.read(text) == Recorded.entries[index])
    }
  }

  @Test(arguments: [
    #"{"type":"future","at":5,"row":"x"}"#, #"{"row":"x","type":"a very long type that is not ours"}"#,
    #"{"type":"\u0066uture"}"#, #"{"type":"tags"}"#, #"{"type":""}"#,
  ])
  func linesOfUnknownTypesArePassedOver(text: String) throws {
    #expect(try Self.read(text) == nil)
  }

  /// What a changed byte makes of a line must not pass for a line of another version's.
  @Test(arguments: [
    #"{"at":1}"#, "{}", #"{"tyqe":"tag","at":5}"#, #"{"type":"tqg","at":5}"#, #"{"type":"Begin"}"#,
    #"{"type":"\u0065ne"}"#, #"{"type":5}"#,
  ])
  func aLineWithoutATypeOrWithOneThatIsNearlyOursIsDamage(text: String) {
    #expect(throws: JournalLineReader.Fault.self) { try Self.read(text) }
  }

  static let impossible: [(field: String, value: String, instead: String)] = [
    ("at", "\"2026-11-30T06:53:01.090Z\"", "\"yesterday\""), ("row", "3", "0"), ("row", "3", "-1"),
    ("row", "3", "3.0"),
    ("row", "3", "99999999999999999999"), ("uid", "\"04A1B2C3D4E503\"", "\"04A\""),
    ("uid", "\"04A1B2C3D4E503\"", "\"\""),
    ("uid", "\"04A1B2C3D4E503\"", "\"04:A1\""),
    ("uid", "\"04A1B2C3D4E503\"", "\"\(String(repeating: "00", count: 16))\""),
    ("bytes", "6", "7"), ("ndef", "\"D10102550403\"", "\"D10102550x03\""), ("verified", "true", "false"),
    ("verified", "true", "1"), ("ms", "412", "-1"), ("locked", "false", "null"), ("id", "\"id3\"", "3"),
    ("id", "\"id3\"", "\"\\ud800\""), ("chip", "\"NTAG213\"", "null"),
  ]

  @Test(arguments: impossible)
  func aFieldThatSaysWhatCannotBeIsDamage(field: String, value: String, instead: String) {
    let text = String(decoding: Recorded.lines[11].dropLast(), as: UTF8.self)
    let changed = text.replacing("\"\(field)\":\(value)", with: "\"\(field)\":\(instead)")
    #expect(changed != text)
    #expect(throws: JournalLineReader.Fault.self) { try Self.read(changed) }
  }
}
