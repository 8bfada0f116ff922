/// Finds a CSV file's delimiter and columns in its first row.
struct CSVHeader {
  var delimiter: UInt8?
  var columns = Columns()
  /// What the values are, where the file has one column and no header.
  var values: ManifestValues?
  /// Where in the file rows begin, and on which line.
  var offset: Int
  var line: Int
  var skippedBlankRows = 0
  var faults: [ManifestIssue] = []
  /// Whether the header is UTF-8.
  var isUTF8 = true

  /// The delimiters that are tried.
  static let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
  /// One that stands in texts too, and is taken only where it parts names that are known.
  static let rareCandidate = UInt8(ascii: "|")

  /// Reads from `offset` on.
  ///
  /// - Parameters:
  ///   - delimiter: the delimiter, where it is known.
  ///   - wanted: the names of columns that templates use.
  init(_ file: ManifestFile, from offset: Int, delimiter: UInt8?, wanted: [String]) throws(ManifestError) {
    self.offset = offset
    line = 1
    var reader = ChunkReader(file, from: offset)
    var row = Row()
    var start = 0
    var known = delimiter
    var single = CSVScanner(delimiter: nil)
    while true {
      row.clear()
      let scan = single.scan(reader.buffer, from: start, to: reader.end, isLast: reader.isAtEnd, into: &row)
      switch scan {
      case .more:
        guard reader.end - start <= ManifestLimits.rowBytes else {
          add([Row.Fault(source: 0, kind: .rowTooLong(limit: ManifestLimits.rowBytes))], row)
          return
        }
        try reader.refill(keepingFrom: start)
        start = 0
        continue
      case .end: return
      case .row(let next) where row.isBlank:
        skippedBlankRows += 1
        line += row.breaks
        start = next
        continue
      case .row(let next):
        if known == nil, let hint = Self.separatorHint(row) {
          known = hint
          line += row.breaks
          start = next
          continue
        }
      case .lastRow: break
      }
      break
    }
    // With the right delimiter the header may have a line break in quotes, and go on.
    while !reader.isAtEnd, reader.end - start <= ManifestLimits.rowBytes {
      try reader.refill(keepingFrom: start)
      start = 0
    }
    self.offset = reader.offset + start
    self.delimiter = known
    read(reader, start, wanted)
  }

  /// `sep=;`, by which a spreadsheet tells another which delimiter it used.
  private static func separatorHint(_ row: Row) -> UInt8? {
    guard row.cells.count == 1, case let text = row.string(row.cells[0]), text.utf8.count == 5,
      text.lowercased().hasPrefix("sep=")
    else { return nil }
    return text.utf8.last
  }

  private mutating func read(_ reader: ChunkReader, _ start: Int, _ wanted: [String]) {
    let names = Set(ColumnName.known + wanted)
    var best: (row: Row, next: Int, known: Int, delimiter: UInt8?)?
    for candidate in delimiter.map({ [$0] }) ?? Self.candidates + [Self.rareCandidate] {
      var row = Row()
      row.line = line
      var next = reader.end
      var scanner = CSVScanner(delimiter: candidate)
      let scan = scanner.scan(reader.buffer, from: start, to: reader.end, isLast: reader.isAtEnd, into: &row)
      if case .row(let end) = scan { next = end }
      let known = row.cells.count { names.contains(ColumnName.normalized(row.string($0))) }
      if let best, (known, row.cells.count) <= (best.known, best.row.cells.count) { continue }
      if known == 0, candidate == Self.rareCandidate, delimiter == nil { continue }
      best = (row, next, known, row.cells.count > 1 || delimiter != nil ? candidate : nil)
    }
    guard let best else { return }
    var whole = Row()
    var scanner = CSVScanner(delimiter: nil)
    _ = scanner.scan(reader.buffer, from: start, to: reader.end, isLast: reader.isAtEnd, into: &whole)
    let cell = whole.cell(0)
    let isURL = URLSyntax.isAbsolute(whole.bytes, cell.start, cell.end)
    if best.known == 0, isURL || best.row.cells.count == 1, !Self.isHeader(whole.string(cell), names) {
      // No header: rows begin here, and a delimiter is part of the value.
      if best.row.cells.count == 1 || delimiter == nil { delimiter = nil }
      let values: ManifestValues = isURL ? .urls : .texts
      self.values = values
      _ = columns.add(values.columnName)
      return
    }
    delimiter = best.delimiter
    do {
      _ = try UTF8Span(validating: best.row.bytes.span)
    } catch {
      isUTF8 = false
      let fault = Row.Fault(source: error.byteOffsets.lowerBound, kind: .invalidBytes(encoding: "UTF-8"))
      add([fault], best.row)
      return
    }
    add(best.row.faults, best.row)
    for cell in best.row.cells {
      let name = best.row.string(cell)
      guard !columns.add(name).isNew else { continue }
      add([Row.Fault(source: max(cell.source, 0), kind: .duplicateColumn(name: name))], best.row)
    }
    offset += best.next - start
    line += best.row.breaks
  }

  /// Whether a line that no delimiter parts is made of column names all the same: its delimiter is one that is not known, and
  /// it is a column of that name, never a text for a tag.
  private static func isHeader(_ line: String, _ names: Set<String>) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      .filter { $0.contains { $0 != "-" } }
    return words.count > 1 && words.allSatisfy { names.contains(ColumnName.normalized($0)) }
  }

  private mutating func add(_ faults: [Row.Fault], _ row: Row) {
    for fault in faults {
      let place = row.place(of: fault.source)
      self.faults.append(ManifestIssue(line: place.line, column: place.column, kind: fault.kind))
    }
  }
}
