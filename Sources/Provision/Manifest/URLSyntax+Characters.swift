// Characters one by one, where a URL has some that are out of the ordinary.
extension URLSyntax {
  /// The first character that can't stand in an IRI.
  static func oddCharacter(_ bytes: [UInt8], _ start: Int, _ end: Int, onlyBlank: Bool) -> Judgement? {
    var offset = start
    let scalars = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars
    // Trailing white space is told apart from white space within.
    let blank = scalars.reversed().prefix { isWhitespace($0.value) }.count
    let trailing = scalars.count - blank
    for (number, scalar) in scalars.enumerated() {
      let value = scalar.value
      if isWhitespace(value) {
        let fault: URLFault =
          number >= trailing && trailing > 0 ? .trailingWhitespace(scalar: value) : .whitespace(scalar: value)
        return Judgement(fault: fault, index: offset)
      }
      if value < 0x20 || (0x7F...0x9F).contains(value) || isFormat(value) {
        return Judgement(fault: .control(scalar: value), index: offset)
      }
      if !onlyBlank, !isAllowed(value) { return Judgement(fault: .character(scalar: value), index: offset) }
      offset += scalar.utf8.count
    }
    return nil
  }

  private static func isWhitespace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060,
      0x3000,
      0xFEFF:
      true
    default: false
    }
  }

  /// Bidirectional controls, which RFC 3987 §4.1 forbids.
  private static func isFormat(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// RFC 3986's characters, and `ucschar` and `iprivate` of RFC 3987.
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<64: low >> UInt64(scalar) & 1 == 1
    case 64..<128: high >> UInt64(scalar & 63) & 1 == 1
    case 0xFDD0...0xFDEF, 0xFFF0...0xFFFF: false
    default: scalar & 0xFFFE != 0xFFFE
    }
  }
}
