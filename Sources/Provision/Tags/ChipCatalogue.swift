/// Products whose size is known without one at hand, for planning.
public enum ChipCatalogue {
  /// A product and the largest NDEF message that it takes as it leaves the factory, in bytes.
  public struct Chip: Equatable, Sendable {
    /// The maker's name.
    public let name: String
    /// In bytes of NDEF message.
    public let capacity: Int
  }

  /// All of them, the smallest first.
  public static let chips: [Chip] = Type2Product.table.map { product in
    Chip(
      name: product.name,
      capacity: TLV.capacity(
        ofRoom: product.dataAreaSize - (hasLockControl(product.name) ? lockControlSize : 0)))
  }.sorted { ($0.capacity, $0.name) < ($1.capacity, $1.name) }

  /// The chip of that name, without regard to case.
  public static func chip(named name: String) -> Chip? {
    chips.first { $0.name.lowercased() == name.lowercased() }
  }

  /// A lock control TLV: type, length, three bytes (NFC Forum Type 2 Tag 1.2, §4.3.2).
  private static let lockControlSize = 5

  /// These are delivered with a lock control TLV before the NDEF message TLV (NTAG213/215/216 §8.5.5, NTAG210/212 §8.5.5).
  private static func hasLockControl(_ name: String) -> Bool {
    ["NTAG212", "NTAG213", "NTAG213F"].contains(name)
  }
}
