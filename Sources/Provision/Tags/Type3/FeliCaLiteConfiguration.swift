/// The memory configuration block (MC, 88h) of FeliCa Lite and Lite-S (Sony FeliCa Lite-S User's Manual §7, block MC).
struct FeliCaLiteConfiguration: Equatable {
  private(set) var bytes: [UInt8]
  private let hasAuthentication: Bool

  static let block = 0x88
  /// Blocks S_PAD0 to S_PAD13; the first is the attribute information block.
  static let userBlocks = 14
  /// The bit of bytes 0–1 that lets these two be written.
  private static let configurationBit: UInt8 = 0x80
  /// The bit of byte 1 for the subtraction register, which holds no NDEF data and is left alone.
  private static let registerBit: UInt8 = 0x40

  /// Takes the block's 16 bytes; nil for another number. Bytes from 6 on have a meaning on Lite-S only.
  init?(_ bytes: [UInt8], isLiteS: Bool) {
    guard bytes.count == Type3AttributeBlock.blockSize else { return nil }
    self.bytes = bytes
    hasAuthentication = isLiteS
  }

  private func bit(_ block: Int, from byte: Int) -> Bool {
    (0..<16).contains(block) && bytes[byte + block / 8] & 1 << UInt8(block % 8) != 0
  }

  /// Whether the block can be written at all (MC_SP_REG_ALL_RW).
  func isWritable(_ block: Int) -> Bool { bit(block, from: 0) }
  /// Whether reading it needs the card key (MC_SP_REG_R_RESTR).
  func guardsReading(_ block: Int) -> Bool { hasAuthentication && bit(block, from: 6) }
  /// Whether writing it needs the card key (MC_SP_REG_W_RESTR, MC_SP_REG_W_MAC_A).
  func guardsWriting(_ block: Int) -> Bool {
    hasAuthentication && (bit(block, from: 8) || bit(block, from: 10))
  }

  /// Whether the tag answers to the system code of NDEF tags, 12FCh (SYS_OP).
  var isNDEF: Bool { bytes[3] & 0x01 != 0 }
  /// Whether bytes 2 to 5, SYS_OP among them, can be written (MC_ALL).
  var isSystemWritable: Bool { bytes[2] == 0xFF }

  /// With SYS_OP set.
  var withNDEF: FeliCaLiteConfiguration {
    var copy = self
    copy.bytes[3] |= 0x01
    return copy
  }

  /// User blocks and configuration read-only for ever: bits 0–13 and 15 of bytes 0–1, and MC_ALL.
  var locked: FeliCaLiteConfiguration {
    var copy = self
    copy.bytes[0] = 0x00
    copy.bytes[1] &= Self.registerBit
    copy.bytes[2] = 0x00
    return copy
  }

  /// Whether nothing of the message can ever be changed again.
  var isLocked: Bool {
    bytes[0] == 0 && bytes[1] & ~Self.registerBit == 0 && !isSystemWritable
  }

  /// Whether ``locked`` can be written.
  var canBeLocked: Bool { bytes[1] & Self.configurationBit != 0 }

  /// Data blocks after the attribute information block that can be written, up to the first that can't.
  var dataBlocks: Int { (1..<Self.userBlocks).prefix { isWritable($0) && !guardsWriting($0) }.count }
}
