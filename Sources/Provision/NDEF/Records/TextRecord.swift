/// A Text record (RTD Text 1.0): plain text in a language.
public struct TextRecord: Equatable, Sendable {
  /// The record's type name, NFC Forum well-known.
  public static let type: [UInt8] = Array("T".utf8)

  private static let utf16Bit: UInt8 = 0x80
  private static let reservedBit: UInt8 = 0x40

  /// The text, as it was given: no normalisation, line breaks untouched.
  public let text: String
  /// The language, a BCP 47 tag of 1 to 63 ASCII characters.
  public let language: String

  /// - Throws: ``NDEFError/Reason/languageLength`` for a language of 0 or more than 63 bytes,
  ///   ``NDEFError/Reason/invalidCharacter`` where it is not ASCII text.
  public init(_ text: String, language: String) throws(NDEFError) {
    try Self.check(Array(language.utf8))
    self.text = text
    self.language = language
  }

  /// Reads a record in UTF-8 or UTF-16; UTF-16 without a byte order mark is big-endian (RTD Text 1.0 §3.3).
  public init(decoding record: NDEFRecord) throws(NDEFError) {
    guard record.typeNameFormat == .wellKnown, record.type == Self.type else {
      throw NDEFError(.otherType, offset: 0)
    }
    var cursor = ByteCursor(record.payload)
    let status = try cursor.byte()
    guard status & Self.reservedBit == 0 else { throw NDEFError(.reservedValue, offset: 0) }
    let language = try cursor.bytes(Int(status & 0x3F))
    try Self.check(Array(language))
    let start = cursor.offset
    let octets = try cursor.bytes(cursor.left)
    let text =
      status & Self.utf16Bit == 0
      ? String(validating: octets, as: UTF8.self) : Self.utf16(octets)
    guard let text else { throw NDEFError(.invalidText, offset: start) }
    self.text = text
    self.language = String(decoding: language, as: UTF8.self)
  }

  /// The record, in UTF-8.
  public func encoded() -> NDEFRecord {
    NDEFRecord(
      unchecked: .wellKnown, type: Self.type,
      payload: [UInt8(truncatingIfNeeded: language.utf8.count)] + language.utf8 + text.utf8)
  }

  private static func check(_ language: [UInt8]) throws(NDEFError) {
    guard (1...63).contains(language.count) else { throw NDEFError(.languageLength, offset: 0) }
    if let index = language.firstIndex(where: { !(0x21...0x7E).contains($0) }) {
      throw NDEFError(.invalidCharacter, offset: 1 + index)
    }
  }

  private static func utf16(_ octets: ArraySlice<UInt8>) -> String? {
    guard octets.count.isMultiple(of: 2) else { return nil }
    let littleEndian = octets.starts(with: [0xFF, 0xFE])
    let marked = littleEndian || octets.starts(with: [0xFE, 0xFF])
    let bytes = marked ? octets.dropFirst(2) : octets
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return littleEndian ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }
}

extension NDEFRecord {
  /// A Text record; see ``TextRecord/init(_:language:)``.
  public static func text(_ text: String, language: String) throws(NDEFError) -> NDEFRecord {
    try TextRecord(text, language: language).encoded()
  }
}
