/// Builds one JSON value as bytes, in the order in which it is told; never a line break outside of what it is told to add.
///
/// Inside of strings every control character (C0, DEL, C1), the line separators U+2028 and U+2029 and the directional
/// overrides are escaped, so that a line stays one line for every reader and harmless on a terminal. Nothing checks that
/// keys differ or that containers are closed: that is visible where it is called.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  private static let digits: [UInt8] = Array("0123456789abcdef".utf8)

  /// Nothing yet.
  public init() {}

  /// Forgets everything and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Opens an object: the member `key` of the object around it, or an element.
  public mutating func beginObject(_ key: String? = nil) {
    start(key)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Closes the innermost object.
  public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  /// Opens an array: the member `key` of the object around it, or an element.
  public mutating func beginArray(_ key: String? = nil) {
    start(key)
    bytes.append(UInt8(ascii: "["))
  }

  /// Closes the innermost array.
  public mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Adds a string.
  public mutating func add(_ value: String, _ key: String? = nil) {
    start(key)
    quote(value)
  }

  /// Adds a whole number.
  public mutating func add(_ value: some BinaryInteger, _ key: String? = nil) {
    start(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds `true` or `false`.
  public mutating func add(_ value: Bool, _ key: String? = nil) {
    start(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Adds a string of upper-case hexadecimal digits.
  public mutating func addHex(_ value: [UInt8], _ key: String? = nil) {
    start(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: Hex.encode(value).utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds `null`.
  public mutating func addNull(_ key: String? = nil) {
    start(key)
    bytes.append(contentsOf: "null".utf8)
  }

  /// Ends the line.
  public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// The comma that a further member or element needs, and the key.
  private mutating func start(_ key: String?) {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\n"): break
    default: bytes.append(UInt8(ascii: ","))
    }
    guard let key else { return }
    quote(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where scalar.isObeyed: escape(scalar.value)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ value: UInt32) {
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in stride(from: 12, through: 0, by: -4) {
      bytes.append(Self.digits[Int(value >> UInt32(shift)) & 15])
    }
  }
}
