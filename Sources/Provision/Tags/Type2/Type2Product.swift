/// What is known of one product among Type 2 tags. Products are rows of a table, never types.
struct Type2Product: Equatable, Sendable {
  /// How the product can be made read-only.
  enum Locking: Equatable, Sendable {
    /// The static lock bytes cover all of the user memory.
    case staticOnly
    /// These dynamic lock bytes cover the rest.
    case dynamic(DynamicLock)
    /// Not known well enough to write bits that can't be taken back.
    case unknown
  }

  /// Which GET_VERSION answers name a product; the fixed header and the protocol byte are left out.
  struct Version: Equatable, Sendable {
    var type: UInt8
    var subtypes: [UInt8]
    var major: UInt8
    var minor: UInt8
    var storage: UInt8

    func matches(_ answer: [UInt8]) -> Bool {
      answer.count == 8 && answer[0] == 0 && answer[1] == 0x04 && answer[2] == type
        && subtypes.contains(answer[3])
        && answer[4] == major && answer[5] == minor && answer[6] == storage && answer[7] == 0x03
    }
  }

  var name: String
  var versions: [Version] = []
  /// The last page that can be read in sector 0; nil where sources disagree and the capability container must do.
  var lastPage: Int?
  /// The last page of user memory in sector 0; user memory begins at page 4.
  var lastUserPage: Int
  /// The size that the capability container is to claim, in bytes, and the largest that it may.
  var dataAreaSize: Int
  var locking: Locking
  /// The first configuration page (mirror, AUTH0), followed by ACCESS, PWD and PACK.
  var configuration: Int?
  var hasFastRead = true
  /// Which ASCII mirrors the product has.
  var mirrors: Mirrors = []

  /// ASCII mirrors by kind (NTAG213/215/216 §8.8).
  struct Mirrors: OptionSet, Equatable, Sendable {
    let rawValue: UInt8
    static let uid = Mirrors(rawValue: 1)
    static let counter = Mirrors(rawValue: 2)
  }

  /// The product that a GET_VERSION answer names.
  static func named(by version: [UInt8]) -> Type2Product? {
    table.first { $0.versions.contains { $0.matches(version) } }
  }
}

extension Type2Product {
  private static func version(
    _ type: UInt8, _ subtypes: [UInt8], _ major: UInt8, _ minor: UInt8, _ storage: UInt8
  ) -> Version {
    Version(type: type, subtypes: subtypes, major: major, minor: minor, storage: storage)
  }

  /// 12 bits of two pages: NTAG213 and its kin (NTAG213/215/216 rev 3.2 §8.5.3).
  private static let lock213 = DynamicLock(page: 0x28, pagesPerBit: 2, lastPage: 0x27, freezePagesPerBit: 4)
  /// 10 bits of two pages: NTAG212 and MF0UL21.
  private static let lock212 = DynamicLock(page: 0x24, pagesPerBit: 2, lastPage: 0x23, freezePagesPerBit: 4)
  /// 14 bits of 16 pages: NTAG216, NTAG I2C 1K.
  private static let lock216 = DynamicLock(page: 0xE2, pagesPerBit: 16, lastPage: 0xE1, freezePagesPerBit: 32)
  private static let lock215 = DynamicLock(page: 0x82, pagesPerBit: 16, lastPage: 0x81, freezePagesPerBit: 32)

