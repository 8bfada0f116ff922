/// Hexadecimal text of bytes: upper case, no separators.
public enum Hex {
  private static let digits: [UInt8] = Array("0123456789ABCDEF".utf8)

  /// The upper-case hexadecimal digits of `bytes`.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
      octets.append(digits[Int(byte >> 4)])
      octets.append(digits[Int(byte & 15)])
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// The bytes that an even number of ASCII digits stands for; nil where there is anything else.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard let value = value(of: character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// As ``decode(_:)``, of the part of `text` that `range` names.
  static func decode(_ text: [UInt8], in range: Range<Int>) -> [UInt8]? {
    guard range.count.isMultiple(of: 2) else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count / 2)
    for index in 0..<bytes.count {
      let at = range.lowerBound + index * 2
      guard let high = value(of: text[at]), let low = value(of: text[at + 1]) else { return nil }
      bytes[index] = high << 4 | low
    }
    return bytes
  }

  /// The four bytes that eight digits stand for, digits and bytes alike with the first lowest; nil where one of them is none.
  @inline(__always)
  static func bytes(ofEight digits: UInt64) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A top bit is set where a byte, its own top bit aside, is at or above a bound.
    let low = digits & (ones &* 0x7F)
    let letters = low | (ones &* 0x20)
    let isDigit = (low &+ (ones &* (0x80 - 0x30))) & ~(low &+ (ones &* (0x80 - 0x3A)))
    let isLetter = (letters &+ (ones &* (0x80 - 0x61))) & ~(letters &+ (ones &* (0x80 - 0x67)))
    guard (isDigit | isLetter) & ~digits & (ones &* 0x80) == ones &* 0x80 else { return nil }
    // `A` and `a` end in 1, and have a bit that digits lack.
    let values = (digits & (ones &* 0x0F)) &+ ((digits &>> 6) & ones) &* 9
    var pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    pairs = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs &>> 16)
  }

  @inline(__always)
  static func value(of character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}
