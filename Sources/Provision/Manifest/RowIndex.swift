/// Finds rows by a 64-bit hash of a key; what a hash finds has to be compared by its reader.
///
/// Made when all hashes are known: one after another, a table's cache misses overlap.
struct HashIndex: Sendable {
  /// The hash of a row that has no key.
  static let none: UInt64 = 0

  /// One hash a row.
  let hashes: [UInt64]
  /// Row indices plus one, 0 for a free slot; open addressing, at most half full.
  private var slots: [UInt32]
  private let mask: Int

  /// Enters all rows; of equal hashes each is entered.
  init(_ hashes: [UInt64]) {
    self.init(room: hashes.count, hashes)
    for row in hashes.indices where hashes[row] != Self.none { enter(row) }
  }

  private init(room: Int, _ hashes: [UInt64]) {
    var size = 16
    while size < room * 2 { size *= 2 }
    self.hashes = hashes
    mask = size - 1
    slots = [UInt32](repeating: 0, count: size)
  }

  private mutating func enter(_ row: Int) {
    var slot = Int(truncatingIfNeeded: hashes[row]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(row + 1)
  }

  /// Tells `hit` of each row whose hash an earlier one has, in order; it says whether it is the same key, and then the
  /// row is none that a later one is compared with.
  static func forEachRepeated(
    _ hashes: [UInt64], isSame hit: (_ row: Int, _ earlier: Int) throws(ManifestError) -> Bool
  ) throws(ManifestError) {
    let rows = suspects(hashes)
    var index = HashIndex(room: rows.count, hashes)
    for row in rows {
      let found = try index.find(hashes[row]) { (earlier: Int) throws(ManifestError) in try hit(row, earlier)
      }
      if found == nil { index.enter(row) }
    }
  }

  /// The rows whose hash may be another's too, in order: those that share a bit of a map which is small enough for a
  /// processor's cache where a table of all rows is not.
  private static func suspects(_ hashes: [UInt64]) -> [Int] {
    var size = 64
    while size < hashes.count * 8 { size *= 2 }
    var once = [UInt64](repeating: 0, count: size / 64)
    var twice = once
    // Other bits of the hash than those that a table goes by.
    func place(_ hash: UInt64) -> (word: Int, bit: UInt64) {
      let place = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
      return (place / 64, 1 << UInt64(place % 64))
    }
    for hash in hashes where hash != none {
      let (word, bit) = place(hash)
      twice[word] |= once[word] & bit
      once[word] |= bit
    }
    return hashes.indices.filter { row in
      let (word, bit) = place(hashes[row])
      return twice[word] & bit != 0 && hashes[row] != none
    }
  }

  /// The first row with this hash that `isSame` confirms.
  func find(_ hash: UInt64, isSame: (Int) throws(ManifestError) -> Bool) throws(ManifestError) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if hashes[row] == hash, try isSame(row) { return row }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

/// A keyed 64-bit hash of bytes: quick, and not to be foreseen by who writes a manifest. Never ``HashIndex/none``.
struct ByteHash: Sendable {
  private let seed: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
  }

  /// The hash of the bytes from `start` to `end`, following on `previous`.
  func hash(_ bytes: [UInt8], _ start: Int, _ end: Int, after previous: UInt64 = 0) -> UInt64 {
    let span = bytes.span.bytes.extracting(start..<end)
    let count = span.byteCount
    var state = seed ^ previous &+ UInt64(truncatingIfNeeded: count)
    var index = 0
    while index &+ 8 <= count {
      state = Self.mix(state ^ span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    // The rest together with bytes before it, or the two halves of a short key, which may overlap: the count tells
    // what they are.
    var rest: UInt64 = 0
    if count >= 8 {
      if index < count {
        rest = span.unsafeLoadUnaligned(fromUncheckedByteOffset: count &- 8, as: UInt64.self)
      }
    } else if count >= 4 {
      let first = span.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
      let second = span.unsafeLoadUnaligned(fromUncheckedByteOffset: count &- 4, as: UInt32.self)
      rest = UInt64(first) << 32 | UInt64(second)
    } else {
      while index < count {
        rest = rest << 8 | UInt64(span.byte(index))
        index &+= 1
      }
    }
    return max(1, Self.mix(Self.mix(state ^ rest) ^ seed))
  }

  /// The hash of a row's URL, text and language.
  func payload(_ row: borrowing Row, _ result: RowChecker.Result) -> UInt64 {
    let url = hash(row.bytes, result.url.start, result.url.end)
    guard !result.text.isEmpty else { return url }
    let text = hash(row.bytes, result.text.start, result.text.end, after: url)
    return hash(row.bytes, result.language.start, result.language.end, after: text)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