  /// Products with GET_VERSION, then those that are found by probing.
  static let table: [Type2Product] = [
    Type2Product(
      name: "NTAG213",
      versions: [version(4, [2], 1, 0, 0x0F)], lastPage: 0x2C, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .dynamic(lock213), configuration: 0x29, mirrors: [.uid, .counter]),
    Type2Product(
      name: "NTAG215",
      versions: [version(4, [2], 1, 0, 0x11)], lastPage: 0x86, lastUserPage: 0x81, dataAreaSize: 496,
      locking: .dynamic(lock215), configuration: 0x83, mirrors: [.uid, .counter]),
    Type2Product(
      name: "NTAG216",
      versions: [version(4, [2], 1, 0, 0x13)], lastPage: 0xE6, lastUserPage: 0xE1, dataAreaSize: 872,
      locking: .dynamic(lock216), configuration: 0xE3, mirrors: [.uid, .counter]),
    // The data sheet and readers in the field disagree about both; either answer is taken.
    Type2Product(
      name: "NTAG213F",
      versions: [version(4, [1, 4], 1, 0, 0x0F)], lastPage: 0x2C, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .dynamic(lock213), configuration: 0x29, mirrors: [.uid, .counter]),
    Type2Product(
      name: "NTAG216F",
      versions: [version(4, [1], 1, 0, 0x12), version(4, [4], 1, 0, 0x13)], lastPage: 0xE6,
      lastUserPage: 0xE1,
      dataAreaSize: 872, locking: .dynamic(lock216), configuration: 0xE3, mirrors: [.uid, .counter]),
    Type2Product(
      name: "NTAG213C",
      versions: [version(4, [2], 1, 1, 0x0F)], lastPage: 0x2C, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .dynamic(lock213), configuration: 0x29, mirrors: [.uid, .counter]),
    Type2Product(
      name: "NTAG213 TagTamper",
      versions: [version(4, [2], 3, 0, 0x0F)], lastPage: 0x2C, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .dynamic(lock213), configuration: 0x29),
    Type2Product(
      name: "NTAG210",
      versions: [version(4, [1, 2], 1, 0, 0x0B)], lastPage: 0x13, lastUserPage: 0x0F, dataAreaSize: 48,
      locking: .staticOnly, configuration: 0x10, mirrors: [.uid]),
    Type2Product(
      name: "NTAG210µ",
      versions: [version(4, [1, 2], 2, 0, 0x0B)], lastPage: nil, lastUserPage: 0x0F, dataAreaSize: 48,
      locking: .staticOnly, configuration: nil, hasFastRead: false),
    Type2Product(
      name: "NTAG212",
      versions: [version(4, [1], 1, 0, 0x0E)], lastPage: 0x28, lastUserPage: 0x23, dataAreaSize: 128,
      locking: .dynamic(lock212), configuration: 0x25, mirrors: [.uid]),
    Type2Product(
      name: "NTAG223 DNA",
      versions: [version(4, [2], 4, 0, 0x0F)], lastPage: nil, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .unknown, configuration: nil, hasFastRead: false),
    Type2Product(
      name: "NTAG224 DNA",
      versions: [version(4, [2], 5, 0, 0x10)], lastPage: nil, lastUserPage: 0x37, dataAreaSize: 208,
      locking: .unknown, configuration: nil, hasFastRead: false),
    Type2Product(
      name: "NTAG I2C 1K",
      versions: [version(4, [5], 2, 1, 0x13), version(4, [5], 2, 0, 0x13)], lastPage: 0xE2,
      lastUserPage: 0xE1,
      dataAreaSize: 872, locking: .dynamic(lock216), configuration: nil),
    // Sector 0 only: its 1008 bytes are what a message may take, though the container claims both sectors.
    Type2Product(
      name: "NTAG I2C 2K",
      versions: [version(4, [5], 2, 1, 0x15), version(4, [5], 2, 0, 0x15)], lastPage: 0xFF,
      lastUserPage: 0xFF,
      dataAreaSize: 1872, locking: .unknown, configuration: nil),
    Type2Product(
      name: "NTAG I2C plus 1K",
      versions: [version(4, [5], 2, 2, 0x13)], lastPage: 0xE9, lastUserPage: 0xE1, dataAreaSize: 872,
      locking: .dynamic(lock216), configuration: 0xE3),
    Type2Product(
      name: "NTAG I2C plus 2K",
      versions: [version(4, [5], 2, 2, 0x15)], lastPage: 0xE9, lastUserPage: 0xE1, dataAreaSize: 1912,
      locking: .unknown, configuration: 0xE3),
    Type2Product(
      name: "MIFARE Ultralight EV1 11",
      versions: [version(3, [1, 2], 1, 0, 0x0B)], lastPage: 0x13, lastUserPage: 0x0F, dataAreaSize: 48,
      locking: .staticOnly, configuration: 0x10),
    Type2Product(
      name: "MIFARE Ultralight EV1 21",
      versions: [version(3, [1, 2], 1, 0, 0x0E)], lastPage: 0x28, lastUserPage: 0x23, dataAreaSize: 128,
      locking: .dynamic(lock212), configuration: 0x25),
    Type2Product(
      name: "MIFARE Ultralight Nano",
      versions: [version(3, [1, 2], 2, 0, 0x0B)], lastPage: nil, lastUserPage: 0x0D, dataAreaSize: 40,
      locking: .staticOnly, configuration: nil, hasFastRead: false),
    Type2Product(
      name: "MIFARE Ultralight Nano 10",
      versions: [version(3, [1, 2], 3, 0, 0x0B)], lastPage: nil, lastUserPage: 0x0F, dataAreaSize: 48,
      locking: .staticOnly, configuration: nil, hasFastRead: false),
    Type2Product(
      name: "MIFARE Ultralight AES",
      versions: [version(3, [1], 4, 0, 0x0F)], lastPage: nil, lastUserPage: 0x27, dataAreaSize: 144,
      locking: .unknown, configuration: nil, hasFastRead: false),
    ultralight, ultralightC, ntag203, fm11nt021,
  ]

  static let ultralight = Type2Product(
    name: "MIFARE Ultralight", lastPage: 0x0F, lastUserPage: 0x0F, dataAreaSize: 48, locking: .staticOnly,
    configuration: nil, hasFastRead: false)
  static let ultralightC = Type2Product(
    name: "MIFARE Ultralight C", lastPage: 0x2B, lastUserPage: 0x27, dataAreaSize: 144,
    locking: .dynamic(.fourPages(lockAll: [0xFF, 0xFF, 0x00])), configuration: nil, hasFastRead: false)
  static let ntag203 = Type2Product(
    name: "NTAG203", lastPage: 0x29, lastUserPage: 0x27, dataAreaSize: 144,
    locking: .dynamic(.fourPages(lockAll: [0xFF, 0x01, 0x00])), configuration: nil, hasFastRead: false)
  static let fm11nt021 = Type2Product(
    name: "FM11NT021", lastPage: 0x2C, lastUserPage: 0x27, dataAreaSize: 144, locking: .unknown,
    configuration: nil, hasFastRead: false)
}

extension Type2Product {
  /// Where Ultralight C keeps the first page that its key guards; AUTH1 follows (MF0ICU2 rev 3.3 §7.5.8).
  static let ultralightCAuth0Page = 0x2A
}
