internal import Testing

@testable internal import Provision

@Suite struct NDEFMessageTests {
  private static let seeds = NDEFVectorTests.messages.map(\.octets).filter { !$0.isEmpty }

  @Test(arguments: [
    ("https://www.example.com", "D1010C55026578616D706C652E636F6D"),
    ("urn:epc:id:1", "D10102551E31"), ("urn:nfc:x", "D10102552378"), ("urn:x", "D10102551378"),
    ("HTTPS://e.com", "D1010E550048545450533A2F2F652E636F6D"),
    ("custom://x", "D1010B5500637573746F6D3A2F2F78"),
  ])
  func aURITakesTheLongestPrefix(_ uri: String, _ hex: String) throws {
    #expect(Hex.encode(NDEFMessage([try .uri(uri)]).encoded()) == hex)
  }

  @Test(arguments: ["a\u{1F}b", "\n", "\u{0}"]) func aURIWithAControlCharacterIsRefused(_ uri: String) {
    #expect(throws: NDEFError.self) { try URIRecord(uri) }
  }

  @Test(arguments: ["à§ e\u{301} שלום 👨‍👩‍👧", "", "=1+1", "a\r\n\r\nb"]) func textIsNotNormalised(_ text: String)
    throws
  {
    let record = try NDEFRecord.text(text, language: "zh-Hant-HK")
    #expect(Array(record.payload.dropFirst(11)) == Array(text.utf8))
    #expect(Array(try TextRecord(decoding: record).text.utf8) == Array(text.utf8))
  }

  @Test(arguments: [1, 32, 33, 63]) func languagesUpTo63CharactersFit(_ length: Int) throws {
    let language = String(repeating: "a", count: length)
    #expect(try TextRecord(decoding: try .text("x", language: language)).language == language)
  }

  @Test(arguments: [0, 64, 300]) func otherLanguageLengthsAreRefused(_ length: Int) {
    #expect(throws: NDEFError(.languageLength, offset: 0)) {
      try TextRecord("x", language: String(repeating: "a", count: length))
    }
  }

  @Test(arguments: [
    ("8265 6E 0041", "A"), ("82656E FEFF 0041", "A"), ("82656E FFFE 4100", "A"), ("82656E D83D DE33", "😳"),
  ]) func utf16IsRead(_ hex: String, _ text: String) throws {
    let payload = try #require(Hex.decode(hex.filter { $0 != " " }.utf8))
    let record = NDEFRecord(unchecked: .wellKnown, type: TextRecord.type, payload: payload)
    #expect(try TextRecord(decoding: record).text == text)
  }

  @Test(arguments: ["82656E D83D", "82656E 00", "C2656E 0041", "02656E FF", "02", ""])
  func brokenTextIsRefused(_ hex: String) throws {
    let payload = try #require(Hex.decode(hex.filter { $0 != " " }.utf8))
    let record = NDEFRecord(unchecked: .wellKnown, type: TextRecord.type, payload: payload)
    #expect(throws: NDEFError.self) { try TextRecord(decoding: record) }
  }

  @Test(arguments: [
    ("D70000", NDEFError.Reason.reservedTypeNameFormat, 0), ("D00000FF", .trailingBytes, 3),
    ("500000", .noMessageBegin, 0),
    ("900000", .noMessageEnd, 3), ("900000D00000", .repeatedMessageBegin, 3), ("F1010055", .brokenChunks, 0),
    ("D60000", .brokenChunks, 0), ("B101005551010055", .brokenChunks, 4),
    ("B10100555E000000", .forbiddenField, 4),
    ("C101FFFFFFFF55", .truncated(needed: 0xFFFF_FFFF, left: 0), 7), ("D10005", .missingType, 0),
    ("", .noRecords, 0), ("B00000560000", .brokenChunks, 0),
  ])
  func brokenBytesAreRefusedWithTheirPlace(_ hex: String, _ reason: NDEFError.Reason, _ offset: Int) throws {
    let octets = try #require(Hex.decode(hex.utf8))
    #expect(throws: NDEFError(reason, offset: offset)) { try NDEFMessage(decoding: octets) }
  }

  @Test func chunksAreJoined() throws {
    let whole = try #require(Hex.decode("B101025504653600017856000179".utf8))
    let message = try NDEFMessage(decoding: whole)
    #expect(try message.records.map { try URIRecord(decoding: $0).uri } == ["https://exy"])
  }

  /// The three forms that decode and are never written.
  @Test(arguments: ["C10100000002550465", "D9010200550465", "B1010255046556000178"])
  func allowedLongerFormsEncodeShorter(_ hex: String) throws {
    let octets = try #require(Hex.decode(hex.utf8))
    let message = try NDEFMessage(decoding: octets)
    #expect(message.encoded().count < octets.count)
    #expect(try NDEFMessage(decoding: message.encoded()) == message)
  }

  @Test(arguments: [252, 253, 254, 255, 256, 257]) func sizesAroundTheShortRecordAreRight(_ payload: Int)
    throws
  {
    let message = NDEFMessage([try .text(String(repeating: "x", count: payload - 3), language: "en")])
    #expect(message.encoded().count == message.encodedSize)
    #expect(message.encodedSize == payload + (payload <= 255 ? 4 : 7))
    #expect(try NDEFMessage(decoding: message.encoded()) == message)
  }

  @Test(arguments: [
    (NDEFMessage([]), "D00000"), (NDEFMessage.empty, "D00000"),
  ]) func nothingEncodesAsOneEmptyRecord(_ message: NDEFMessage, _ hex: String) {
    #expect(Hex.encode(message.encoded()) == hex)
    #expect(message.encodedSize == 3)
  }

  @Test func aSummaryNamesEachRecord() throws {
    let message = NDEFMessage([
      try .uri("https://example.org"), try .text("Badge 7", language: "en"),
      try MediaRecord(mediaType: "text/vcard", content: Array(repeating: 0, count: 120)).encoded(),
      try ExternalRecord(name: "android.com:pkg", content: Array("org.example".utf8)).encoded(), .empty,
    ])
    #expect(
      message.summary
        == "https://example.org, \"Badge 7\" (en), text/vcard, 120 bytes, Android application org.example, empty record"
    )
  }

  @Test func aSmartPosterKeepsItsParts() throws {
    let poster = SmartPosterRecord(
      uri: try URIRecord("https://e.com"), titles: [try TextRecord("E", language: "en")], action: .save,
      targetSize: 0x0102_0304, targetType: "a/b",
      icons: [try MediaRecord(mediaType: "image/png", content: [1])])
    #expect(try SmartPosterRecord(decoding: poster.encoded()) == poster)
  }

  @Test(arguments: 0..<200) func noMutationTrapsAndWhatDecodesEncodesTheSame(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      var octets = try #require(Self.seeds.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<octets.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: octets[index] = UInt8.random(in: 0...255, using: &random)
        case 1: octets[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: octets.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: if octets.count > 1 { octets.remove(at: index) }
        }
      }
      guard let message = try? NDEFMessage(decoding: octets) else { continue }
      _ = message.summary
      let again = message.encoded()
      #expect(again.count == message.encodedSize)
      // Shorter only by the named exceptions: long form, chunks, zero identifier length.
      #expect(again == octets || again.count < octets.count)
      #expect(try NDEFMessage(decoding: again) == message)
    }
  }
}
