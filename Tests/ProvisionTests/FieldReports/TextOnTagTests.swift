internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Texts of every kind and size, written over libnfc, read back by an independent decoder.
@Suite("A text on a tag", .serialized) struct TextOnTagTests {
  /// revtel/react-native-nfc-manager#118, #214: letters lost their accents, or became others.
  static let texts = [
    "à§ e\u{301} שלום 👨‍👩‍👧", "é", "e\u{301}", "\u{212B}", "\u{1E9B}\u{323}", "日本語 한글 中文", "\u{FEFF}x",
    "\u{200F}x", "ﬁ",
    "a\tb", " x ", "\u{10FFFF}", "=1+1", "line 1\nline 2",
  ]

  @Test func everyTextIsThereByteForByte() throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(
      manifest: "id,text\n" + Self.texts.enumerated().map { "A\($0.offset),\"\($0.element)\"\n" }.joined())
    let run = try bench.present(WalkBench.tags(Self.texts.count), with: bench.open())
    #expect(run.ending == .complete, "\(run.events.suffix(3))")
    for (text, message) in zip(Self.texts, run.messages) {
      let record = try #require(PlainRecord(message), "\(text)")
      #expect(record.type == "T")
      #expect(record.payload == [2] + Array("en".utf8) + Array(text.utf8), "\(text)")
    }
    // As bytes: String's own equality knows normalisation.
    #expect(run.done.map { Array(($0.text ?? "").utf8) } == Self.texts.map { Array($0.utf8) })
  }

  /// chariotsolutions/phonegap-nfc#219: a language's length was read with five bits of the six.
  static let languages = [
    "e", "en", "ja", "zh-Hant-HK", String(repeating: "abcdefg-", count: 3) + "abcdefg",
    String(repeating: "abcdefg-", count: 3) + "abcdefgh", String(repeating: "abcdefg-", count: 4) + "a",
    String(repeating: "abcdefg-", count: 7) + "abcdefg",
  ]

  @Test func everyLengthOfALanguageIsInTheStatusByte() throws {
    #expect(Self.languages.map(\.count) == [1, 2, 2, 10, 31, 32, 33, 63])
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(
      manifest: "id,text,lang\n"
        + Self.languages.enumerated().map { "A\($0.offset),x,\($0.element)\n" }.joined())
    let run = try bench.present(WalkBench.tags(Self.languages.count), with: bench.open())
    #expect(run.ending == .complete, "\(run.events.suffix(3))")
    for (language, message) in zip(Self.languages, run.messages) {
      let record = try #require(PlainRecord(message), "\(language)")
      #expect(record.payload == [UInt8(language.utf8.count)] + Array(language.utf8) + Array("x".utf8))
      #expect(Int(record.payload[0] & 0x3F) == language.utf8.count)
    }
    let report = try NDEFMessage(decoding: #require(run.messages.last ?? nil))
    #expect(try TextRecord(decoding: report.records[0]).language == Self.languages.last)
  }

  @Test(arguments: [
    (String(repeating: "abcdefg-", count: 7) + "abcdefgh", LanguageFault.length(64)),
    ("ru_RU", .form(suggestion: "ru-RU")), ("en_GB.UTF-8", .form(suggestion: "en-GB")),
    ("-", .form(suggestion: nil)),
    ("ж", .form(suggestion: nil)), (String(repeating: "a", count: 300), .length(300)),
  ])
  func whatIsNoLanguageIsRefused(language: String, fault: LanguageFault) throws {
    let kinds = try ManifestFixture("text,lang\nx,\(language)\n").issues().map(\.kind)
    guard case .language(_, fault) = kinds.first else {
      Issue.record("\(kinds)")
      return
    }
    #expect(kinds.count == 1)
    #expect(throws: ManifestError.self) {
      try ManifestFixture("text\nx\n").open(ManifestOptions(language: language))
    }
  }

  /// An empty cell asks for the run's language; a language of no characters is refused.
  @Test func noLanguageIsTheRunsLanguage() throws {
    let fixture = try ManifestFixture("text,lang\nx,\ny,de\n")
    #expect(try fixture.rows(ManifestOptions(language: "ja")).map(\.language) == ["ja", "de"])
    #expect(
      try ManifestFixture("text\nx\n").issues(ManifestOptions(language: "")).map(\.kind)
        == [.language(value: "", .length(0))])
  }

  /// linux-nfc/neard#26, don/NDEF#53 and #60, revtel/react-native-nfc-manager#87: payloads of 252 to 257 bytes, where the
  /// record's length needs four bytes, and messages of 254 to 256, where the TLV's needs three.
  static let sizes = Array(246...259) + [300, 511, 512, 800]

  @Test func everyLengthAroundTheLongFormsIsRight() throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    // The payload is the status byte, the language and the text.
    try bench.write(
      manifest: "id,text\n"
        + Self.sizes.map { "A\($0),\(String(repeating: "x", count: $0 - 4))!\n" }.joined())
    let run = try bench.present(WalkBench.tags(Self.sizes.count, chip: "NTAG216"), with: bench.open())
    #expect(run.ending == .complete, "\(run.events.suffix(3))")
    var messageSizes: Set<Int> = []
    for (size, tag) in zip(Self.sizes, run.tags) {
      let octets = try #require(PlainReading.message(on: tag), "\(size)")
      let record = try #require(PlainRecord(octets), "\(size)")
      #expect(record.payload.count == size)
      #expect(record.payload.last == UInt8(ascii: "!"))
      #expect(record.isShort == (size <= 255), "\(size)")
      #expect(octets.count == size + (size <= 255 ? 4 : 7))
      messageSizes.insert(octets.count)
      let area = Array(tag.memory[16...])
      if octets.count < 255 {
        #expect(Array(area.prefix(2)) == [0x03, UInt8(octets.count)], "\(size)")
        #expect(area[2 + octets.count] == 0xFE)
      } else {
        #expect(
          Array(area.prefix(4)) == [0x03, 0xFF, UInt8(octets.count >> 8), UInt8(octets.count & 0xFF)],
          "\(size)")
        #expect(area[4 + octets.count] == 0xFE)
      }
    }
    #expect(messageSizes.isSuperset(of: [254, 255, 256]))
    #expect(run.done.map(\.attempts) == Self.sizes.map { _ in 1 })
  }
}
