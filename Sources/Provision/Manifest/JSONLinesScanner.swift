/// JSON Lines: an object or a string on each line; blank lines are passed over.
struct JSONLinesScanner: RowScanner {
  private var parser = JSONRowParser()
  static let rowsAreLines = true

  var columns: Columns { parser.columns }
  var columnCount: Int { parser.columns.names.count }
  var values: ManifestValues? { parser.values }

  func forSingleRow() -> JSONLinesScanner { self }

  mutating func scan(
    _ window: [UInt8], from start: Int, to end: Int, isLast: Bool, into row: inout Row
  ) -> RowScan {
    guard start < end else { return isLast ? .end : .more }
    let stop = window.firstIndex(of: 0x0A, from: start, to: end) ?? end
    guard stop < end || isLast else { return .more }
    row.breaks = stop < end ? 1 : 0
    let next = stop < end ? stop + 1 : stop
    var first = start
    while first < stop, window[first] == 0x20 || window[first] == 0x09 || window[first] == 0x0D { first += 1 }
    guard first < stop else {
      row.isBlank = true
      return .row(next: next)
    }
    row.lead = first - start
    do throws(JSONError) {
      var reader = JSONReader(window, in: try parser.parse(window, from: first, to: stop, into: &row)..<stop)
      try reader.finish()
    } catch {
      row.takeBroken(error, window, first, stop)
    }
    guard columns.names.count <= ManifestLimits.columns else {
      row.fault(.tooManyColumns(limit: ManifestLimits.columns), at: 0)
      return .lastRow
    }
    return .row(next: next)
  }
}
