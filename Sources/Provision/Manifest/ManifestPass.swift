/// The one pass over a manifest that validates every row and remembers where each begins.
struct ManifestPass<Scanner: RowScanner> {
  var scanner: Scanner
  let reader: RowReader
  let hash: ByteHash
  let sizes = MessageSize()
  var contents = ManifestContents()
  var issues = IssueList()
  /// The first place where the bytes are no UTF-8.
  var firstInvalid: ManifestIssue?
  private var firstValue: ManifestIssue?
  private var isMixed = false
  private var firstWithoutID: ManifestIssue?
  private var isRoomMade = false

  init(scanner: Scanner, reader: RowReader, hash: ByteHash) {
    self.scanner = scanner
    self.reader = reader
    self.hash = hash
  }

  /// Reads the whole file from `offset` on.
  ///
  /// - Parameter stopsAtInvalid: whether to stop at bytes that are no UTF-8, since the encoding may be another.
  mutating func run(from offset: Int, line: Int, stopsAtInvalid: Bool) throws(ManifestError) {
    var window = ChunkReader(reader.file, from: offset)
    var row = Row()
    var place = TextPlace()
    place.line = line
    var start = 0
    let checker = reader.checker
    var columns = scanner.columns
    loop: while true {
      row.clear()
      let scan = scanner.scan(window.buffer, from: start, to: window.end, isLast: window.isAtEnd, into: &row)
      if scan == .more {
        guard window.end - start <= ManifestLimits.rowBytes else {
          issues.add(
            ManifestIssue(
              line: place.line, column: place.column, kind: .rowTooLong(limit: ManifestLimits.rowBytes)))
          break
        }
        try window.refill(keepingFrom: start)
        start = 0
        if !isRoomMade, window.offset > 0 { makeRoom(window.offset) }
        continue
      }
      if scan == .end { break }
      var next = window.end
      if case .row(let end) = scan { next = end }
      let first = start + row.lead
      if Scanner.rowsAreLines {
        row.column = 1 + row.lead
      } else {
        place.advance(over: window.buffer, start, first)
        row.column = place.column
      }
      row.line = place.line
      if row.length > ManifestLimits.rowBytes {
        // What else is said of it is of a part only.
        row.faults.removeAll()
        row.fault(.rowTooLong(limit: ManifestLimits.rowBytes), at: 0)
      }
      let isValid = !row.hasHighBytes || checkUTF8(&row)
      if row.isBlank {
        contents.skippedBlankRows += 1
      } else if !isValid, stopsAtInvalid {
        return
      } else if scan == .lastRow {
        issues.add(row.faults, in: row)
        break loop
      } else {
        if scanner.columnCount != columns.names.count { columns = scanner.columns }
        take(&row, offset: window.offset + first, checker, columns)
      }
      if Scanner.rowsAreLines {
        place.line += row.breaks
      } else {
        place.advance(over: window.buffer, first, next)
      }
      start = next
      if contents.places.count >= ManifestLimits.rows {
        issues.add(ManifestIssue(kind: .tooManyRows(limit: ManifestLimits.rows)))
        break
      }
    }
    finish()
  }

  /// Makes room for the rows of the whole file, judging by those of its beginning.
  private mutating func makeRoom(_ bytes: Int) {
    isRoomMade = true
    let rows = Double(contents.places.count) * Double(reader.file.size) / Double(bytes) * 1.02
    contents.reserve(min(Int(rows) + 100, ManifestLimits.rows))
  }

  /// Whether the row is UTF-8; otherwise its fault is noted.
  private mutating func checkUTF8(_ row: inout Row) -> Bool {
    do {
      _ = try UTF8Span(validating: row.bytes.span.extracting(0..<row.length))
      return true
    } catch {
      row.faults = [Row.Fault(source: error.byteOffsets.lowerBound, kind: .invalidBytes(encoding: "UTF-8"))]
      if firstInvalid == nil {
        let place = row.place(of: error.byteOffsets.lowerBound)
        firstInvalid = ManifestIssue(
          line: place.line, column: place.column, kind: .invalidBytes(encoding: "UTF-8"))
      }
      return false
    }
  }

  /// Enters a row; a faulty one has its place, so that the numbers of rows are right.
  private mutating func take(
    _ row: inout Row, offset: Int, _ checker: RowChecker, _ columns: borrowing Columns
  ) {
    let index = contents.places.count
    contents.places.append(
      RowPlace(offset: UInt32(clamping: offset), line: UInt32(clamping: row.line)))
    if !Scanner.rowsAreLines { contents.columns.append(UInt32(clamping: row.column)) }
    var result = RowChecker.Result()
    if row.faults.isEmpty {
      result = checker.check(&row, columns: columns, number: index + 1)
      noteID(row, columns.roles)
      if scanner.values != nil { noteValue(row) }
    }
    if !row.warnings.isEmpty { contents.warnings.add(row.warnings, in: row) }
    let isRight = row.faults.isEmpty
    if !isRight { issues.add(row.faults, in: row) }
    if columns.roles.id >= 0 {
      Self.fill(&contents.ids, to: index)
      contents.ids.append(
        // Also of a row that has another fault: all faults are told at once.
        result.id.isEmpty ? HashIndex.none : hash.hash(row.bytes, result.id.start, result.id.end))
    }
    if columns.roles.uid >= 0 {
      Self.fill(&contents.uids, to: index)
      contents.uids.append(
        result.uid.map { hash.hash($0.bytes, 0, $0.bytes.count) } ?? HashIndex.none)
    }
    contents.sizes.append(isRight ? UInt32(clamping: sizes.bytes(row, result)) : 0)
    contents.origins.append(row.bytes, isRight ? result.url : .absent, originEnd: result.originEnd)
    contents.payloads.append(isRight ? hash.payload(row, result) : HashIndex.none)
    if result.isPerTag { contents.isPerTag = true }
  }

  /// A JSON manifest's column may turn up late.
  private static func fill(_ hashes: inout [UInt64], to index: Int) {
    while hashes.count < index { hashes.append(HashIndex.none) }
  }

  /// A JSON manifest's `id` may turn up after rows that had none.
  private mutating func noteID(_ row: borrowing Row, _ roles: Columns.Roles) {
    if roles.id < 0 {
      if firstWithoutID == nil {
        firstWithoutID = ManifestIssue(line: row.line, column: row.column, kind: .missingID)
      }
    } else if let first = firstWithoutID {
      issues.add(first)
      firstWithoutID = nil
    }
  }

  /// Among texts, a URL betrays that the first value was meant to be one.
  private mutating func noteValue(_ row: Row) {
    guard scanner.values == .texts, !isMixed, let cell = row.cells.first else { return }
    if firstValue == nil {
      firstValue = ManifestIssue(
        line: row.line, column: row.column, kind: .mixedValues(value: row.excerpt(cell)))
    }
    let octets = row.bytes[cell.start..<cell.end]
    guard octets.starts(with: "http".utf8), URLSyntax.isAbsolute(row.bytes, cell.start, cell.end) else {
      return
    }
    isMixed = true
    if let firstValue { issues.add(firstValue) }
  }

  private mutating func finish() {
    guard issues.isEmpty else { return }
    if contents.places.isEmpty { issues.add(ManifestIssue(kind: .noRows)) }
  }
}
