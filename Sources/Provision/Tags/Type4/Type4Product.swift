/// Products of Type 4 tags that can be told from others by what they say of themselves.
struct Type4Product: Equatable {
  /// The product as its maker calls it.
  var name: String
  /// Whether EnablePermanentState makes the NDEF file read-only for ever.
  var hasPermanentLock: Bool

  /// NXP's answer to GetVersion, first frame: vendor 04h, type, subtype, major version, minor, storage, protocol.
  init?(version: [UInt8]) {
    guard version.count >= 7, version[0] == 0x04 else { return nil }
    // Types and versions: NXP AN10833 and the products' data sheets (GetVersion).
    switch (version[1], version[2] & 0x0F, version[3]) {
    case (0x01, _, 0x00): name = "MIFARE DESFire"
    case (0x01, _, 0x01): name = "MIFARE DESFire EV1"
    case (0x01, _, 0x12): name = "MIFARE DESFire EV2"
    case (0x01, _, 0x22): name = "MIFARE DESFire EV2 XL"
    case (0x01, _, 0x33): name = "MIFARE DESFire EV3"
    case (0x08, _, _): name = "MIFARE DESFire Light"
    case (0x04, _, 0x10): name = "NTAG 413 DNA"
    case (0x04, 0x02, 0x30): name = "NTAG 424 DNA"
    case (0x04, 0x08, 0x30): name = "NTAG 424 DNA TagTamper"
    default: return nil
    }
    hasPermanentLock = false
  }

  /// The identifier of ST's system file, which names the chip.
  static let systemFile: UInt16 = 0xE101
  /// Its size.
  static let systemFileSize = 18

  /// ST's system file (SRTAG2KL DocID026583 §3.1.4 and its successors): length, configuration, counter, version, UID,
  /// memory size, product code.
  init?(systemFile bytes: [UInt8], uid: UID) {
    guard bytes.count == Self.systemFileSize, bytes[0] == 0x00, Int(bytes[1]) == Self.systemFileSize,
      Array(bytes[8..<15]) == uid.bytes
    else { return nil }
    switch bytes[17] {
    case 0xC4: name = "ST25TA64K"
    case 0xC5: name = "ST25TA16K"
    case 0xE5: name = "ST25TA512B"
    case 0xE2: name = "ST25TA02KB"
    case 0xF2: name = "ST25TA02KB-D"
    case 0xA2: name = "ST25TA02KB-P"
    default: return nil
    }
    hasPermanentLock = true
  }

  /// ISO/IEC 7816-6 numbers of makers, first byte of a UID.
  enum Maker {
    static let st: UInt8 = 0x02
    static let nxp: UInt8 = 0x04
  }
}
