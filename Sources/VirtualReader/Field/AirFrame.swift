/// What a reader sends.
enum AirFrame: Equatable, Sendable {
  /// Seven bits: REQA 26h, WUPA 52h.
  case short(UInt8)
  /// Bytes without a (right) CRC: anticollision.
  case plain([UInt8])
  /// Bytes that a right CRC followed.
  case checked([UInt8])

  /// Bits on the air at 106 kbit/s, start and end of frame, parity and CRC included.
  var bits: Int {
    switch self {
    case .short: 9
    case .plain(let bytes): bytes.count * 9 + 2
    case .checked(let bytes): (bytes.count + 2) * 9 + 2
    }
  }
}

/// What a reader hears.
enum AirAnswer: Equatable, Sendable {
  case none
  /// Four bits: acknowledge Ah or a refusal.
  case nibble(UInt8)
  /// Bytes without CRC: ATQA, UID.
  case plain([UInt8])
  /// Bytes that a right CRC follows.
  case checked([UInt8])
  /// Bytes that were damaged on the way, with a CRC that does not fit.
  case damaged([UInt8])

  /// Bits on the air at 106 kbit/s.
  var bits: Int {
    switch self {
    case .none: 0
    case .nibble: 6
    case .plain(let bytes): bytes.count * 9 + 2
    case .checked(let bytes), .damaged(let bytes): (bytes.count + 2) * 9 + 2
    }
  }
}
