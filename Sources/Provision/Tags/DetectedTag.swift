/// What the selection of a tag told, before any command was sent to it.
public struct DetectedTag: Equatable, Sendable {
  /// How the tag was reached, with what its technology tells at activation.
  public enum Technology: Equatable, Sendable {
    /// ISO/IEC 14443 type A: SENS_RES as two bytes in the order libnfc gives them (00h 44h for NTAG21x), SEL_RES,
    /// and the historical answer to select of an ISO-DEP tag (empty where there is none).
    case iso14443A(sensRes: [UInt8], selRes: UInt8, ats: [UInt8])
    /// ISO/IEC 14443 type B.
    case iso14443B
    /// FeliCa, with PMm and the system code it answered to.
    case felica(pmm: [UInt8], systemCode: UInt16)
    /// Innovision Jewel or Topaz (NFC Forum Type 1).
    case jewel
  }

  /// The identifier: UID, NFCID or IDm.
  public var uid: UID
  /// The technology it answered on.
  public var technology: Technology

  /// Describes a selected tag.
  public init(uid: UID, technology: Technology) {
    self.uid = uid
    self.technology = technology
  }
}
