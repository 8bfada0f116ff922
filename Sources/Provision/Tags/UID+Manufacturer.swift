extension UID {
  /// The chip's maker by the first byte of a 7- or 10-byte identifier (ISO/IEC 7816-6), or of Feiju, who are not
  /// registered; nil where it does not tell.
  public var manufacturer: String? {
    guard bytes.count >= 7, let code = bytes.first else { return nil }
    return switch code {
    case 0x02: "STMicroelectronics"
    case 0x04: "NXP"
    case 0x05: "Infineon"
    case 0x1D: "Fudan"
    case 0x53: "Feiju"
    default: nil
    }
  }
}
