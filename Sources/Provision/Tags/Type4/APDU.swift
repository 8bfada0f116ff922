/// The commands of ISO/IEC 7816-4 that a Type 4 tag knows, as bytes (NFC Forum Type 4 Tag 3.0 §5).
enum APDU {
  /// SELECT by name: 00 A4 04 00. Mapping version 1 has no Le (Type 4 Tag 1.0 §5.4.2).
  static func selectApplication(_ name: [UInt8], expectsAnswer: Bool) -> [UInt8] {
    [0x00, 0xA4, 0x04, 0x00, UInt8(truncatingIfNeeded: name.count)] + name + (expectsAnswer ? [0x00] : [])
  }

  /// SELECT by file identifier; P2 is 0Ch (no answer data), and 00h in mapping version 1.
  static func selectFile(_ identifier: UInt16, p2: UInt8) -> [UInt8] {
    [0x00, 0xA4, 0x00, p2, 0x02] + identifier.bigEndianBytes
  }

  /// The last offset that P1 and P2 can carry (bit 8 of P1 means another thing).
  static let lastPlainOffset = 0x7FFF

  /// READ BINARY of 1 to 255 bytes: B0h, and with an offset data object (B1h) beyond ``lastPlainOffset``.
  static func readBinary(offset: Int, length: Int) -> [UInt8] {
    let le = UInt8(truncatingIfNeeded: length)
    if offset <= lastPlainOffset {
      return [0x00, 0xB0] + UInt16(truncatingIfNeeded: offset).bigEndianBytes + [le]
    }
    // The answer is wrapped in a data object of its own, which Le has to make room for.
    let wrapped = UInt8(truncatingIfNeeded: length + dataObjectHeader(length).count)
    return [0x00, 0xB1, 0x00, 0x00, 0x05] + offsetDataObject(offset) + [wrapped]
  }

  /// UPDATE BINARY of 1 to 255 bytes: D6h, and with data objects (D7h) beyond ``lastPlainOffset``.
  static func updateBinary(offset: Int, data: some Collection<UInt8>) -> [UInt8] {
    if offset <= lastPlainOffset {
      return [0x00, 0xD6] + UInt16(truncatingIfNeeded: offset).bigEndianBytes
        + [UInt8(truncatingIfNeeded: data.count)] + data
    }
    let body = offsetDataObject(offset) + dataObjectHeader(data.count) + data
    return [0x00, 0xD7, 0x00, 0x00, UInt8(truncatingIfNeeded: body.count)] + body
  }

  /// What the data objects around an UPDATE BINARY or its like cost at most: 54 03 and offset, 53 81 and length.
  static let dataObjectOverhead = 8

  /// GetVersion of NXP's native command set, wrapped (AN12196 §6; first of three frames).
  static let getVersion: [UInt8] = [0x90, 0x60, 0x00, 0x00, 0x00]
  /// The next frame of a native command.
  static let additionalFrame: [UInt8] = [0x90, 0xAF, 0x00, 0x00, 0x00]

  /// VERIFY of the NDEF file's write password (ST25TA, SRTAG2KL DocID026583 §5.7.1).
  static func verifyWritePassword(_ password: [UInt8]) -> [UInt8] {
    [0x00, 0x20, 0x00, 0x02, UInt8(truncatingIfNeeded: password.count)] + password
  }
  /// EnablePermanentState for writing (ST25TA, SRTAG2KL DocID026583 §5.8.2): no one can ever write the NDEF file again.
  static let enablePermanentWriteLock: [UInt8] = [0xA2, 0x28, 0x00, 0x02]

  private static func offsetDataObject(_ offset: Int) -> [UInt8] {
    [0x54, 0x03] + UInt32(truncatingIfNeeded: offset).bigEndianBytes.dropFirst()
  }

  private static func dataObjectHeader(_ count: Int) -> [UInt8] {
    count < 0x80 ? [0x53, UInt8(count)] : [0x53, 0x81, UInt8(truncatingIfNeeded: count)]
  }

  /// The data inside the discretionary data object (53h) that answers an offset READ BINARY.
  static func unwrapped(_ answer: [UInt8]) -> [UInt8]? {
    guard answer.count >= 2, answer[0] == 0x53 else { return nil }
    switch answer[1] {
    case 0..<0x80 where answer.count == 2 + Int(answer[1]): return Array(answer[2...])
    case 0x81 where answer.count >= 3 && answer.count == 3 + Int(answer[2]): return Array(answer[3...])
    default: return nil
    }
  }
}

/// What a tag answered: data and status word.
struct APDUResponse: Equatable {
  var data: [UInt8]
  var status: UInt16

  /// 90 00.
  static let success: UInt16 = 0x9000
  /// 91 AF: more follows a native command.
  static let moreFrames: UInt16 = 0x91AF
  /// 91 00: success of a native command.
  static let nativeSuccess: UInt16 = 0x9100

  /// Splits an answer; nil where it has no status word.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    data = Array(bytes.dropLast(2))
    status = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
  }

  var isSuccess: Bool { status == Self.success }
}

extension FixedWidthInteger {
  /// The bytes, most significant first.
  var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
  }
}
