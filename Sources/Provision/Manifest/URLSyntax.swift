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
    /// The index behind the authority, or behind the scheme's colon where there is none; only where there is no fault.
    var originEnd = 0
  }

  // The ASCII characters that may stand in a URI, as bits, 0–63 and 64–127: `!#$%&'()*+,-./0123456789:;=?` and
  // `@A…Z[]_a…z~`, which are the unreserved, the reserved and `%`.
  static let low: UInt64 = 0xAFFF_FFFA_0000_0000
  static let high: UInt64 = 0x47FF_FFFE_AFFF_FFFF

  // Those of them that are looked at: `#`, `%`, `[` and `]`.
  private static let specialLow: UInt64 = 0x28_0000_0000
  private static let specialHigh: UInt64 = 0x2800_0000

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
    var index = colon + 1
    var bracket = -1
    var hashes = 0
    while true {
      index = skipPlain(span, from: index)
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
    let hasAuthority = colon + 3 <= end && bytes[colon + 1] == 0x2F && bytes[colon + 2] == 0x2F
    if !hasAuthority {
      if isWeb(bytes, start, colon) { return result.with(.noHost, at: colon + 1) }
      if isHostAndPort(bytes, start, colon, end) { return result.with(.noScheme, at: start) }
    }
    result.originEnd = colon + 1
    if hasAuthority {
      let host = hostEnd(span, from: colon + 3)
      let isEnded = host > colon + 3 && (host == end || isAuthorityEnd(bytes[host]))
      result.originEnd = isEnded ? host : authorityEnd(bytes, host, end)
      if !isEnded, isWeb(bytes, start, colon) { judgeAuthority(bytes, colon + 3, result.originEnd, &result) }
    }
    if result.fault == nil, bracket >= 0 {
      result.bracket = (result.originEnd..<end).first { bytes[$0] == 0x5B || bytes[$0] == 0x5D }
    }
    return result
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// The top bit of each byte of `word` that is within bounds, its own top bit aside; other bits mean nothing.
  @inline(__always)
  private static func bytes(in word: UInt64, from first: UInt64, below end: UInt64) -> UInt64 {
    let octets = word & ~tops
    return (octets &+ ones &* (0x80 &- first)) & ~(octets &+ ones &* (0x80 &- end))
  }

  /// The same for ASCII letters in any case.
  @inline(__always)
  private static func letters(in word: UInt64) -> UInt64 {
    bytes(in: word | ones &* 0x20, from: 0x61, below: 0x7B)
  }

  /// The index of the first byte at or behind `index` that needs a second look; most characters need none.
  private static func skipPlain(_ span: RawSpan, from index: Int) -> Int {
    let (low, high) = (Self.low & ~specialLow, Self.high & ~specialHigh)
    var index = index
    while index < span.byteCount {
      if index &+ 8 <= span.byteCount {
        let word = UInt64(
          littleEndian: span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
        // Letters, and `&` to `;`.
        let odd = (~(letters(in: word) | bytes(in: word, from: 0x26, below: 0x3C)) | word) & tops
        guard odd != 0 else {
          index &+= 8
          continue
        }
        index &+= odd.trailingZeroBitCount / 8
      }
      let byte = span.byte(index)
      guard byte < 0x80, (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 else { break }
      index &+= 1
    }
    return index
  }

  /// The index of the colon behind a scheme (§3.1).
  private static func schemeEnd(_ bytes: [UInt8], _ start: Int, _ end: Int, _ isUpperCase: inout Bool) -> Int?
  {
    var index = start
    if end - start >= 8, isSecureWeb(bytes, start) { return start + 5 }
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

  /// Whether the eight bytes from `start` are `https://`.
  private static func isSecureWeb(_ bytes: [UInt8], _ start: Int) -> Bool {
    let word = bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
    return UInt64(bigEndian: word) == 0x68_74_74_70_73_3A_2F_2F
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  /// Whether the scheme is `http` or `https`, in any case.
  static func isWeb(_ bytes: [UInt8], _ start: Int, _ colon: Int) -> Bool {
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

  /// The end of the authority that `start` is in (§3.2): `/`, `?`, `#` or the end.
  private static func authorityEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, !isAuthorityEnd(bytes[index]) { index += 1 }
    return index
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }

  /// The end of the letters, digits, dots and hyphens from `start` on, which most authorities are made of; within the last
  /// eight bytes it may be too early.
  private static func hostEnd(_ span: RawSpan, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= span.byteCount {
      let word = UInt64(
        littleEndian: span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      // `-` to `9`, but not `/`.
      let others = bytes(in: word, from: 0x2D, below: 0x3A) & ~bytes(in: word, from: 0x2F, below: 0x30)
      let odd = (~(letters(in: word) | others) | word) & tops
      guard odd == 0 else { return index &+ odd.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return index
  }

  /// Perhaps `user@`, a host, perhaps `:port`, from `start` to `stop`.
  private static func judgeAuthority(_ bytes: [UInt8], _ start: Int, _ stop: Int, _ result: inout Judgement) {
    var host = start
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
}

extension URLSyntax.Judgement {
  fileprivate func with(_ fault: URLFault, at index: Int) -> Self {
    var copy = self
    copy.fault = fault
    copy.index = index
    return copy
  }
}
