/// Products that differ from the common ones in size or in their answer alone. Where sources disagree about lock bytes, a
/// row has none.
extension Type2Product {
  static let others: [Type2Product] = [
    Type2Product(
      name: "NTAG210µ", version: [0x00, 0x04, 0x04, 0x02, 0x02, 0x00, 0x0B, 0x03], pages: 20,
      lastUserPage: 15,
      capability: [0xE1, 0x10, 0x06, 0x00], factory: [0x03, 0x00, 0xFE, 0x00]),
    Type2Product(
      name: "NTAG213F", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x0F, 0x03], pages: 45,
      lastUserPage: 39, capability: [0xE1, 0x10, 0x12, 0x00],
      factory: [0x01, 0x03, 0xA0, 0x0C, 0x34] + [0x03, 0x00, 0xFE],
      dynamicLocks: .even(page: 40, step: 2, last: 39), lockPageTail: 0xBD, configuration: 41,
      features: [.fastRead, .signature, .password, .readCounter, .mirror]),
    Type2Product(
      name: "NTAG213C", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x01, 0x0F, 0x03], pages: 45,
      lastUserPage: 39, capability: [0xE1, 0x10, 0x12, 0x00], factory: [0x03, 0x00, 0xFE, 0x00],
      dynamicLocks: .even(page: 40, step: 2, last: 39), lockPageTail: 0xBD, configuration: 41,
      features: [.fastRead, .signature, .password, .readCounter, .mirror]),
    Type2Product(
      name: "NTAG213 TagTamper", version: [0x00, 0x04, 0x04, 0x02, 0x03, 0x00, 0x0F, 0x03], pages: 46,
      lastUserPage: 39, capability: [0xE1, 0x10, 0x12, 0x00],
      factory: [0x01, 0x03, 0xA0, 0x0C, 0x34] + [0x03, 0x00, 0xFE],
      dynamicLocks: .even(page: 40, step: 2, last: 39), lockPageTail: 0xBD, configuration: 41,
      features: [.fastRead, .signature, .password, .readCounter]),
    Type2Product(
      name: "MIFARE Ultralight Nano", version: [0x00, 0x04, 0x03, 0x01, 0x02, 0x00, 0x0B, 0x03], pages: 14,
      lastUserPage: 13, capability: [0x00, 0x00, 0x00, 0x00], factory: []),
    // Sector 0 alone is here; the container speaks of both.
    Type2Product(
      name: "NTAG I2C 2K", version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x15, 0x03], pages: 256,
      lastUserPage: 255, capability: [0xE1, 0x10, 0xEA, 0x00], factory: [0x03, 0x00, 0xFE, 0x00],
      features: [.fastRead, .sectors]),
    Type2Product(
      name: "NTAG I2C plus 2K", version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x15, 0x03], pages: 234,
      lastUserPage: 225, capability: [0xE1, 0x10, 0xEA, 0x00], factory: [0x03, 0x00, 0xFE, 0x00],
      configuration: 227, factoryConfiguration: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00],
      features: [.fastRead, .signature, .password, .sectors, .exponentialLimit]),
    Type2Product(
      name: "my-d move", version: nil, pages: 38, lastUserPage: 35, capability: [0xE1, 0x10, 0x10, 0x00],
      factory: [0x03, 0x00, 0xFE, 0x00], maker: 0x05),
    Type2Product(
      name: "my-d move lean", version: nil, pages: 16, lastUserPage: 15,
      capability: [0xE1, 0x10, 0x06, 0x00],
      factory: [0x03, 0x00, 0xFE, 0x00], maker: 0x05),
    Type2Product(
      name: "ST25TN512", version: nil, pages: 64, lastUserPage: 19, capability: [0xE1, 0x10, 0x08, 0x00],
      factory: [0x03, 0x00, 0xFE, 0x00], maker: 0x02),
    Type2Product(
      name: "ST25TN01K", version: nil, pages: 64, lastUserPage: 43, capability: [0xE1, 0x10, 0x14, 0x00],
      factory: [0x03, 0x00, 0xFE, 0x00], maker: 0x02),
  ]
}
