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

  /// A line for each capacity, since chips of one capacity take the same rows.
  private var chips: [String] {
    var groups: [(capacity: Int, tooBig: Int, names: [String])] = []
    for fit in summary.plan.chips {
      if groups.last?.capacity == fit.chip.capacity {
        groups[groups.count - 1].names.append(fit.chip.name)
      } else {
        groups.append((fit.chip.capacity, fit.tooLarge, [fit.chip.name]))
      }
    }
    let verdicts = groups.map { words.text($0.tooBig == 0 ? .checkFits : .checkTooSmall(count: $0.tooBig)) }
    let width = verdicts.map(CellWidth.of).max() ?? 0
    var lines = [words.text(.checkChips)]
    for (group, verdict) in zip(groups, verdicts) {
      let start = "  " + Self.right(group.capacity, 5) + "  " + CellWidth.pad(verdict, width) + "  "
      lines += Self.wrapped(group.names, after: start)
    }
    if summary.isClassic { lines.append("  " + words.text(.checkClassic)) }
    return lines
  }

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

  private static func right(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Names behind `start`, in lines of at most 100 cells, later ones indented as far.
  private static func wrapped(_ names: [String], after start: String) -> [String] {
    let margin = String(repeating: " ", count: CellWidth.of(start))
    var lines: [String] = []
    var line = start
    var isFirst = true
    for (index, name) in names.enumerated() {
      let word = name + (index + 1 < names.count ? "," : "")
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
