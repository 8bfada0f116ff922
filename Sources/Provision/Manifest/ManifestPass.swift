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
        continue
      }
      if scan == .end { break }
      var next = window.end
      if case .row(let end) = scan { next = end }
      let first = start + row.lead
      if Scanner.rowsAreLines {
        row.column = 1 + row.lead
      } else {
        place.advance(over: window.buffer[start..<first])
        row.column = place.column
      }
      row.line = place.line
      if row.length > ManifestLimits.rowBytes {
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
        try take(&row, offset: window.offset + first)
      }
      if Scanner.rowsAreLines {
        place.line += row.breaks
      } else {
        place.advance(over: window.buffer[first..<next])
      }
      start = next
      if contents.places.count >= ManifestLimits.rows {
        issues.add(ManifestIssue(kind: .tooManyRows(limit: ManifestLimits.rows)))
        break
      }
    }
    finish()
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

  /// Enters a row.
  private mutating func take(_ row: inout Row, offset: Int) throws(ManifestError) {
    let index = contents.places.count
    contents.places.append(
      RowPlace(offset: UInt32(clamping: offset), line: UInt32(clamping: row.line)))
    guard row.faults.isEmpty else {
      issues.add(row.faults, in: row)
      enterFaulty()
      return
    }
    let columns = scanner.columns
    let result = reader.checker.check(&row, columns: columns, number: index + 1)
    noteIDs(row, columns.roles, index)
    if scanner.values != nil { noteValue(row) }
    guard row.faults.isEmpty else {
      issues.add(row.faults, in: row)
      enterFaulty()
      return
    }
    if !row.warnings.isEmpty { contents.warnings.add(row.warnings, in: row) }
    try enterID(row, result, columns.roles, index)
    try enterUID(row, result, columns.roles, index)
    contents.sizes.append(UInt32(clamping: sizes.bytes(row, result)))
    try enterPayload(row, result, index)
  }

  /// Keeps the tables in step with the rows.
  private mutating func enterFaulty() {
    if contents.hasIDs { contents.ids.appendUnlisted() }
    contents.sizes.append(0)
    contents.payloads.appendUnlisted()
    if contents.hasUIDs { contents.uids.appendUnlisted() }
  }

  private func line(of row: Int) -> Int { Int(contents.places[row].line) }

  private mutating func enterID(
    _ row: Row, _ result: RowChecker.Result, _ roles: Columns.Roles, _ index: Int
  ) throws(ManifestError) {
    guard roles.id >= 0 else { return }
    if !contents.hasIDs {
      contents.hasIDs = true
      for _ in 0..<index { contents.ids.appendUnlisted() }
    }
    let key = hash.hash(row.bytes, result.id.start, result.id.end)
    let (reader, scanner, places, isFull) = (reader, scanner, contents.places, issues.isFull)
    let earlier = try contents.ids.append(key) { (other: Int) throws(ManifestError) -> Bool in
      // Beyond the limit issues are only counted, and the manifest is refused anyway.
      if isFull { return true }
      let (that, found) = try reader.read(places[other], number: other + 1, with: scanner)
      return that.bytes[found.id.start..<found.id.end] == row.bytes[result.id.start..<result.id.end]
    }
    guard let earlier else { return }
    let source = max(result.id.source, 0)
    issues.add(
      [
        Row.Fault(
          source: source,
          kind: .duplicateID(id: row.excerpt(result.id), firstRow: earlier + 1, firstLine: line(of: earlier)))
      ], in: row)
  }

  private mutating func enterUID(
    _ row: Row, _ result: RowChecker.Result, _ roles: Columns.Roles, _ index: Int
  ) throws(ManifestError) {
    guard roles.uid >= 0 else { return }
    if !contents.hasUIDs {
      contents.hasUIDs = true
      for _ in 0..<index { contents.uids.appendUnlisted() }
    }
    guard let uid = result.uid else {
      contents.uids.appendUnlisted()
      return
    }
    let key = hash.hash(uid.bytes, 0, uid.bytes.count)
    let (reader, scanner, places, isFull) = (reader, scanner, contents.places, issues.isFull)
    let earlier = try contents.uids.append(key) { (other: Int) throws(ManifestError) -> Bool in
      if isFull { return true }
      return try reader.read(places[other], number: other + 1, with: scanner).result.uid == uid
    }
    guard let earlier else { return }
    issues.add(
      [
        Row.Fault(
          source: max(row.cell(roles.uid).source, 0),
          kind: .duplicateUID(uid: uid.description, firstRow: earlier + 1, firstLine: line(of: earlier)))
      ], in: row)
  }

  private mutating func enterPayload(
    _ row: Row, _ result: RowChecker.Result, _ index: Int
  ) throws(ManifestError) {
    let key = hash.payload(row, result)
    guard !result.isPerTag else {
      contents.payloads.appendUnlisted(key)
      return
    }
    let (reader, scanner, places) = (reader, scanner, contents.places)
    let isFull = contents.duplicatePayloads.count >= ManifestLimits.issues
    let earlier = try contents.payloads.append(key) { (other: Int) throws(ManifestError) -> Bool in
      // What is only counted is told by its 64-bit hash.
      if isFull { return true }
      let (that, found) = try reader.read(places[other], number: other + 1, with: scanner)
      return that.bytes[found.url.start..<found.url.end] == row.bytes[result.url.start..<result.url.end]
        && that.bytes[found.text.start..<found.text.end] == row.bytes[result.text.start..<result.text.end]
        && that.bytes[found.language.start..<found.language.end]
          == row.bytes[result.language.start..<result.language.end]
    }
    guard let earlier else { return }
    contents.duplicatePayloadCount += 1
    guard !isFull else { return }
    contents.duplicatePayloads.append(
      DuplicatePayload(row: index + 1, line: row.line, firstRow: earlier + 1, firstLine: line(of: earlier)))
  }

  /// A JSON manifest's `id` may turn up after rows that had none.
  private mutating func noteIDs(_ row: Row, _ roles: Columns.Roles, _ index: Int) {
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
    contents.payloads.dropSlots()
    guard issues.isEmpty else { return }
    if contents.places.isEmpty { issues.add(ManifestIssue(kind: .noRows)) }
  }
}

extension ByteHash {
  /// The hash of a row's URL, text and language.
  func payload(_ row: Row, _ result: RowChecker.Result) -> UInt64 {
    let url = hash(row.bytes, result.url.start, result.url.end)
    guard !result.text.isEmpty else { return url }
    let text = hash(row.bytes, result.text.start, result.text.end, after: url)
    return hash(row.bytes, result.language.start, result.language.end, after: text)
  }
}
