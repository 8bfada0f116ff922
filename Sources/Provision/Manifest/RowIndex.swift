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

  /// Enters all rows; `hit` gets each row whose hash an earlier one has, and says whether it is the same key.
  /// Such a row is not entered again.
  init(
    _ hashes: [UInt64], isSame hit: (_ row: Int, _ earlier: Int) throws(ManifestError) -> Bool
  ) throws(ManifestError) {
    var size = 16
    while size < hashes.count * 2 { size *= 2 }
    self.hashes = hashes
    mask = size - 1
    slots = [UInt32](repeating: 0, count: size)
    next: for row in hashes.indices {
      let hash = hashes[row]
      guard hash != Self.none else { continue }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        let other = Int(slots[slot]) - 1
        if hashes[other] == hash, try hit(row, other) { continue next }
        slot = (slot + 1) & mask
      }
      slots[slot] = UInt32(row + 1)
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
    var state = seed ^ previous &+ UInt64(truncatingIfNeeded: span.byteCount)
    var index = 0
    while index &+ 8 <= span.byteCount {
      state = Self.mix(state ^ span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < span.byteCount {
      rest = rest << 8 | UInt64(span.byte(index))
      index &+= 1
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
