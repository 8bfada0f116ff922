/// A strict pull parser of JSON (RFC 8259) over UTF-8 bytes: the caller says what it expects, nothing is built
/// that it does not ask for.
///
/// An object is read with ``beginObject()`` and then ``nextKey()`` until that returns nil, an array with
/// ``beginArray()`` and ``nextElement()`` until that returns false; after each key or element exactly one value is read
/// or skipped. Strings are decoded when they are asked for, numbers are given as they are written. It never recurses,
/// never goes deeper than ``depthLimit``, and allocates only for the strings it returns.
public struct JSONReader {
  /// How many containers may stand in one another.
  public static let depthLimit = 64

  /// The types of RFC 8259 §3.
  public enum ValueType: Equatable, Sendable { case object, array, string, number, bool, null }

  /// A string in the text: its bytes between the quotes, and whether there are escapes in them.
  public struct RawString: Equatable, Sendable {
    /// Where its contents stand, quotes excluded.
    public let range: Range<Int>
    let escaped: Bool
  }

  let bytes: [UInt8]
  let end: Int
  /// The offset of the next byte to be read.
  public internal(set) var offset: Int
  /// How many containers are open.
  private(set) var depth = 0
  /// Which of the open containers are objects, the innermost lowest.
  private var objects: UInt64 = 0
  /// Whether the innermost container has no member yet, so that no comma comes before the next.
  private var fresh = false

  /// Reads `bytes`, or the part of it that `range` names; parts outside of the array are left out.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The type of the next value; nothing is read away but white space.
  public mutating func peek() throws(JSONError) -> ValueType {
    switch try nextByte() {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case let byte: throw JSONError(.unexpectedByte(byte), at: offset)
    }
  }

  /// Enters an object.
  public mutating func beginObject() throws(JSONError) { try open(UInt8(ascii: "{"), .object) }

  /// Enters an array.
  public mutating func beginArray() throws(JSONError) { try open(UInt8(ascii: "["), .array) }

  /// The next member's key, with its colon read; nil after the last member, when the object is left.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard let raw = try nextRawKey() else { return nil }
    return try string(of: raw)
  }

  /// As ``nextKey()``, without decoding; ``matches(_:_:)`` compares it.
  public mutating func nextRawKey() throws(JSONError) -> RawString? {
    guard try nextMember(closing: UInt8(ascii: "}"), isObject: true) else { return nil }
    guard try nextByte() == UInt8(ascii: "\"") else {
      throw JSONError(.unexpectedByte(bytes[offset]), at: offset)
    }
    let key = try scanString()
    guard try nextByte() == UInt8(ascii: ":") else {
      throw JSONError(.unexpectedByte(bytes[offset]), at: offset)
    }
    offset += 1
    return key
  }

  /// Whether the array goes on; false after the last element, when the array is left.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try nextMember(closing: UInt8(ascii: "]"), isObject: false)
  }

  /// A string, decoded.
  public mutating func string() throws(JSONError) -> String { try string(of: rawString()) }

  /// A string, checked but not decoded.
  public mutating func rawString() throws(JSONError) -> RawString {
    guard try nextByte() == UInt8(ascii: "\"") else { throw try mismatch(.string) }
    return try scanString()
  }

  /// A number exactly as it is written.
  public mutating func numberText() throws(JSONError) -> String {
    guard try peek() == .number else { throw try mismatch(.number) }
    let start = offset
    try scanNumber()
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// A number without fraction and exponent that fits.
  public mutating func integer() throws(JSONError) -> Int {
    guard try peek() == .number else { throw try mismatch(.number) }
    let start = offset
    try scanNumber()
    var index = start
    let negative = bytes[start] == UInt8(ascii: "-")
    if negative { index += 1 }
    // Negative throughout, since the least value has no positive twin.
    var value = 0
    while index < offset {
      let digit = Int(bytes[index]) - 0x30
      guard 0...9 ~= digit else { throw JSONError(.notAnInteger, at: start) }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.subtractingReportingOverflow(digit)
      guard !overflow, !carry else { throw JSONError(.notAnInteger, at: start) }
      value = sum
      index += 1
    }
    if negative { return value }
    guard value != Int.min else { throw JSONError(.notAnInteger, at: start) }
    return -value
  }

  /// `true` or `false`.
  public mutating func bool() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "t"):
      try scanWord("true")
      return true
    case UInt8(ascii: "f"):
      try scanWord("false")
      return false
    default: throw try mismatch(.bool)
    }
  }

  /// `null`.
  public mutating func null() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "n") else { throw try mismatch(.null) }
    try scanWord("null")
  }

  /// Passes over a value of any type, checking it all the same.
  public mutating func skipValue() throws(JSONError) {
    let outside = depth
    repeat {
      if depth > outside {
        if objects & 1 == 1 {
          guard try nextRawKey() != nil else { continue }
        } else {
          guard try nextElement() else { continue }
        }
      }
      switch try peek() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: _ = try scanString()
      case .number: try scanNumber()
      case .bool: _ = try bool()
      case .null: try null()
      }
    } while depth > outside
  }

  /// Makes sure that only white space is left.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    guard depth == 0 else {
      throw offset < end
        ? JSONError(.unexpectedByte(bytes[offset]), at: offset) : JSONError(.unexpectedEnd, at: end)
    }
    guard offset == end else { throw JSONError(.trailingBytes, at: offset) }
  }

  // MARK: - Containers

  private mutating func open(_ byte: UInt8, _ type: ValueType) throws(JSONError) {
    guard try nextByte() == byte else { throw try mismatch(type) }
    guard depth < Self.depthLimit else { throw JSONError(.tooDeep, at: offset) }
    offset += 1
    depth += 1
    objects = objects << 1 | (type == .object ? 1 : 0)
    fresh = true
  }

  /// Whether another member follows; its comma is read, or the closing byte.
  private mutating func nextMember(closing: UInt8, isObject: Bool) throws(JSONError) -> Bool {
    let byte = try nextByte()
    guard depth > 0, (objects & 1 == 1) == isObject else {
      throw JSONError(.unexpectedByte(byte), at: offset)
    }
    if byte == closing {
      offset += 1
      depth -= 1
      objects >>= 1
      fresh = false
      return false
    }
    if fresh {
      fresh = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte(byte), at: offset) }
      offset += 1
    }
    return true
  }

  /// The error for a value of another type than `expected`, or for what is no value.
  private mutating func mismatch(_ expected: ValueType) throws(JSONError) -> JSONError {
    JSONError(.wrongType(expected: expected, found: try peek()), at: offset)
  }
}
