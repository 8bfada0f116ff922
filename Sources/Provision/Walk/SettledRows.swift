/// Rows that need no look any more, one bit a row, so that a run goes on at the first open row without reading those
/// before it.
///
/// A set bit is a promise that the row is done; a row without one is looked up by its id.
struct SettledRows: Sendable {
  private var words: [UInt64]
  /// How many rows of the manifest are done, and how many were skipped.
  private(set) var done = 0, skipped = 0

  /// No row of so many is settled.
  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// What the log says by rows' numbers; nil where they may be another manifest's numbers.
  init?(_ history: History, count: Int) {
    guard history.hasOneManifest else { return nil }
    self.init(count: count)
    // Skipped rows are few, and tags that make up their UIDs are not remembered: both are found by their ids.
    for state in history.tags.values {
      if case .done(let row, _, _) = state { insert(row - 1) }
    }
    done = history.done
    skipped = history.skipped
  }

  /// Whether the row with this index, from 0, is settled.
  func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return words.indices.contains(word) && words[word] >> UInt64(index & 63) & 1 == 1
  }

  /// Takes in a row as it was found when all rows were read.
  mutating func note(_ index: Int, _ state: History.RowState?) {
    switch state {
    case .done:
      insert(index)
      done += 1
    case .skipped:
      // The operator may name it again, so that it is no bit.
      skipped += 1
    case .begun, nil: break
    }
  }

  /// The row is to be done anew.
  mutating func remove(_ index: Int) {
    let word = index >> 6
    if words.indices.contains(word) { words[word] &= ~(1 << UInt64(index & 63)) }
  }

  private mutating func insert(_ index: Int) {
    let word = index >> 6
    if words.indices.contains(word) { words[word] |= 1 << UInt64(index & 63) }
  }
}
