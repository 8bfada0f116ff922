/// The syntax of absolute URIs and IRIs (RFC 3986 §3, RFC 3987 §2.2), as far as a tag needs it.
///
/// It judges and never mends: what passes is written byte for byte.
enum URLSyntax {
  /// What was found.
  struct Judgement {
    /// What is wrong, and the index of the first byte at fault.
    var fault: URLFault?
    var index = 0
    var hasUpperCaseScheme = false
    var hasNonASCII = false
    /// The index of a square bracket outside a host.
    var bracket: Int?
  }

  // The ASCII characters that may stand in a URI: unreserved, reserved and `%`; as bits, 0–63 and 64–127.
  private static let low: UInt64 = bits("!#$%&'()*+,-./0123456789:;=?", from: 0)
  private static let high: UInt64 = bits(
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~", from: 64)

  /// Those of them that are looked at: `#`, `%`, `[` and `]`.
  private static let special = (low: bits("#%", from: 0), high: bits("[]", from: 64))

  private static func bits(_ characters: String, from first: UInt8) -> UInt64 {
    characters.utf8.reduce(0) { $0 | 1 << UInt64($1 &- first) }
  }

  /// Whether the bytes are an absolute URI without any fault.
  static func isAbsolute(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    judge(bytes, start, end).fault == nil
  }

  /// Judges the bytes from `start` to `end`, which are UTF-8.
  static func judge(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Judgement {
    var result = Judgement(index: start)
    guard start < end else { return result.with(.empty, at: start) }
    guard let colon = schemeEnd(bytes, start, end, &result.hasUpperCaseScheme) else {
      // White space or a control character explains more than "no scheme", where it stands in the way.
      if let odd = oddCharacter(bytes, start, end, onlyBlank: true) { return odd }
      return result.with(.noScheme, at: start)
    }
    let span = bytes.span.bytes.extracting(0..<end)
    let (low, high) = (Self.low & ~Self.special.low, Self.high & ~Self.special.high)
    var index = colon + 1
    var bracket = -1
    var hashes = 0
    while true {
      // Most characters need no second look.
      while index < end {
        let byte = span.byte(index)
        guard byte < 0x80, (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 else { break }
        index &+= 1
      }
      guard index < end else { break }
      let byte = bytes[index]
      if byte >= 0x80 {
        result.hasNonASCII = true
      } else if byte == 0x25 {
        guard index + 2 < end, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return result.with(.percent, at: index)
        }
      } else if byte == 0x5B || byte == 0x5D {
        if bracket < 0 { bracket = index }
      } else if byte == 0x23 {
        hashes += 1
        if hashes > 1 { return result.with(.character(scalar: 0x23), at: index) }
      } else {
        break
      }
      index += 1
    }
    if index < end || result.hasNonASCII, let odd = oddCharacter(bytes, start, end, onlyBlank: false) {
      return odd
    }
    if colon + 1 == end { return result.with(isWeb(bytes, start, colon) ? .noHost : .empty, at: end) }
    if isWeb(bytes, start, colon) {
      judgeAuthority(bytes, colon + 1, end, &result)
    } else if isHostAndPort(bytes, start, colon, end) {
      return result.with(.noScheme, at: start)
    }
    if result.fault == nil, bracket >= 0 { result.bracket = bracketBehindAuthority(bytes, colon + 1, end) }
    return result
  }

  /// The index of the colon behind a scheme (§3.1).
  private static func schemeEnd(_ bytes: [UInt8], _ start: Int, _ end: Int, _ isUpperCase: inout Bool) -> Int?
  {
    var index = start
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): isUpperCase = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if index == start { return nil }
      case UInt8(ascii: ":"): return index > start ? index : nil
      default: return nil
      }
      index += 1
    }
    return nil
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  /// Whether the scheme is `http` or `https`, in any case.
  private static func isWeb(_ bytes: [UInt8], _ start: Int, _ colon: Int) -> Bool {
    let count = colon - start
    guard count == 4 || count == 5, bytes[start] | 0x20 == 0x68, bytes[start + 1] | 0x20 == 0x74,
      bytes[start + 2] | 0x20 == 0x74, bytes[start + 3] | 0x20 == 0x70
    else { return false }
    return count == 4 || bytes[start + 4] | 0x20 == 0x73
  }

  /// Whether what looks like a scheme is a host with a port behind it, as in `e.com:8080/a`: a name with a dot, then digits to
  /// the end or to a path. Schemes with dots there are, and none that is known has a number alone behind it.
  private static func isHostAndPort(_ bytes: [UInt8], _ start: Int, _ colon: Int, _ end: Int) -> Bool {
    guard bytes[start..<colon].contains(0x2E) else { return false }
    let stop = authorityEnd(bytes, colon + 1, end)
    return stop > colon + 1 && bytes[colon + 1..<stop].allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The end of the authority that starts at `start` (§3.2): `/`, `?`, `#` or the end.
  private static func authorityEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != 0x2F, bytes[index] != 0x3F, bytes[index] != 0x23 { index += 1 }
    return index
  }

  /// The first square bracket that is not part of a host.
  private static func bracketBehindAuthority(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    let hasAuthority = start + 2 <= end && bytes[start] == 0x2F && bytes[start + 1] == 0x2F
    let first = hasAuthority ? authorityEnd(bytes, start + 2, end) : start
    return (first..<end).first { bytes[$0] == 0x5B || bytes[$0] == 0x5D }
  }

  /// `//`, perhaps `user@`, a host, perhaps `:port`.
  private static func judgeAuthority(_ bytes: [UInt8], _ start: Int, _ end: Int, _ result: inout Judgement) {
    guard start + 2 <= end, bytes[start] == 0x2F, bytes[start + 1] == 0x2F else {
      result = result.with(.noHost, at: start)
      return
    }
    let stop = authorityEnd(bytes, start + 2, end)
    var host = start + 2
    var index = host
    while index < stop {
      if bytes[index] == 0x40 { host = index + 1 }
      index += 1
    }
    index = host
    if index < stop, bytes[index] == 0x5B {
      while index < stop, bytes[index] != 0x5D { index += 1 }
      guard index < stop, index > host + 1 else {
        result = result.with(.noHost, at: host)
        return
      }
      index += 1
    } else {
      while index < stop, bytes[index] != 0x3A { index += 1 }
    }
    guard index > host else {
      result = result.with(.noHost, at: host)
      return
    }
    guard index < stop else { return }
    let port = index
    var number = 0
    index += 1
    while index < stop, (0x30...0x39).contains(bytes[index]), number <= 65_535 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    if bytes[port] != 0x3A || index < stop || number > 65_535 { result = result.with(.port, at: port) }
  }

  /// The first character that can't stand in an IRI.
  private static func oddCharacter(_ bytes: [UInt8], _ start: Int, _ end: Int, onlyBlank: Bool) -> Judgement?
  {
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
      offset += UTF8.width(scalar)
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

extension URLSyntax.Judgement {
  fileprivate func with(_ fault: URLFault, at index: Int) -> Self {
    var copy = self
    copy.fault = fault
    copy.index = index
    return copy
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { scalar.utf8.count }
}
