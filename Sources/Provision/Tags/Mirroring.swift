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

  /// Reads everything back after a fresh selection: outside of the window it must equal `octets`, inside it must be the
  /// tag's own UID and six hexadecimal digits of counter. Throws ``TagError/verifyFailed(offset:)``.
  ///
  /// - Returns: the message as a phone reads it.
  @discardableResult
  func verifyMirror(_ mirror: Mirror, at offset: Int, in octets: [UInt8]) throws(TagError) -> [UInt8]
}
