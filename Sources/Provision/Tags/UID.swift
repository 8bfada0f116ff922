/// A tag's unique identifier as it was seen at selection: 4, 7 or 10 bytes on ISO/IEC 14443 A, 8 (IDm) on FeliCa.
///
/// It never contains the cascade tag (88h) or a block check character.
public struct UID: Hashable, Sendable, CustomStringConvertible {
  /// The longest identifier that is kept; ISO/IEC 14443-3 knows none longer than 10 bytes.
  static let maximumCount = 15

  // In place rather than in an array, since a run's history keeps millions: the bytes from the highest down, the
  // count in the lowest.
  private let high: UInt64
  private let low: UInt64

  /// Wraps bytes that a selection returned; what is behind the fifteenth, which no tag sends, is left out.
  public init(_ bytes: [UInt8]) { self.init(bytes.prefix(Self.maximumCount)) }

  /// Wraps bytes that a selection returned.
  init(_ bytes: ArraySlice<UInt8>) {
    var packed: UInt128 = 0
    var shift: UInt128 = 120
    for byte in bytes.prefix(Self.maximumCount) {
      packed |= UInt128(byte) << shift
      shift -= 8
    }
    packed |= UInt128(min(bytes.count, Self.maximumCount))
    high = UInt64(truncatingIfNeeded: packed >> 64)
    low = UInt64(truncatingIfNeeded: packed)
  }

  /// The lowest `count` bytes of `packed`, the first the highest; at most 15.
  init(packed: UInt128, count: Int) {
    let count = min(max(count, 0), Self.maximumCount)
    let whole = packed << UInt128(128 - 8 * count) | UInt128(count)
    high = UInt64(truncatingIfNeeded: whole >> 64)
    low = UInt64(truncatingIfNeeded: whole)
  }

  /// Reads hexadecimal digits, upper or lower case, without separators; nil for anything else.
  public init?(hex: some StringProtocol) {
    guard let bytes = Hex.decode(hex.utf8), 1...Self.maximumCount ~= bytes.count else { return nil }
    self.init(bytes)
  }

  /// The bytes in the order of transmission, cascade tags removed.
  public var bytes: [UInt8] {
    let packed = UInt128(high) << 64 | UInt128(low)
    var bytes: [UInt8] = []
    for index in 0..<Int(low & 0xFF) {
      bytes.append(UInt8(truncatingIfNeeded: packed >> UInt128(120 - 8 * index)))
    }
    return bytes
  }

  /// Upper-case hexadecimal without separators, as it stands in the log.
  public var description: String { Hex.encode(bytes) }

  /// Whether the tag makes up another identifier at each power-up (ISO/IEC 14443-3 §6.5.4: four bytes, the first 08h).
  public var isRandom: Bool { low & 0xFF == 4 && high >> 56 == 0x08 }
}
