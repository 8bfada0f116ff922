/// Finds rows by a 64-bit hash of a key; what a hash finds has to be compared by its reader.
///
/// Twelve to sixteen bytes a row, and nothing of the keys themselves.
struct HashIndex: Sendable {
  /// One hash a row.
  private(set) var hashes: [UInt64] = []
  /// Row indices plus one, 0 for a free slot; open addressing, at most half full.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 1024)
  private var used = 0

  /// Adds the next row. Returns the first earlier row with the same hash that `isSame` confirms; such a row is not
  /// entered again.
  mutating func append(_ hash: UInt64, isSame: (Int) throws(ManifestError) -> Bool) throws(ManifestError)
    -> Int?
  {
    let row = hashes.count
    hashes.append(hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let other = Int(slots[slot]) - 1
      if hashes[other] == hash, try isSame(other) { return other }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(row + 1)
    used += 1
    if used * 2 > slots.count { grow() }
    return nil
  }

  /// Adds a row that can't be found.
  mutating func appendUnlisted(_ hash: UInt64 = 0) { hashes.append(hash) }

  /// The first row with this hash that `isSame` confirms.
  func find(_ hash: UInt64, isSame: (Int) throws(ManifestError) -> Bool) throws(ManifestError) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if hashes[row] == hash, try isSame(row) { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 4)
    for entry in slots where entry != 0 {
      var slot = Int(truncatingIfNeeded: hashes[Int(entry) - 1]) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = entry
    }
    slots = larger
  }

  /// Forgets how to find rows and keeps their hashes.
  mutating func dropSlots() { slots = [0] }
}

/// A keyed 64-bit hash of bytes: quick, and not to be foreseen by who writes a manifest.
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
    while index + 8 <= span.byteCount {
      state = Self.mix(state ^ span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < span.byteCount {
      rest = rest << 8 | UInt64(span.byte(index))
      index += 1
    }
    return Self.mix(Self.mix(state ^ rest) ^ seed)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
