/// A product of the Type 2 family: a row of the table below is all that one differs from another by.
public struct Type2Product: Equatable, Sendable {
  /// The maker's name of it.
  public var name: String
  /// What GET_VERSION answers; nil for a chip without the command.
  var version: [UInt8]?
  /// All pages, configuration included.
  var pages: Int
  /// The last page of user memory.
  var lastUserPage: Int
  /// Capability container from the factory.
  var capability: [UInt8]
  /// What stands from page 4 on from the factory; zeros follow.
  var factory: [UInt8]
  /// Dynamic lock bits, where there are any.
  var dynamicLocks: Type2LockMap?
  /// Byte 3 of the dynamic lock page.
  var lockPageTail: UInt8 = 0
  /// The first of four configuration pages (CFG0, CFG1, PWD, PACK).
  var configuration: Int?
  /// What CFG0 and CFG1 hold from the factory.
  var factoryConfiguration: [UInt8] = [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
  /// What it can do beyond READ and WRITE.
  var features: Set<Feature> = []
  /// UID0, the maker.
  var maker: UInt8 = 0x04
  /// The last page that READ shows; reading beyond is refused.
  var lastReadablePage: Int?

  /// What not every chip can do.
  enum Feature: Sendable {
    case fastRead, signature, password
    /// The NFC counter of NTAG21x (READ_CNT 02h), and its mirror.
    case readCounter
    /// Three one-way counters of Ultralight EV1.
    case threeCounters
    /// The UID's ASCII mirror; with `readCounter` the counter's too.
    case mirror
    /// A one-way counter in page 41 (NTAG203, Ultralight C).
    case pageCounter
    /// 3DES authentication, AUTH0 and AUTH1 in pages 42 and 43.
    case tripleDES
    /// Unknown commands are refused with 0h and not just ignored (NTAG203).
    case refusesUnknown
    /// SECTOR_SELECT (NTAG I2C).
    case sectors
    /// AUTHLIM means 2^AUTHLIM (NTAG I2C plus).
    case exponentialLimit
  }

  private static let ntag21x: Set<Feature> = [.fastRead, .signature, .password, .readCounter, .mirror]
  private static let emptyMessage: [UInt8] = [0x03, 0x00, 0xFE, 0x00]

  /// Every product, figures from the makers' data sheets.
  public static let all: [Type2Product] = common + others

  private static let common: [Type2Product] = [
    Type2Product(
      name: "NTAG213", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], pages: 45, lastUserPage: 39,
      capability: [0xE1, 0x10, 0x12, 0x00], factory: [0x01, 0x03, 0xA0, 0x0C, 0x34] + [0x03, 0x00, 0xFE],
      dynamicLocks: .even(page: 40, step: 2, last: 39), lockPageTail: 0xBD, configuration: 41,
      features: ntag21x),
    Type2Product(
      name: "NTAG215", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], pages: 135,
      lastUserPage: 129,
      capability: [0xE1, 0x10, 0x3E, 0x00], factory: emptyMessage,
      dynamicLocks: .even(page: 130, step: 16, last: 129), lockPageTail: 0xBD, configuration: 131,
      features: ntag21x),
    Type2Product(
      name: "NTAG216", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03], pages: 231,
      lastUserPage: 225,
      capability: [0xE1, 0x10, 0x6D, 0x00], factory: emptyMessage,
      dynamicLocks: .even(page: 226, step: 16, last: 225), lockPageTail: 0xBD, configuration: 227,
      features: ntag21x),
    Type2Product(
      name: "MIFARE Ultralight", version: nil, pages: 16, lastUserPage: 15,
      capability: [0x00, 0x00, 0x00, 0x00], factory: [0xFF, 0xFF, 0xFF, 0xFF]),
    Type2Product(
      name: "NTAG203", version: nil, pages: 42, lastUserPage: 39, capability: [0xE1, 0x10, 0x12, 0x00],
      factory: [0x01, 0x03, 0xA0, 0x10, 0x44] + [0x03, 0x00, 0xFE], dynamicLocks: .ntag203,
      features: [.pageCounter, .refusesUnknown]),
    Type2Product(
      name: "NTAG210", version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03], pages: 20, lastUserPage: 15,
      capability: [0xE1, 0x10, 0x06, 0x00], factory: emptyMessage, configuration: 16,
      factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .mirror]),
    Type2Product(
      name: "NTAG212", version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03], pages: 41, lastUserPage: 35,
      capability: [0xE1, 0x10, 0x10, 0x00], factory: [0x01, 0x03, 0x90, 0x0A, 0x34] + [0x03, 0x00, 0xFE],
      dynamicLocks: .even(page: 36, step: 2, last: 35), lockPageTail: 0xBD, configuration: 37,
      factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .mirror]),
    Type2Product(
      name: "MIFARE Ultralight EV1 (MF0UL11)", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03],
      pages: 20, lastUserPage: 15, capability: [0x00, 0x00, 0x00, 0x00], factory: [], configuration: 16,
      factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .threeCounters]),
    Type2Product(
      name: "MIFARE Ultralight EV1 (MF0UL21)", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03],
      pages: 41, lastUserPage: 35, capability: [0x00, 0x00, 0x00, 0x00], factory: [],
      dynamicLocks: .even(page: 36, step: 2, last: 35), configuration: 37,
      factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .threeCounters]),
    Type2Product(
      name: "MIFARE Ultralight C", version: nil, pages: 48, lastUserPage: 39,
      capability: [0x00, 0x00, 0x00, 0x00], factory: [], dynamicLocks: .ultralightC,
      features: [.pageCounter, .tripleDES], lastReadablePage: 43),
    Type2Product(
      name: "NTAG I2C 1K", version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x13, 0x03], pages: 234,
      lastUserPage: 225, capability: [0xE1, 0x10, 0x6D, 0x00], factory: emptyMessage,
      dynamicLocks: .even(page: 226, step: 16, last: 225), features: [.fastRead, .sectors]),
    Type2Product(
      name: "NTAG I2C plus 1K", version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x13, 0x03], pages: 234,
      lastUserPage: 225, capability: [0xE1, 0x10, 0x6D, 0x00], factory: emptyMessage,
      dynamicLocks: .even(page: 226, step: 16, last: 225), configuration: 227,
      factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .sectors, .exponentialLimit]),
    Type2Product(
      name: "FM11NT021", version: nil, pages: 45, lastUserPage: 39, capability: [0xE1, 0x10, 0x12, 0x00],
      factory: [0x01, 0x03, 0xA0, 0x0C, 0x34] + [0x03, 0x00, 0xFE],
      dynamicLocks: .even(page: 40, step: 2, last: 39), configuration: 41, features: [.fastRead, .password],
      maker: 0x1D),
  ]

  /// The row of that name.
  public static func named(_ name: String) -> Type2Product? { all.first { $0.name == name } }
}
