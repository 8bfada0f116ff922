// Rows as values, one by one or in a row.
extension Manifest {
  /// The rows with these indices in order, read from the file in one go.
  ///
  /// - Throws: ``ManifestIssue/Kind/changed`` where the file is not what it was; what `body` throws.
  public func forEachRow(
    in range: Range<Int>, _ body: (Int, ManifestRow) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    try forEachRow(in: range.clamped(to: 0..<count), parts.scanner, body)
  }

  private func forEachRow(
    in range: Range<Int>, _ scanner: some RowScanner,
    _ body: (Int, ManifestRow) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    guard let first = range.first else { return }
    try parts.file.verifyUnchanged()
    var cursor = RowCursor(parts.reader, scanner, from: parts.contents.places[first])
    for index in range {
      let result = try cursor.read(parts.contents.places[index], number: index + 1)
      try verify(cursor.row, result, at: index)
      try body(index, value(cursor.row, result, number: index + 1))
    }
    try parts.file.verifyUnchanged()
  }

  /// Proves that a row that was read again is the one that was validated.
  func verify(_ row: borrowing Row, _ result: RowChecker.Result, at index: Int) throws(ManifestError) {
    let contents = parts.contents
    guard parts.hash.payload(row, result) == contents.payloads[index],
      contents.ids.isEmpty
        || parts.hash.hash(row.bytes, result.id.start, result.id.end) == contents.ids[index]
    else { throw ManifestError(path, .changed) }
  }

  /// The row as a value of its own.
  func value(_ row: Row, _ result: RowChecker.Result, number: Int) -> ManifestRow {
    let checker = parts.reader.checker
    let columns = parts.scanner.columns
    var value = ManifestRow(
      number: number, id: row.string(result.id), line: row.line,
      url: result.url.isEmpty ? nil : row.string(result.url),
      text: result.text.isEmpty ? nil : row.string(result.text),
      language: result.text.isEmpty
        ? String(decoding: checker.defaultLanguage, as: UTF8.self) : row.string(result.language),
      uid: result.uid, lock: result.lock)
    guard result.isPerTag else { return value }
    if let template = checker.urlTemplate, value.url != nil {
      let shown = checker.display(template, .url, row, columns, result)
      value.url = shown.text
      value.placeholders += shown.placeholders
    }
    if let template = checker.textTemplate, value.text != nil {
      let shown = checker.display(template, .text, row, columns, result)
      value.text = shown.text
      value.placeholders += shown.placeholders
    }
    return value
  }
}
