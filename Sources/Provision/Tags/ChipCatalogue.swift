/// Products whose size is known without one at hand, for planning.
public enum ChipCatalogue {
  /// A product and the largest NDEF message that it takes as it leaves the factory, in bytes.
  public struct Chip: Equatable, Sendable {
    /// The maker's name.
    public let name: String
    /// The family; hangs on it what phones make of the tag.
    public let type: TagType
    /// In bytes of NDEF message.
    public let capacity: Int
  }

  /// All of them, the smallest first.
  public static let chips: [Chip] = (type2 + type3 + type4 + classic).sorted {
    ($0.capacity, $0.name) < ($1.capacity, $1.name)
  }

  /// The chip of that name, without regard to case.
  public static func chip(named name: String) -> Chip? {
    chips.first { $0.name.lowercased() == name.lowercased() }
  }

  private static let type2 = Type2Product.table.map { product in
    Chip(
      name: product.name, type: .type2,
      capacity: TLV.capacity(
        ofRoom: product.dataAreaSize - (hasLockControl(product.name) ? lockControlSize : 0)))
  }

  /// A lock control TLV: type, length, three bytes (NFC Forum Type 2 Tag 1.2, §4.3.2).
  private static let lockControlSize = 5

  /// These are delivered with a lock control TLV before the NDEF message TLV (NTAG213/215/216 §8.5.5, NTAG210/212 §8.5.5).
  private static func hasLockControl(_ name: String) -> Bool {
    ["NTAG212", "NTAG213", "NTAG213F"].contains(name)
  }

  private static let type3 = [Type3Tag.Product.lite, .liteS].map { product in
    Chip(
      name: product.rawValue, type: .type3,
      capacity: (FeliCaLiteConfiguration.userBlocks - 1) * Type3AttributeBlock.blockSize)
  }

  /// Sizes of the NDEF file as it is delivered (NT4H2421Gx §8.2.3, NTAG 413 DNA's and the ST25TA data sheets); the first two
  /// bytes are the message's length.
  private static let type4 = [
    ("NTAG 413 DNA", 128), ("NTAG 424 DNA", 256), ("NTAG 424 DNA TagTamper", 256), ("ST25TA512B", 64),
    ("ST25TA02KB", 256), ("ST25TA16K", 2048), ("ST25TA64K", 8192),
  ].map { Chip(name: $0.0, type: .type4, capacity: $0.1 - 2) }

  private static let classic = [0x09, 0x08, 0x19, 0x18].compactMap(ClassicLayout.init(selRes:)).map {
    layout in
    let blocks = layout.applicationSectors.reduce(0) { $0 + layout.dataBlocks(of: $1).count }
    return Chip(
      name: layout.name, type: .mifareClassic,
      capacity: TLV.capacity(ofRoom: blocks * ClassicLayout.blockSize))
  }
}
