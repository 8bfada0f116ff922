/// The two configuration pages before PWD and PACK (NTAG213/215/216 §8.5.7, MF0ULx1 §8.5.7).
struct Type2Configuration: Equatable, Sendable {
  /// Mirror, its page, AUTH0.
  var first: [UInt8]
  /// ACCESS, and bytes that are a product's own and stay as they are.
  var second: [UInt8]

  /// The first page that the password guards; above the last page means none.
  var auth0: UInt8 {
    get { first[3] }
    set { first[3] = newValue }
  }
  /// Whether reading is guarded too.
  var protectsReading: Bool {
    get { second[0] & 0x80 != 0 }
    set { second[0] = second[0] & 0x7F | (newValue ? 0x80 : 0) }
  }
  /// Whether these two pages are frozen for ever.
  var isFrozen: Bool { second[0] & 0x40 != 0 }

  /// Whether readings are counted.
  var countsReadings: Bool {
    get { second[0] & 0x10 != 0 }
    set { second[0] = second[0] & 0xEF | (newValue ? 0x10 : 0) }
  }

  /// The mirror that is on, and the address of its first byte.
  ///
  /// NTAG210/212 have no field for the kind: a page above 3 alone switches the UID mirror on.
  func mirror(of product: Type2Product) -> (mirror: Mirror, address: Int)? {
    guard first[2] >= 4 else { return nil }
    let address = Int(first[2]) * Type2Memory.pageSize + Int(first[0] >> 4 & 3)
    guard product.mirrors.contains(.counter) else { return product.mirrors.isEmpty ? nil : (.uid, address) }
    switch first[0] >> 6 {
    case 1: return (.uid, address)
    case 2: return (.counter, address)
    case 3: return (.uidAndCounter, address)
    default: return nil
    }
  }

  mutating func setMirror(_ mirror: Mirror, at address: Int, of product: Type2Product) {
    let kind: UInt8 =
      switch mirror {
      case _ where !product.mirrors.contains(.counter): 0
      case .uid: 1
      case .counter: 2
      case .uidAndCounter: 3
      }
    let (page, byte) = address.quotientAndRemainder(dividingBy: Type2Memory.pageSize)
    first[0] = first[0] & 0x0F | kind << 6 | UInt8(truncatingIfNeeded: byte) << 4
    first[2] = UInt8(truncatingIfNeeded: page)
    if mirror != .uid { countsReadings = true }
  }

  mutating func removeMirror() {
    first[0] &= 0x0F
    first[2] = 0
  }
}
