/// How a MIFARE Classic's memory is divided: sectors 0–31 of four blocks, 32–39 of sixteen; a block is 16 bytes and the
/// last of each sector is its trailer (MF1S50YYX §8.6, MF1S70YYX §8.6).
struct ClassicLayout: Equatable, Sendable {
  /// The product as its maker calls it.
  let name: String
  /// Sectors in all.
  let sectorCount: Int

  static let blockSize = 16
  /// The sector of the second directory.
  static let secondDirectory = 16

  /// The products that a SEL_RES stands for (AN10833 §3). An emulation behind ISO-DEP (SEL_RES 28h, 38h) is a Type 4 tag.
  init?(selRes: UInt8) {
    switch selRes {
    case 0x08, 0x88: self.init(name: "MIFARE Classic 1K", sectorCount: 16)
    case 0x18: self.init(name: "MIFARE Classic 4K", sectorCount: 40)
    case 0x19: self.init(name: "MIFARE Classic 2K", sectorCount: 32)
    case 0x09: self.init(name: "MIFARE Classic Mini", sectorCount: 5)
    default: return nil
    }
  }

  private init(name: String, sectorCount: Int) {
    self.name = name
    self.sectorCount = sectorCount
  }

  /// Whether sectors above 16 exist, which a second directory describes.
  var hasSecondDirectory: Bool { sectorCount > Self.secondDirectory }

  /// The sectors that may hold NDEF, in the order of the data.
  var applicationSectors: [Int] { (1..<sectorCount).filter { $0 != Self.secondDirectory } }

  /// The blocks of a sector, its trailer the last.
  func blocks(of sector: Int) -> Range<Int> {
    sector < 32 ? sector * 4..<sector * 4 + 4 : 128 + (sector - 32) * 16..<128 + (sector - 31) * 16
  }

  func trailer(of sector: Int) -> Int { blocks(of: sector).upperBound - 1 }

  func dataBlocks(of sector: Int) -> Range<Int> { blocks(of: sector).dropLast() }

  func sector(of block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

  /// Whether the second sector's data goes on where the first one's ends; the second directory is skipped.
  static func follows(_ sector: Int, _ earlier: Int) -> Bool {
    sector == earlier + 1 || (earlier == secondDirectory - 1 && sector == secondDirectory + 1)
  }
}
