/// A tag that can be named but not written: its status says so, and every other call is refused.
final class UnsupportedTag: Tag {
  let uid: UID
  let type: TagType
  let chip: String

  /// Names the tag from what selection told.
  init(_ detected: DetectedTag) {
    uid = detected.uid
    (type, chip) = Self.name(detected.technology)
  }

  private static func name(_ technology: DetectedTag.Technology) -> (TagType, String) {
    switch technology {
    case .jewel: (.type1, "Topaz")
    case .felica: (.type3, "FeliCa")
    case .iso14443B: (.type4, "ISO/IEC 14443 B")
    // SEL_RES as NXP AN10833 lists it.
    case .iso14443A(_, let selRes, _) where selRes & 0x20 != 0: (.type4, "ISO/IEC 14443-4 A")
    case .iso14443A(_, 0x08, _), .iso14443A(_, 0x88, _): (.mifareClassic, "MIFARE Classic 1K")
    case .iso14443A(_, 0x18, _): (.mifareClassic, "MIFARE Classic 4K")
    case .iso14443A(_, 0x09, _): (.mifareClassic, "MIFARE Mini")
    case .iso14443A(_, let selRes, _) where selRes & 0x08 != 0: (.mifareClassic, "MIFARE Classic")
    case .iso14443A: (.type2, "ISO/IEC 14443-3 A")
    }
  }

  func queryNDEFStatus() throws(TagError) -> NDEFStatus { .notSupported(.family(chip)) }
  func readNDEF() throws(TagError) -> NDEFContent { throw unsupported }
  func writeNDEF(_ octets: [UInt8]) throws(TagError) { throw unsupported }
  func verifyNDEF(_ octets: [UInt8]) throws(TagError) { throw unsupported }
  func checkLock() throws(TagError) { throw unsupported }
  func writeLock() throws(TagError) { throw unsupported }
  func verifyLock() throws(TagError) { throw unsupported }

  private var unsupported: TagError { .unsupported(detail: chip) }
}
