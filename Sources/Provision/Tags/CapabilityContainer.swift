/// The capability container of a Type 2 tag: page 3, one-time programmable (NFC Forum Type 2 Tag 1.2 §6.1).
struct CapabilityContainer: Equatable, Sendable {
  static let magic: UInt8 = 0xE1
  private static let version: UInt8 = 0x10

  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(4)) }

  /// The container to format with.
  init(dataAreaSize: Int) {
    bytes = [Self.magic, Self.version, UInt8(clamping: dataAreaSize / 8), 0]
  }

  /// Says "NFC Forum tag, major version 1, with a data area".
  var isValid: Bool { bytes.count == 4 && bytes[0] == Self.magic && bytes[1] >> 4 == 1 && bytes[2] > 0 }
  var dataAreaSize: Int { bytes.count == 4 ? Int(bytes[2]) * 8 : 0 }
  /// 0 is open.
  var readAccess: UInt8 { bytes.count == 4 ? bytes[3] >> 4 : 0 }
  /// 0 is open, F is none.
  var writeAccess: UInt8 { bytes.count == 4 ? bytes[3] & 0x0F : 0 }

  /// What a write of `other` would leave: bits are only ever set.
  func merged(with other: CapabilityContainer) -> CapabilityContainer {
    CapabilityContainer(zip(bytes, other.bytes).map { $0 | $1 })
  }

  /// The same container without write access.
  var readOnly: CapabilityContainer { merged(with: CapabilityContainer([0, 0, 0, 0x0F])) }
}
