/// What a tag says of itself when it is found, for each radio technology.
public enum TagActivation: Equatable, Sendable {
  case typeA(TypeA)
  case typeB(TypeB)
  case typeF(TypeF)
  /// NFC Forum Type 1 (Topaz, Jewel).
  case jewel(Jewel)

  /// ISO/IEC 14443-3 type A.
  public struct TypeA: Equatable, Sendable {
    /// ATQA in the PN532's order: the byte that comes second on the air first (00 44 for an NTAG).
    public var atqa: [UInt8]
    /// SAK of the last cascade level.
    public var sak: UInt8
    /// 4, 7 or 10 bytes, without cascade tags.
    public var uid: [UInt8]
    /// The answer to RATS with its length byte; nil for a tag without ISO-DEP.
    public var ats: [UInt8]?

    /// Activation data.
    public init(atqa: [UInt8], sak: UInt8, uid: [UInt8], ats: [UInt8]? = nil) {
      self.atqa = atqa
      self.sak = sak
      self.uid = uid
      self.ats = ats
    }
  }

  /// ISO/IEC 14443-3 type B.
  public struct TypeB: Equatable, Sendable {
    /// The pseudo-unique identifier, 4 bytes.
    public var pupi: [UInt8]
    /// 4 bytes of application data, the first the application family.
    public var applicationData: [UInt8]
    /// 3 or 4 bytes of protocol information.
    public var protocolInfo: [UInt8]

    /// Activation data.
    public init(pupi: [UInt8], applicationData: [UInt8], protocolInfo: [UInt8]) {
      self.pupi = pupi
      self.applicationData = applicationData
      self.protocolInfo = protocolInfo
    }
  }

  /// FeliCa (JIS X 6319-4).
  public struct TypeF: Equatable, Sendable {
    /// The manufacture identifier, 8 bytes.
    public var idm: [UInt8]
    /// The manufacture parameter, 8 bytes.
    public var pmm: [UInt8]
    /// System codes it answers to, the first without being asked.
    public var systemCodes: [UInt16]

    /// Activation data.
    public init(idm: [UInt8], pmm: [UInt8], systemCodes: [UInt16]) {
      self.idm = idm
      self.pmm = pmm
      self.systemCodes = systemCodes
    }
  }

  /// NFC Forum Type 1.
  public struct Jewel: Equatable, Sendable {
    /// SENS_RES, 2 bytes in the PN532's order.
    public var sensRes: [UInt8]
    /// The first four bytes of the identifier, as RID gives them.
    public var identifier: [UInt8]

    /// Activation data.
    public init(sensRes: [UInt8], identifier: [UInt8]) {
      self.sensRes = sensRes
      self.identifier = identifier
    }
  }

  /// The radio technology.
  public var technology: Technology {
    switch self {
    case .typeA: .typeA
    case .typeB: .typeB
    case .typeF: .typeF
    case .jewel: .jewel
    }
  }

  /// What identifies the tag: UID, PUPI or IDm.
  public var identifier: [UInt8] {
    switch self {
    case .typeA(let data): data.uid
    case .typeB(let data): data.pupi
    case .typeF(let data): data.idm
    case .jewel(let data): data.identifier
    }
  }
}

/// The ways a PN532 looks for tags.
public enum Technology: Equatable, Sendable {
  case typeA, typeB, typeF, jewel
}
