/// Hexadecimal text of scenarios and dumps.
enum HexText {
  /// The bytes of an even number of digits; spaces and line ends are passed over. Nil for anything else.
  static func decode(_ text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for character in text.unicodeScalars where !character.properties.isWhitespace {
      guard let digit = Character(character).hexDigitValue, character.isASCII else { return nil }
      digits.append(UInt8(digit))
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Upper-case digits without separators.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let characters = Array("0123456789ABCDEF".utf8)
    let octets = bytes.flatMap { [characters[Int($0 >> 4)], characters[Int($0 & 0x0F)]] }
    return String(decoding: octets, as: UTF8.self)
  }
}
