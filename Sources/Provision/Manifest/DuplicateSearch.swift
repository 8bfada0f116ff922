/// Finds ids, tags and payloads that several rows have.
///
/// A hash only points at rows; they are read again and compared byte by byte. What is beyond the limit of issues and
/// only counted is told by its 64-bit hash.
struct DuplicateSearch: Sendable {
  private(set) var payloads: [DuplicatePayload] = []
  private(set) var payloadCount = 0

  init(
    _ contents: ManifestContents, _ reader: RowReader, _ scanner: some RowScanner, _ issues: inout IssueList
  ) throws(ManifestError) {
    let places = contents.places
    let columns = contents.columns
    func read(_ row: Int) throws(ManifestError) -> (row: Row, result: RowChecker.Result) {
      var found = try reader.read(places[row], number: row + 1, with: scanner, orFaulty: true)
      if row < columns.count { found.row.column = Int(columns[row]) }
      return found
    }
    if !contents.ids.isEmpty {
      try HashIndex.forEachRepeated(contents.ids) { (row: Int, earlier: Int) throws(ManifestError) -> Bool in
        if issues.isFull {
          issues.count()
          return true
        }
        let (this, that) = (try read(row), try read(earlier))
        guard this.row.value(this.result.id) == that.row.value(that.result.id) else { return false }
        let kind = ManifestIssue.Kind.duplicateID(
          id: this.row.excerpt(this.result.id), firstRow: earlier + 1, firstLine: that.row.line)
        issues.add([Row.Fault(source: max(this.result.id.source, 0), kind: kind)], in: this.row)
        return true
      }
    }
    if !contents.uids.isEmpty {
      try HashIndex.forEachRepeated(contents.uids) { (row: Int, earlier: Int) throws(ManifestError) -> Bool in
        if issues.isFull {
          issues.count()
          return true
        }
        let (this, that) = (try read(row), try read(earlier))
        guard let uid = this.result.uid, uid == that.result.uid else { return false }
        let kind = ManifestIssue.Kind.duplicateUID(
          uid: uid.description, firstRow: earlier + 1, firstLine: that.row.line)
        let cell = this.row.cell(scanner.columns.roles.uid)
        issues.add([Row.Fault(source: max(cell.source, 0), kind: kind)], in: this.row)
        return true
      }
    }
    guard issues.isEmpty, !contents.isPerTag else { return }
    var found: [DuplicatePayload] = []
    var count = 0
    try HashIndex.forEachRepeated(contents.payloads) {
      (row: Int, earlier: Int) throws(ManifestError) -> Bool in
      if found.count < ManifestLimits.issues {
        let (this, that) = (try read(row), try read(earlier))
        guard this.row.value(this.result.url) == that.row.value(that.result.url),
          this.row.value(this.result.text) == that.row.value(that.result.text),
          this.row.value(this.result.language) == that.row.value(that.result.language)
        else { return false }
        found.append(
          DuplicatePayload(
            row: row + 1, line: this.row.line, firstRow: earlier + 1, firstLine: that.row.line))
      }
      count += 1
      return true
    }
    payloads = found
    payloadCount = count
  }
}

extension Row {
  /// The bytes of a cell.
  fileprivate func value(_ cell: Cell) -> ArraySlice<UInt8> { bytes[cell.start..<cell.end] }
}
