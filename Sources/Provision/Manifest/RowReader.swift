/// Where a row begins.
struct RowPlace: Sendable {
  var offset: UInt32
  var line: UInt32
}

/// Reads single rows anew, by their place.
struct RowReader: Sendable {
  let file: ManifestFile
  let checker: RowChecker

  /// The row at this place; throws where there is none any more that is in order.
  ///
  /// - Parameter orFaulty: whether a row with faults is read too, as far as it goes.
  func read(
    _ place: RowPlace, number: Int, with scanner: some RowScanner, orFaulty: Bool = false
  ) throws(ManifestError) -> (row: Row, result: RowChecker.Result) {
    var single = scanner.forSingleRow()
    var reader = ChunkReader(file, from: Int(place.offset), size: 1 << 11)
    var row = Row()
    while true {
      row.clear()
      row.line = Int(place.line)
      switch single.scan(reader.buffer, from: 0, to: reader.end, isLast: reader.isAtEnd, into: &row) {
      case .more where reader.end <= ManifestLimits.rowBytes: try reader.refill(keepingFrom: 0)
      case .row where !row.isBlank:
        let result = checker.check(&row, columns: single.columns, number: number)
        guard row.faults.isEmpty || orFaulty else { throw ManifestError(file.path, .changed) }
        return (row, result)
      default: throw ManifestError(file.path, .changed)
      }
    }
  }
}
