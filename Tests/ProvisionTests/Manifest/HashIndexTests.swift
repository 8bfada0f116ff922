internal import Testing

@testable internal import Provision

/// Rows are found by their hashes, and repeated ones are told as a look at all rows before each would tell them.
@Suite struct HashIndexTests {
  /// A row, and an earlier one that it was compared with.
  private struct Hit: Equatable {
    var row: Int, earlier: Int
  }

  /// Every earlier row that is not itself the same as one before it, until one is the same.
  private static func naive(_ hashes: [UInt64], isSame: (Int, Int) -> Bool) -> [Hit] {
    var hits: [Hit] = []
    var entered: [Int] = []
    for row in hashes.indices where hashes[row] != HashIndex.none {
      var isRepeated = false
      for earlier in entered where hashes[earlier] == hashes[row] && !isRepeated {
        hits.append(Hit(row: row, earlier: earlier))
        isRepeated = isSame(row, earlier)
      }
      if !isRepeated { entered.append(row) }
    }
    return hits
  }

  /// Hashes that share their lower or their upper halves make the tables' collisions; some are equal.
  @Test(arguments: [1, 2, 100, 800], [UInt64(1), 0x1_0000_0000, 0x9E37_79B9_7F4A_7C15])
  func repeatedHashesAreThoseThatANaiveSearchFinds(count: Int, step: UInt64) throws {
    var generator = SeededGenerator(seed: UInt64(count) &+ step)
    let range = UInt64(max(2, count * 2))
    let hashes = (0..<count).map { _ in UInt64.random(in: 0..<range, using: &generator) &* step }
    // Where two rows of one hash differ, both stand in the table.
    for isSame in [{ _, _ in true }, { _, _ in false }, { ($0 + $1) % 3 == 0 }] as [(Int, Int) -> Bool] {
      var hits: [Hit] = []
      try HashIndex.forEachRepeated(hashes) { (row: Int, earlier: Int) throws(ManifestError) -> Bool in
        hits.append(Hit(row: row, earlier: earlier))
        return isSame(row, earlier)
      }
      let expected = Self.naive(hashes, isSame: isSame)
      // Rows with one hash that differ may be compared in any order of the table; which rows are compared is one.
      #expect(hits.map(\.row) == expected.map(\.row))
    }
  }

  @Test func everyRowIsFoundByItsHash() throws {
    let hashes = (1...500).map { UInt64($0) << 20 }
    let index = HashIndex(hashes)
    for row in hashes.indices {
      #expect(try index.find(hashes[row]) { _ throws(ManifestError) -> Bool in true } == row)
      #expect(try index.find(hashes[row] + 1) { _ throws(ManifestError) -> Bool in true } == nil)
    }
  }
}
