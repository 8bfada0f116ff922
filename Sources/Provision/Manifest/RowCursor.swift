/// Reads rows anew in the order of the file, each part of the file once.
struct RowCursor<Scanner: RowScanner> {
  private let reader: RowReader
  private let scanner: Scanner
  private var window: ChunkReader
  /// The row that was read last.
  private(set) var row = Row()

  init(_ reader: RowReader, _ scanner: Scanner, from place: RowPlace) {
    self.reader = reader
    self.scanner = scanner.forSingleRow()
    window = ChunkReader(reader.file, from: Int(place.offset))
  }

  /// Reads the row at this place, which is not before the one that was read last.
  mutating func read(_ place: RowPlace, number: Int) throws(ManifestError) -> RowChecker.Result {
    var start = Int(place.offset) - window.offset
    guard start >= 0, start <= window.end else { throw changed }
    var single = scanner
    while true {
      row.clear()
      row.line = Int(place.line)
      switch single.scan(window.buffer, from: start, to: window.end, isLast: window.isAtEnd, into: &row) {
      case .more where window.end - start <= ManifestLimits.rowBytes:
        try window.refill(keepingFrom: start)
        start = 0
      case .row where !row.isBlank:
        let result = reader.checker.check(&row, columns: single.columns, number: number)
        guard row.faults.isEmpty else { throw changed }
        return result
      default: throw changed
      }
    }
  }

  private var changed: ManifestError { ManifestError(reader.file.path, .changed) }
}
