/// A sector's access conditions as its trailer states them (MF1S50YYX §8.7, tables 7 and 8).
struct ClassicAccess: Equatable, Sendable {
  enum Key: Equatable, Sendable { case a, b }

  /// What a command does to a data block.
  enum Operation { case read, write, increment, decrement }

  /// C1 C2 C3 of each group, C1 the highest bit.
  private let conditions: [UInt8]

  /// Nil where the inverted copies disagree: the sector is dead then.
  init?(trailer: ArraySlice<UInt8>) {
    let bytes = Array(trailer)
    guard bytes.count == 16 else { return nil }
    let word = UInt32(bytes[6]) | UInt32(bytes[7]) << 8 | UInt32(bytes[8]) << 16
    guard ~word & 0xFFF == word >> 12 & 0xFFF else { return nil }
    // Bits 12–15 are C1 of the groups 0–3, 16–19 C2, 20–23 C3.
    conditions = (0..<4).map { group in
      let c1 = word >> UInt32(12 + group) & 1
      let c2 = word >> UInt32(16 + group) & 1
      let c3 = word >> UInt32(20 + group) & 1
      return UInt8(c1 << 2 | c2 << 1 | c3)
    }
  }

  /// A key B that can be read opens nothing.
  var keyBIsReadable: Bool { conditions[3] == 0b000 || conditions[3] == 0b010 || conditions[3] == 0b001 }

  func permits(_ operation: Operation, group: Int, with key: Key) -> Bool {
    guard key == .a || !keyBIsReadable else { return false }
    let either = true
    let onlyB = key == .b
    let rights: (read: Bool, write: Bool, increment: Bool, decrement: Bool) =
      switch conditions[group] {
      case 0b000: (either, either, either, either)
      case 0b010: (either, false, false, false)
      case 0b100: (either, onlyB, false, false)
      case 0b110: (either, onlyB, onlyB, either)
      case 0b001: (either, false, false, either)
      case 0b011: (onlyB, onlyB, false, false)
      case 0b101: (onlyB, false, false, false)
      default: (false, false, false, false)
      }
    switch operation {
    case .read: return rights.read
    case .write: return rights.write
    case .increment: return rights.increment
    case .decrement: return rights.decrement
    }
  }

  /// Parts of the trailer that a key may read. Key A never.
  func readableParts(with key: Key) -> (access: Bool, keyB: Bool) {
    guard key == .a || !keyBIsReadable else { return (false, false) }
    return (true, keyBIsReadable)
  }

  /// Parts of the trailer that a key may write.
  func writableParts(with key: Key) -> (keyA: Bool, access: Bool, keyB: Bool) {
    switch conditions[3] {
    case 0b000: (key == .a, false, key == .a)
    case 0b001: (key == .a, key == .a, key == .a)
    case 0b100: (key == .b, false, key == .b)
    case 0b011: (key == .b, key == .b, key == .b)
    case 0b101: (false, key == .b, false)
    default: (false, false, false)
    }
  }
}
