internal import Provision

/// What `check` tells of a manifest that is valid.
struct ManifestSummary {
  /// A row that does not fit the chip that was named.
  struct TooBig {
    var id: String
    var line: Int
    var bytes: Int
  }

  private(set) var smallest = 0, median = 0, largest = 0
  private(set) var largestID = "", largestLine = 0
  private(set) var sizes: [Int] = []
  private(set) var chip: ChipCatalogue.Chip?
  private(set) var unknownChip: String?
  private(set) var tooBig: [TooBig] = []

  init(_ manifest: Manifest, chip name: String?, only: String?) throws(ManifestError) {
    var indices = Array(0..<manifest.count)
    if let only {
      indices = []
      for id in only.split(separator: ",") {
        if let index = try manifest.index(ofID: String(id)) { indices.append(index) }
      }
    }
    sizes = indices.map { manifest.messageSize(at: $0) }.sorted()
    guard let first = indices.first else { return }
    smallest = sizes.first ?? 0
    largest = sizes.last ?? 0
    median = sizes[sizes.count / 2]
    let index = indices.first { manifest.messageSize(at: $0) == largest } ?? first
    let row = try manifest.row(at: index)
    largestID = row.id
    largestLine = row.line
    guard let name else { return }
    guard let known = ChipCatalogue.chip(named: name) else {
      unknownChip = name
      return
    }
    chip = known
    for index in indices where manifest.messageSize(at: index) > known.capacity {
      let row = try manifest.row(at: index)
      tooBig.append(TooBig(id: row.id, line: row.line, bytes: manifest.messageSize(at: index)))
    }
  }

  /// Chips of one capacity, and how many rows do not fit them.
  private var groups: [(names: [String], capacity: Int, tooBig: Int)] {
    var groups: [(names: [String], capacity: Int, tooBig: Int)] = []
    for chip in chip.map({ [$0] }) ?? ChipCatalogue.chips {
      if groups.last?.capacity == chip.capacity {
        groups[groups.count - 1].names.append(chip.name)
      } else {
        let count = sizes.reversed().prefix { $0 > chip.capacity }.count
        groups.append((names: [chip.name], capacity: chip.capacity, tooBig: count))
      }
    }
    return groups
  }

  // MARK: Text

  func lines(_ manifest: Manifest, _ words: Language) -> [String] {
    var lines = [
      words.text(.checkRows(path: manifest.path, rows: sizes.count, format: manifest.format.rawValue))
    ]
    lines.append(
      words.text(
        .checkSizes(smallest: smallest, median: median, largest: largest, id: largestID, line: largestLine)))
    if let unknownChip { lines.append(words.text(.checkUnknownChip(name: unknownChip))) }
    for group in groups {
      let names = group.names.joined(separator: ", ")
      lines.append(
        words.text(
          group.tooBig == 0
            ? .checkFits(chips: names, capacity: group.capacity)
            : .checkTooSmall(count: group.tooBig, chips: names, capacity: group.capacity)))
    }
    for row in tooBig.prefix(ManifestLimits.issues) {
      lines.append(
        words.text(
          .checkRowTooBig(
            id: row.id, line: row.line, needed: row.bytes, capacity: chip?.capacity ?? 0,
            chip: chip?.name ?? "")))
    }
    if manifest.duplicatePayloadCount > 0 {
      lines.append(words.text(.checkDuplicates(count: manifest.duplicatePayloadCount)))
      for pair in manifest.duplicatePayloads.prefix(10) {
        lines.append(
          "  "
            + words.text(
              .checkDuplicate(
                row: pair.row, line: pair.line, firstRow: pair.firstRow, firstLine: pair.firstLine)))
      }
    }
    return lines
  }

  // MARK: JSON

  func json(_ manifest: Manifest) -> String {
    var document = JSONLine()
    document.add("v", 1)
    document.add("manifest", manifest.path)
    document.add("valid", true)
    document.add("format", manifest.format.rawValue)
    document.add("columns", manifest.columns)
    document.add("rows", sizes.count)
    var bytes = JSONLine()
    bytes.add("smallest", smallest)
    bytes.add("median", median)
    bytes.add("largest", largest)
    bytes.add("largest_id", largestID)
    bytes.add("largest_line", largestLine)
    document.add("bytes", bytes)
    document.add(
      "chips",
      groups.flatMap { group in
        group.names.map { name in
          var line = JSONLine()
          line.add("chip", name)
          line.add("capacity", group.capacity)
          line.add("too_big", group.tooBig)
          return line
        }
      })
    document.add(
      "too_big",
      tooBig.map { row in
        var line = JSONLine()
        line.add("id", row.id)
        line.add("line", row.line)
        line.add("bytes", row.bytes)
        return line
      })
    document.add("duplicate_payloads", manifest.duplicatePayloadCount)
    document.add("warnings", manifest.warnings.map { Self.json($0) })
    return document.text
  }

  /// An issue with its English text, since programs compare it.
  static func json(_ issue: ManifestIssue) -> JSONLine {
    var line = JSONLine()
    line.add("line", issue.line)
    line.add("column", issue.column)
    line.add("message", Language.english.text(issue.kind))
    return line
  }
}
