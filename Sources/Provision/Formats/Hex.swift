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
