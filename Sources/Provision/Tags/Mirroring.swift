/// What a chip can show in place of a part of its data, as ASCII text (NTAG213/215/216 §8.8).
public enum Mirror: String, Sendable, CaseIterable {
  case uid, counter
  case uidAndCounter = "uid+counter"

  /// How many characters it takes: 14 of UID, 6 of counter, an `x` between.
  public var length: Int {
    switch self {
    case .uid: 14
    case .counter: 6
    case .uidAndCounter: 21
    }
  }

  /// What stands in its place until it is switched on, and for phones that see through it: zeros.
  var placeholder: [UInt8] {
    let zeros = [UInt8](repeating: 0x30, count: length)
    guard self == .uidAndCounter else { return zeros }
    return zeros[..<14] + [Self.separator] + zeros[15...]
  }

  /// Between UID and counter.
  static let separator = UInt8(ascii: "x")

  /// What a tag shows in the place; nil for a counter's digit, nil as a whole where the UID has not seven bytes.
  func pattern(for uid: UID) -> [UInt8?]? {
    let own = Array(Hex.encode(uid.bytes).utf8).map(Optional.some)
    let counter = [UInt8?](repeating: nil, count: Mirror.counter.length)
    if self == .counter { return counter }
    guard own.count == Mirror.uid.length else { return nil }
    return self == .uid ? own : own + [Self.separator] + counter
  }

  /// The first place at which `shown` is not the message `octets` with this mirror laid over `offset`; nil where it is.
  func mismatch(of shown: [UInt8], with octets: [UInt8], at offset: Int, on uid: UID) -> Int? {
    guard let pattern = pattern(for: uid), shown.count == octets.count, offset >= 0,
      offset + length <= octets.count
    else { return 0 }
    return shown.indices.first { index in
      guard index >= offset, index < offset + length else { return shown[index] != octets[index] }
      guard let expected = pattern[index - offset] else {
        return !((0x30...0x39).contains(shown[index]) || (0x41...0x46).contains(shown[index]))
      }
      return shown[index] != expected
    }
  }
}

/// A tag that shows its UID or a counter of its readings inside the NDEF message.
///
/// The chip's memory keeps what was written; only reading differs. So: write and verify a message with a placeholder of
/// ``Mirror/length`` characters first, then enable.
public protocol Mirroring: Tag {
  /// Whether the product has this mirror and the window fits: `offset` is that of the placeholder in the message of
  /// `count` bytes.
  func canMirror(_ mirror: Mirror, at offset: Int, inMessageOf count: Int) throws(TagError) -> Bool

  /// Switches the mirror on over the message that the tag holds.
  func enableMirror(_ mirror: Mirror, at offset: Int) throws(TagError)

  /// Whether this very mirror is on at this place of the message, by the chip's configuration; false too where that can't
  /// be read.
  func isMirroring(_ mirror: Mirror, at offset: Int, inMessageOf count: Int) throws(TagError) -> Bool

  /// Reads everything back after a fresh selection: outside of the window it must equal `octets`, inside it must be the
  /// tag's own UID and six hexadecimal digits of counter, and the configuration must say so, since zeros are a counter
  /// too. Throws ``TagError/verifyFailed(offset:)``.
  ///
  /// - Returns: the message as a phone reads it.
  @discardableResult
  func verifyMirror(_ mirror: Mirror, at offset: Int, in octets: [UInt8]) throws(TagError) -> [UInt8]
}
