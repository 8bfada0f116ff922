/// A tag's unique identifier as it was seen at selection: 4, 7 or 10 bytes on ISO/IEC 14443 A, 8 (IDm) on FeliCa.
///
/// It never contains the cascade tag (88h) or a block check character.
public struct UID: Hashable, Sendable, CustomStringConvertible {
  /// The bytes in the order of transmission, cascade tags removed.
  public let bytes: [UInt8]

  /// Wraps bytes that a selection returned.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads hexadecimal digits, upper or lower case, without separators; nil for anything else.
  public init?(hex: some StringProtocol) {
    guard let bytes = Hex.decode(hex.utf8), !bytes.isEmpty else { return nil }
    self.bytes = bytes
  }

  /// Upper-case hexadecimal without separators, as it stands in the log.
  public var description: String { Hex.encode(bytes) }

  /// Whether the tag makes up another identifier at each power-up (ISO/IEC 14443-3 §6.5.4: four bytes, the first 08h).
  public var isRandom: Bool { bytes.count == 4 && bytes[0] == 0x08 }
}
