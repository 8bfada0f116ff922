/// The nearest of some names to a mistyped one.
enum Suggestion {
  /// The name in `names` that is nearest to `word`; nil where none is near enough to be meant.
  static func nearest(to word: String, in names: [String]) -> String? {
    guard word.count <= 64 else { return nil }
    let limit = max(1, word.count / 3)
    let prefixed = names.filter { word.count >= 3 && $0.hasPrefix(word) }
    if prefixed.count == 1 { return prefixed[0] }
    let scored = names.map { (name: $0, distance: distance(word, $0)) }
    return scored.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased())
    let right = Array(right.lowercased())
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
