/// The checksum of ISO/IEC 14443-3 type A frames (§6.2.4): polynomial 1021h reflected, preset 6363h.
enum CRCA {
  /// The two bytes that follow `bytes` on the air.
  static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var crc: UInt16 = 0x6363
    for byte in bytes {
      var mixed = byte ^ UInt8(truncatingIfNeeded: crc)
      mixed ^= mixed << 4
      crc = (crc >> 8) ^ (UInt16(mixed) << 8) ^ (UInt16(mixed) << 3) ^ (UInt16(mixed) >> 4)
    }
    return [UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8)]
  }

  /// The frame without its checksum; nil where that is wrong.
  static func verified(_ frame: [UInt8]) -> [UInt8]? {
    guard frame.count > 2 else { return nil }
    let body = Array(frame.dropLast(2))
    return of(body) == Array(frame.suffix(2)) ? body : nil
  }
}
