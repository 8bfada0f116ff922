/// Which page each dynamic lock bit locks, and which lock bits each block-lock bit freezes.
///
/// Bits are numbered through the page: bit 0 of byte 0 is 0, bit 0 of byte 1 is 8.
struct Type2LockMap: Equatable, Sendable {
  /// The page that holds the bits.
  var page: Int
  /// Bit and the pages that it locks.
  var locks: [(bit: Int, pages: ClosedRange<Int>)]
  /// Bit and the lock bits that it freezes.
  var freezes: [(bit: Int, lockBits: ClosedRange<Int>)]

  static func == (left: Type2LockMap, right: Type2LockMap) -> Bool {
    left.page == right.page && left.locks.elementsEqual(right.locks, by: ==)
      && left.freezes.elementsEqual(right.freezes, by: ==)
  }

  /// The pattern of NTAG21x and Ultralight EV1: bit i of bytes 0–1 locks `step` pages from 16, bit k of byte 2 freezes lock
  /// bits 2k and 2k + 1 (NTAG213/215/216 data sheet §8.5.3).
  static func even(page: Int, step: Int, last: Int) -> Type2LockMap {
    var locks: [(bit: Int, pages: ClosedRange<Int>)] = []
    var first = 16
    while first <= last {
      locks.append((locks.count, first...min(first + step - 1, last)))
      first += step
    }
    let freezes = (0..<(locks.count + 1) / 2).map { group in
      (bit: 16 + group, lockBits: (2 * group)...min(2 * group + 1, locks.count - 1))
    }
    return Type2LockMap(page: page, locks: locks, freezes: freezes)
  }

  /// The pattern of NTAG203 (data sheet §8.5.3): blocks of four pages, and the counter.
  static let ntag203 = Type2LockMap(
    page: 40,
    locks: [
      (1, 16...19), (2, 20...23), (3, 24...27), (5, 28...31), (6, 32...35), (7, 36...39), (12, 41...41),
    ],
    freezes: [(0, 1...3), (4, 5...7), (8, 12...12)])

  /// The pattern of Ultralight C (MF0ICU2 data sheet §7.5.3): as NTAG203, then counter, AUTH0, AUTH1 and key.
  static let ultralightC = Type2LockMap(
    page: 40,
    locks: [
      (1, 16...19), (2, 20...23), (3, 24...27), (5, 28...31), (6, 32...35), (7, 36...39),
      (12, 41...41), (13, 42...42), (14, 43...43), (15, 44...47),
    ],
    freezes: [(0, 1...3), (4, 5...7), (8, 12...12), (9, 13...13), (10, 14...14), (11, 15...15)])

  /// Every bit that means anything.
  private var known: UInt32 {
    (locks.map(\.bit) + freezes.map(\.bit)).reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// The bits after `written` was written over `stored`: set bits stay, frozen lock bits stay as they are.
  func merged(stored: UInt32, written: UInt32) -> UInt32 {
    var allowed = known
    for freeze in freezes where stored & 1 << UInt32(freeze.bit) != 0 {
      for bit in freeze.lockBits { allowed &= ~(1 << UInt32(bit)) }
    }
    return stored | written & allowed
  }

  /// Whether the bits lock the page.
  func locks(_ page: Int, bits: UInt32) -> Bool {
    locks.contains { $0.pages.contains(page) && bits & 1 << UInt32($0.bit) != 0 }
  }

  /// The bits that lock every page up to `last`, and freeze that.
  func lockAll(upTo last: Int) -> UInt32 {
    var bits: UInt32 = 0
    for lock in locks where lock.pages.lowerBound <= last { bits |= 1 << UInt32(lock.bit) }
    for freeze in freezes where freeze.lockBits.contains(where: { bits & 1 << UInt32($0) != 0 }) {
      bits |= 1 << UInt32(freeze.bit)
    }
    return bits
  }
}
