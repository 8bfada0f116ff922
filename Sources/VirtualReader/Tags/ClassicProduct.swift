/// A MIFARE Classic's memory and how it is found.
public struct ClassicProduct: Equatable, Sendable {
  /// The maker's name for it.
  public let name: String
  let aliases: [String]
  let sectors: Int
  let sak: UInt8
  /// In the PN532's order.
  let atqa: [UInt8]
  /// Bytes of UID.
  let uidSize: Int

  /// MF1S50 (NXP MF1S50YYX): 16 sectors of four blocks.
  public static let oneK = ClassicProduct(
    name: "MIFARE Classic 1K", aliases: ["Classic 1K", "MF1S50"], sectors: 16, sak: 0x08, atqa: [0x00, 0x04],
    uidSize: 4)
  /// The same with seven bytes of UID.
  public static let oneKSevenByteUID = ClassicProduct(
    name: "MIFARE Classic EV1 1K", aliases: ["MF1S50 EV1"], sectors: 16, sak: 0x08, atqa: [0x00, 0x44],
    uidSize: 7)
  /// MF1S70 (NXP MF1S70YYX): 32 sectors of four blocks, 8 of sixteen.
  public static let fourK = ClassicProduct(
    name: "MIFARE Classic 4K", aliases: ["Classic 4K", "MF1S70"], sectors: 40, sak: 0x18, atqa: [0x00, 0x02],
    uidSize: 4)
  /// MF1ICS20: 5 sectors.
  public static let mini = ClassicProduct(
    name: "MIFARE Classic Mini", aliases: ["MIFARE Mini", "MF1ICS20"], sectors: 5, sak: 0x09,
    atqa: [0x00, 0x04],
    uidSize: 4)

  /// All of them.
  public static let all = [oneK, oneKSevenByteUID, fourK, mini]

  var blockCount: Int { sectors <= 32 ? sectors * 4 : 128 + (sectors - 32) * 16 }

  func sector(of block: Int) -> Int { block < 128 ? block / 4 : 32 + (block - 128) / 16 }

  func trailer(of sector: Int) -> Int { sector < 32 ? sector * 4 + 3 : 128 + (sector - 32) * 16 + 15 }

  /// Which of a trailer's four conditions governs a block: 0–2 for data (five blocks each in large sectors), 3 for the
  /// trailer (MF1S70YYX §8.7).
  func group(of block: Int) -> Int {
    if block < 128 { return block % 4 }
    let index = (block - 128) % 16
    return index == 15 ? 3 : index / 5
  }
}
