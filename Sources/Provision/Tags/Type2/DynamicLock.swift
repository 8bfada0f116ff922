/// Lock bytes for pages above 15: where they lie, and what each bit does. Bits can be set and never be cleared.
struct DynamicLock: Equatable, Sendable {
  /// One bit and the pages it governs.
  struct Bit: Equatable, Sendable {
    var index: Int
    var pages: ClosedRange<Int>
  }

  /// The page of the lock bytes.
  let page: Int
  /// Three lock bytes that lock all of the user memory and freeze themselves; reserved bits are 0.
  let lockAll: [UInt8]
  /// Bits that lock pages.
  let locks: [Bit]
  /// Bits that freeze the lock bits of these pages.
  let freezes: [Bit]

  /// NTAG21x, MF0UL21: bytes 0 and 1 lock from page 16 on, byte 2 freezes.
  init(page: Int, pagesPerBit: Int, lastPage: Int, freezePagesPerBit: Int) {
    self.page = page
    locks = Self.bits(from: 0, pagesPerBit: pagesPerBit, lastPage: lastPage)
    freezes = Self.bits(from: 16, pagesPerBit: freezePagesPerBit, lastPage: lastPage)
    lockAll = Self.bytes(locks + freezes)
  }

  private init(page: Int, lockAll: [UInt8], locks: [Bit], freezes: [Bit]) {
    self.page = page
    self.lockAll = lockAll
    self.locks = locks
    self.freezes = freezes
  }

  /// NTAG203 and Ultralight C: byte 0 has a freezing bit before each three bits of four pages; byte 1 is about the
  /// counter and, on Ultralight C, the authentication pages (MF0ICU2 rev 3.3 §7.5.3).
  static func fourPages(lockAll: [UInt8]) -> DynamicLock {
    DynamicLock(
      page: 0x28, lockAll: lockAll,
      locks: [(1, 16), (2, 20), (3, 24), (5, 28), (6, 32), (7, 36)].map {
        Bit(index: $0.0, pages: $0.1...$0.1 + 3)
      },
      freezes: [Bit(index: 0, pages: 16...27), Bit(index: 4, pages: 28...39)])
  }

  /// The pages that these bytes lock.
  func lockedPages(_ bytes: [UInt8]) -> [Int] {
    locks.filter { Self.isSet($0.index, in: bytes) }.flatMap { Array($0.pages) }
  }

  /// The pages that these bytes leave open and for ever unlockable.
  func frozenOpenPages(_ bytes: [UInt8]) -> [Int] {
    let frozen = freezes.filter { Self.isSet($0.index, in: bytes) }.flatMap { Array($0.pages) }
    return frozen.filter { page in
      locks.contains { $0.pages.contains(page) && !Self.isSet($0.index, in: bytes) }
    }
  }

  private static func bits(from first: Int, pagesPerBit: Int, lastPage: Int) -> [Bit] {
    stride(from: 16, through: lastPage, by: pagesPerBit).enumerated().map { offset, page in
      Bit(index: first + offset, pages: page...min(page + pagesPerBit - 1, lastPage))
    }
  }

  private static func bytes(_ bits: [Bit]) -> [UInt8] {
    bits.reduce(into: [0, 0, 0]) { $0[$1.index / 8] |= 1 << UInt8($1.index % 8) }
  }

  private static func isSet(_ index: Int, in bytes: [UInt8]) -> Bool {
    index / 8 < bytes.count && bytes[index / 8] & 1 << UInt8(index % 8) != 0
  }
}

/// The lock bytes of pages 3 to 15, in page 2 (NFC Forum Type 2 Tag 1.2 §2.4; the same on all products).
enum StaticLock {
  /// The pages that bytes 2 and 3 of page 2 lock.
  static func lockedPages(_ bytes: [UInt8]) -> [Int] {
    guard bytes.count == 2 else { return [] }
    let bits = Int(bytes[0]) | Int(bytes[1]) << 8
    return (3...15).filter { bits & 1 << $0 != 0 }
  }

  /// The pages that they leave open and for ever unlockable: bits 0 to 2 freeze page 3, pages 4–9, pages 10–15.
  static func frozenOpenPages(_ bytes: [UInt8]) -> [Int] {
    guard let first = bytes.first else { return [] }
    let locked = lockedPages(bytes)
    let groups: [ClosedRange<Int>] = [3...3, 4...9, 10...15]
    return groups.enumerated().filter { first & 1 << UInt8($0.offset) != 0 }.flatMap { Array($0.element) }
      .filter { !locked.contains($0) }
  }
}
