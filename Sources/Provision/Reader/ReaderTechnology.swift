internal import CLibNFC

/// The modulations a PN532 can poll for, as libnfc names them.
enum ReaderTechnology: CaseIterable, Equatable {
  case typeA, felica212, felicaAnySystem, typeB, jewel

  /// The technology a tag was detected on.
  init(_ technology: DetectedTag.Technology) {
    self =
      switch technology {
      case .iso14443A: .typeA
      case .felica(_, let systemCode): systemCode == Type3Tag.systemCode ? .felica212 : .felicaAnySystem
      case .iso14443B: .typeB
      case .jewel: .jewel
      }
  }

  var modulation: nfc_modulation {
    switch self {
    case .typeA: nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
    case .felica212, .felicaAnySystem: nfc_modulation(nmt: NMT_FELICA, nbr: NBR_212)
    case .typeB: nfc_modulation(nmt: NMT_ISO14443B, nbr: NBR_106)
    case .jewel: nfc_modulation(nmt: NMT_JEWEL, nbr: NBR_106)
    }
  }

  /// What goes into the call for tags where no UID is named: for FeliCa the system code of NDEF tags, 12FCh, or that of
  /// any system, FFFFh, with the system code asked back (JIS X 6319-4); libnfc's own default for the others.
  var initiatorData: [UInt8] {
    switch self {
    case .felica212: [0x00, 0x12, 0xFC, 0x01, 0x00]
    case .felicaAnySystem: [0x00, 0xFF, 0xFF, 0x01, 0x00]
    case .typeA, .typeB, .jewel: []
    }
  }

  /// Reads libnfc's union by the member that this technology fills.
  func detectedTag(_ target: nfc_target) -> DetectedTag {
    switch self {
    case .typeA:
      let info = target.nti.nai
      return DetectedTag(
        uid: UID(Self.bytes(of: info.abtUid, count: info.szUidLen)),
        technology: .iso14443A(
          sensRes: Self.bytes(of: info.abtAtqa, count: 2), selRes: info.btSak,
          ats: Self.bytes(of: info.abtAts, count: info.szAtsLen)))
    case .felica212, .felicaAnySystem:
      let info = target.nti.nfi
      let systemCode = Self.bytes(of: info.abtSysCode, count: 2)
      return DetectedTag(
        uid: UID(Self.bytes(of: info.abtId, count: 8)),
        technology: .felica(
          pmm: Self.bytes(of: info.abtPad, count: 8),
          systemCode: UInt16(systemCode[0]) << 8 | UInt16(systemCode[1])))
    case .typeB:
      return DetectedTag(uid: UID(Self.bytes(of: target.nti.nbi.abtPupi, count: 4)), technology: .iso14443B)
    case .jewel:
      return DetectedTag(uid: UID(Self.bytes(of: target.nti.nji.btId, count: 4)), technology: .jewel)
    }
  }

  /// The first `count` bytes of a C array, which Swift sees as a tuple; never more than it has.
  private static func bytes<Tuple>(of tuple: Tuple, count: Int) -> [UInt8] {
    withUnsafeBytes(of: tuple) { Array($0.prefix(max(0, count))) }
  }
}

/// The technologies of tags that are only told apart and never written take turns, one a poll, so that a poll stays short;
/// those the driver lacks are dropped.
struct RareTechnologies {
  private var technologies: [ReaderTechnology] = [.typeB, .jewel]
  /// Whether the driver has FeliCa.
  private(set) var hasFeliCa = true
  private var turn = 0

  mutating func next() -> ReaderTechnology? {
    guard !technologies.isEmpty else { return nil }
    turn = (turn + 1) % technologies.count
    return technologies[turn]
  }

  mutating func drop(_ technology: ReaderTechnology) {
    if technology == .felica212 || technology == .felicaAnySystem { hasFeliCa = false }
    technologies.removeAll { $0 == technology }
    turn = 0
  }
}
