/// A generator that gives the same numbers for the same seed (SplitMix64), so that a run can be repeated.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator of the numbers that belong to `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A valid 7-byte UID of the maker: no cascade tag where one would be taken for it (ISO/IEC 14443-3 §6.5.4).
  mutating func uid(maker: UInt8, count: Int) -> [UInt8] {
    var bytes: [UInt8] = [maker]
    while bytes.count < max(count, 1) {
      let byte = UInt8.random(in: .min ... .max, using: &self)
      if byte != 0x88 { bytes.append(byte) }
    }
    return bytes
  }
}
