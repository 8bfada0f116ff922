/// Names of columns: compared without case and surrounding spaces, and guessed where they are misspelled.
enum ColumnName {
  /// The columns that mean something by themselves.
  static let known = ["id", "url", "text", "lang", "uid", "lock"]

  /// The name as it is compared.
  static func normalized(_ name: some StringProtocol) -> String {
    let trimmed = name.drop { $0.isWhitespace }
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return trimmed[...last].lowercased()
  }

  /// The candidate that differs from the name by the fewest edits, if by few enough.
  static func suggestion(for name: String, among candidates: [String]) -> String? {
    let allowed = name.count <= 3 ? 1 : 2
    var best: (distance: Int, name: String)?
    for candidate in candidates where candidate != name && abs(candidate.count - name.count) <= allowed {
      let distance = distance(Array(name.prefix(64)), Array(candidate.prefix(64)))
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (distance, candidate) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and exchanges of neighbours between two words.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var previous = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        let cost = first[row] == second[column] ? 0 : 1
        var value = min(previous[column + 1] + 1, current[column] + 1, previous[column] + cost)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          value = min(value, before[column - 1] + 1)
        }
        current.append(value)
      }
      before = previous
      previous = current
    }
    return previous[second.count]
  }
}
