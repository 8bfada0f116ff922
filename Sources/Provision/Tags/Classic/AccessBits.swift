/// The access bits of a MIFARE Classic sector: four conditions C1 C2 C3, for the three data block groups and the trailer
/// (NXP MF1S50YYX §8.7). On the tag they stand twice, once inverted; where the two disagree the sector is locked for
/// ever, so bytes come from ``bytes`` only, and ``init(_:)`` is its independent inverse.
struct AccessBits: Equatable, Sendable {
  /// C1 C2 C3 as a number of three bits, C1 the highest: groups 0, 1, 2, then the trailer.
  private let conditions: [UInt8]

  private init(data: UInt8, trailer: UInt8) { conditions = [data, data, data, trailer] }

  /// As delivered, FF 07 80: either key reads and writes data, key A writes the trailer.
  static let transport = AccessBits(data: 0b000, trailer: 0b001)
  /// An NDEF sector, 7F 07 88 (AN1304 §3.3.1): either key reads and writes data, key B writes the trailer.
  static let ndef = AccessBits(data: 0b000, trailer: 0b011)
  /// A directory sector, 78 77 88 (AN10787 §3.7): either key reads, key B writes.
  static let directory = AccessBits(data: 0b100, trailer: 0b011)
  /// Read-only, 07 8F 0F (AN1304 §6.3): either key reads, nothing can be written or changed back.
  static let readOnly = AccessBits(data: 0b010, trailer: 0b110)

  /// Reads the three bytes 6–8 of a trailer; nil where the inverted copies disagree.
  init?(_ bytes: some Collection<UInt8>) {
    let octets = Array(bytes)
    guard octets.count == 3 else { return nil }
    let c1 = octets[1] >> 4
    let c2 = octets[2] & 15
    let c3 = octets[2] >> 4
    guard c1 ^ (octets[0] & 15) == 15, c2 ^ (octets[0] >> 4) == 15, c3 ^ (octets[1] & 15) == 15 else {
      return nil
    }
    conditions = (0..<4).map { block in
      (c1 >> block & 1) << 2 | (c2 >> block & 1) << 1 | c3 >> block & 1
    }
  }

  /// The three bytes as they stand in a trailer.
  var bytes: [UInt8] {
    var c1: UInt8 = 0
    var c2: UInt8 = 0
    var c3: UInt8 = 0
    for (block, condition) in conditions.enumerated() {
      c1 |= (condition >> 2 & 1) << UInt8(block)
      c2 |= (condition >> 1 & 1) << UInt8(block)
      c3 |= (condition & 1) << UInt8(block)
    }
    return [(~c2 & 15) << 4 | ~c1 & 15, c1 << 4 | ~c3 & 15, c3 << 4 | c2]
  }

  /// Whether key B can be read from the trailer; then it opens nothing (§8.7.2).
  var keyBIsReadable: Bool { [0b000, 0b001, 0b010].contains(trailer) }

  private var trailer: UInt8 { conditions[3] }

  /// Whether the key may write every data block of the sector.
  func canWriteData(with slot: KeySlot) -> Bool {
    conditions[..<3].allSatisfy { condition in
      switch condition {
      case 0b000: slot == .a || !keyBIsReadable
      case 0b100, 0b110, 0b011: slot == .b && !keyBIsReadable
      default: false
      }
    }
  }

  /// Whether the key may write both keys and the access bits.
  func canWriteTrailer(with slot: KeySlot) -> Bool {
    switch trailer {
    case 0b001: slot == .a
    case 0b011: slot == .b
    default: false
    }
  }

  /// Whether no key can ever write data or change that.
  var isPermanentlyReadOnly: Bool { self == .readOnly }
}

/// One of a sector's two keys.
enum KeySlot: Equatable, Sendable {
  case a, b

  /// The authentication command (MF1S50YYX §9.1).
  var command: UInt8 { self == .a ? 0x60 : 0x61 }
}
