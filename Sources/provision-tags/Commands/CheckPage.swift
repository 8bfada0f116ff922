internal import Provision

/// What `check` prints for people: short lines in columns.
struct CheckPage {
  let summary: ManifestSummary
  let words: Language

  /// The whole page.
  var text: String { (head + chips + tooBig + duplicates + phones).map { $0 + "\n" }.joined() }

  private var head: [String] {
    let manifest = summary.manifest
    return [
      words.text(
        .checkRows(
          path: manifest.path, rows: summary.plan.rows,
          format: "\(manifest.format.rawValue), \(manifest.encoding.name)")),
      words.text(
        .checkSmallest(bytes: summary.smallest.bytes, id: summary.smallest.id, line: summary.smallest.line)),
      words.text(.checkMedian(bytes: summary.plan.median)),
      words.text(
        .checkLargest(bytes: summary.largest.bytes, id: summary.largest.id, line: summary.largest.line)),
    ]
  }

  /// A line for each capacity that is too small, and one for all chips that take every row.
  private var chips: [String] {
    var groups: [(capacity: String, verdict: String, names: [String])] = []
    let small = summary.plan.chips.filter { !$0.fitsAll }
    for capacity in Self.capacities(small) {
      let chips = small.filter { $0.chip.capacity == capacity }
      let verdict = words.text(.checkTooSmall(count: chips.first?.tooLarge ?? 0))
      groups.append(("\(capacity)", verdict, chips.map(\.chip.name)))
    }
    let large = summary.plan.chips.filter(\.fitsAll)
    if let first = large.first {
      let names = Self.capacities(large).map { capacity in
        let chips = large.filter { $0.chip.capacity == capacity }.map(\.chip.name)
        return chips.joined(separator: ", ") + (large.count > 1 ? " (\(capacity))" : "")
      }
      groups.append(("\(first.chip.capacity)\(large.count > 1 ? "+" : " ")", words.text(.checkFits), names))
    }
    let width = groups.map { CellWidth.of($0.verdict) }.max() ?? 0
    var lines = [words.text(.checkChips)]
    for group in groups {
      let capacity = group.capacity.last?.isNumber == true ? group.capacity + " " : group.capacity
      let start = "  " + Self.right(capacity, 6) + " " + CellWidth.pad(group.verdict, width) + "  "
      lines += Self.wrapped(group.names, after: start)
    }
    if summary.isClassic { lines.append("  " + words.text(.checkClassic)) }
    return lines
  }

  private static func capacities(_ fits: [Plan.Fit]) -> [Int] { Set(fits.map(\.chip.capacity)).sorted() }

  private var tooBig: [String] {
    guard let chip = summary.chip else { return [] }
    var lines = summary.tooBig.map { row in
      "  "
        + words.text(
          .checkRowTooBig(
            id: row.id, line: row.line, needed: row.bytes, capacity: chip.capacity, chip: chip.name))
    }
    let more = (summary.plan.chips.first?.tooLarge ?? 0) - lines.count
    if more > 0 { lines.append("  " + words.text(.checkMoreRows(count: more))) }
    return lines
  }

  private var duplicates: [String] {
    let manifest = summary.manifest
    guard manifest.duplicatePayloadCount > 0 else { return [] }
    return [words.text(.checkDuplicates(count: manifest.duplicatePayloadCount))]
      + manifest.duplicatePayloads.prefix(10).map { pair in
        "  "
          + words.text(
            .checkDuplicate(
              row: pair.row, line: pair.line, firstRow: pair.firstRow, firstLine: pair.firstLine))
      }
  }

  private var phones: [String] {
    let lines =
      summary.iPhone.map { ("iPhone", words.text($0.action.wording), rows($0.count, $0.first)) }
      + summary.android.map { ("Android", words.text($0.action.wording), rows($0.count, $0.first)) }
    let width = lines.map { CellWidth.of($0.1) }.max() ?? 0
    return [words.text(.checkPhones)]
      + lines.map { "  " + CellWidth.pad($0.0, 7) + "  " + CellWidth.pad($0.1, width) + "  " + $0.2 }
  }

  private func rows(_ count: Int, _ first: [String]) -> String {
    let ids = first.joined(separator: ", ") + (count > first.count ? ", …" : "")
    return words.text(.checkPhoneRows(count: count, ids: ids))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Names behind `start`, in lines of at most 100 cells, later ones indented as far.
  private static func wrapped(_ names: [String], after start: String) -> [String] {
    let margin = String(repeating: " ", count: CellWidth.of(start))
    var lines: [String] = []
    var line = start
    var isFirst = true
    let parts = names.joined(separator: ", ").split(separator: ", ").map(String.init)
    for (index, name) in parts.enumerated() {
      let word = name + (index + 1 < parts.count ? "," : "")
      if !isFirst, CellWidth.of(line) + 1 + CellWidth.of(word) > 100 {
        lines.append(line)
        line = margin
        isFirst = true
      }
      line += isFirst ? word : " \(word)"
      isFirst = false
    }
    return lines + [line]
  }
}
