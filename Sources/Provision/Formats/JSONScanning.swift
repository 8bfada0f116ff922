// The lexical half of the reader: white space, strings, numbers, words.
extension JSONReader {
  /// The next byte that is not white space, not read away.
  @inline(__always)
  mutating func nextByte() throws(JSONError) -> UInt8 {
    skipWhitespace()
    guard offset < end else { throw JSONError(.unexpectedEnd, at: end) }
    return bytes[offset]
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  mutating func scanWord(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < end else { throw JSONError(.unexpectedEnd, at: end) }
      guard bytes[offset] == word.withUTF8Buffer({ $0[index] }) else {
        throw JSONError(.unexpectedByte(bytes[offset]), at: offset)
      }
      offset += 1
    }
  }

  /// A number by the grammar of §6.
  mutating func scanNumber() throws(JSONError) {
    let start = offset
    if offset < end, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    let digits = try scanDigits(start)
    if digits > 1, bytes[first] == UInt8(ascii: "0") { throw JSONError(.invalidNumber, at: start) }
    if offset < end, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      _ = try scanDigits(start)
    }
    if offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < end, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        offset += 1
      }
      _ = try scanDigits(start)
    }
  }

  /// At least one digit; how many.
  private mutating func scanDigits(_ numberStart: Int) throws(JSONError) -> Int {
    let start = offset
    while offset < end, bytes[offset] &- 0x30 < 10 { offset += 1 }
    guard offset > start else {
      throw offset < end ? JSONError(.invalidNumber, at: numberStart) : JSONError(.unexpectedEnd, at: end)
    }
    return offset - start
  }

  /// A string from its opening quote; all of it is checked.
  mutating func scanString() throws(JSONError) -> RawString {
    let start = offset + 1
    var index = start
    var escaped = false
    var high: UInt64 = 0
    // A span of `self` would keep the rest of it from being changed.
    let bytes = bytes
    let span = bytes.span.bytes.extracting(0..<end)
    while true {
      index = span.skipPlain(from: index, delimiter: UInt8(ascii: "\\"), &high)
      guard index < end else { break }
      let byte = span.byte(index)
      if byte == UInt8(ascii: "\"") {
        if high & 0x8080_8080_8080_8080 != 0 { try checkUTF8(start, index) }
        offset = index + 1
        return RawString(range: start..<index, escaped: escaped)
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
        index = try scanEscape(at: index).next
      } else {
        throw JSONError(.controlCharacter(byte), at: index)
      }
    }
    throw JSONError(.unexpectedEnd, at: end)
  }

  /// The scalar that the escape at `index` stands for, and where it ends; a surrogate pair is one escape.
  private func scanEscape(at index: Int) throws(JSONError) -> (scalar: UInt32, next: Int) {
    guard index + 1 < end else { throw JSONError(.unexpectedEnd, at: end) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""): return (0x22, index + 2)
    case UInt8(ascii: "\\"): return (0x5C, index + 2)
    case UInt8(ascii: "/"): return (0x2F, index + 2)
    case UInt8(ascii: "b"): return (0x08, index + 2)
    case UInt8(ascii: "f"): return (0x0C, index + 2)
    case UInt8(ascii: "n"): return (0x0A, index + 2)
    case UInt8(ascii: "r"): return (0x0D, index + 2)
    case UInt8(ascii: "t"): return (0x09, index + 2)
    case UInt8(ascii: "u"):
      let unit = try hexUnit(at: index)
      guard 0xD800...0xDFFF ~= unit else { return (unit, index + 6) }
      guard unit < 0xDC00 else { throw JSONError(.loneSurrogate, at: index) }
      guard index + 7 < end, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u")
      else {
        throw JSONError(.loneSurrogate, at: index)
      }
      let second = try hexUnit(at: index + 6)
      guard 0xDC00...0xDFFF ~= second else { throw JSONError(.loneSurrogate, at: index) }
      return (0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00), index + 12)
    default: throw JSONError(.invalidEscape, at: index)
    }
  }

  /// The four digits after the `\u` at `index`.
  private func hexUnit(at index: Int) throws(JSONError) -> UInt32 {
    guard index + 6 <= end else { throw JSONError(.unexpectedEnd, at: end) }
    var unit: UInt32 = 0
    for position in index + 2..<index + 6 {
      guard let digit = Hex.value(of: bytes[position]) else { throw JSONError(.invalidEscape, at: index) }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Well-formed UTF-8 by the Unicode Standard's table 3-7: no overlong forms, no surrogates, nothing above 10FFFF.
  private func checkUTF8(_ start: Int, _ stop: Int) throws(JSONError) {
    var index = start
    while index < stop {
      let byte = bytes[index]
      let (count, least, most): (Int, UInt8, UInt8) =
        switch byte {
        case 0x00...0x7F: (0, 0, 0)
        case 0xC2...0xDF: (1, 0x80, 0xBF)
        case 0xE0: (2, 0xA0, 0xBF)
        case 0xED: (2, 0x80, 0x9F)
        case 0xE1...0xEF: (2, 0x80, 0xBF)
        case 0xF0: (3, 0x90, 0xBF)
        case 0xF1...0xF3: (3, 0x80, 0xBF)
        case 0xF4: (3, 0x80, 0x8F)
        default: throw JSONError(.invalidUTF8, at: index)
        }
      guard index + count < stop else { throw JSONError(.invalidUTF8, at: index) }
      for step in 0..<count {
        let next = bytes[index + 1 + step]
        guard step == 0 ? least...most ~= next : 0x80...0xBF ~= next else {
          throw JSONError(.invalidUTF8, at: index)
        }
      }
      index += 1 + count
    }
  }

  // MARK: - What a checked string says

  /// The string itself.
  public func string(of raw: RawString) throws(JSONError) -> String {
    guard raw.escaped else { return String(decoding: bytes[raw.range], as: UTF8.self) }
    var octets: [UInt8] = []
    octets.reserveCapacity(raw.range.count)
    var index = raw.range.lowerBound
    while index < raw.range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        octets.append(bytes[index])
        index += 1
        continue
      }
      let (value, next) = try scanEscape(at: index)
      guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: index) }
      octets.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      index = next
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// The octets that the hexadecimal digits of a string stand for; nil where it holds anything else.
  public func octets(of raw: RawString) -> [UInt8]? {
    raw.escaped ? nil : Hex.decode(bytes, in: raw.range)
  }

  /// Whether the string is `text`.
  public func matches(_ raw: RawString, _ text: StaticString) -> Bool {
    if raw.escaped {
      return (try? string(of: raw)) == text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    }
    let count = raw.range.count
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count where buffer[index] != bytes[raw.range.lowerBound + index] { return false }
      return true
    }
  }

  /// A string of at most 16 bytes as a number (see ``JSONReader/code(of:)``), for quick comparison; nil for longer ones.
  func code(of raw: RawString) -> UInt128? {
    if raw.escaped { return (try? string(of: raw)).flatMap { Self.code(of: $0) } }
    guard raw.range.count <= 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in raw.range {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(bytes[index])
    }
    return UInt128(high) << 64 | UInt128(low)
  }

  /// The bytes of a text in UTF-8, the first highest; nil where it has more than 16 or holds U+0000, so that codes differ.
  static func code(of text: String) -> UInt128? {
    guard text.utf8.count <= 16, !text.utf8.contains(0) else { return nil }
    return text.utf8.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
