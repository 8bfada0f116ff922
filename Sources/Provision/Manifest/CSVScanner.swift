/// CSV as RFC 4180 has it and spreadsheets save it, a row at a time.
///
/// Line ends are CRLF, LF or CR, and may stand inside quotation marks, where they are kept as they are.
/// It never guesses: a quotation mark in the wrong place is a fault.
struct CSVScanner: RowScanner {
  /// The byte between cells; nil where a row is one cell.
  let delimiter: UInt8?
  let columns: Columns
  let columnCount: Int
  let values: ManifestValues?
  static let rowsAreLines = true

  init(delimiter: UInt8?, columns: Columns = Columns(), values: ManifestValues? = nil) {
    self.delimiter = delimiter
    self.columns = columns
    columnCount = columns.names.count
    self.values = values
  }

  func forSingleRow() -> CSVScanner { self }

  mutating func scan(_ window: [UInt8], from start: Int, to end: Int, isLast: Bool, into row: inout Row)
    -> RowScan
  {
    guard start < end else { return isLast ? .end : .more }
    let bytes = window.span.bytes.extracting(0..<end)
    var high: UInt64 = 0
    var index = start
    var needsUnescaping = false
    var isBlank = true
    while true {
      let cellStart = index
      if index < end, bytes.byte(index) == 0x22 {
        guard let cell = quotedCell(bytes, &index, &high, start, &row, &needsUnescaping) else {
          guard isLast || end - start > ManifestLimits.rowBytes else { return .more }
          row.fault(.unclosedQuote, at: cellStart - start)
          row.take(window, start, end, high)
          return .lastRow
        }
        row.cells.append(cell)
        if !cell.isEmpty { isBlank = false }
        if index < end, !isBreak(bytes.byte(index)), bytes.byte(index) != delimiter {
          row.fault(.strayQuote, at: index - start)
          while index < end, !isBreak(bytes.byte(index)), bytes.byte(index) != delimiter { index += 1 }
        }
      } else {
        while true {
          index = bytes.skipPlain(from: index, delimiter: delimiter ?? 0x22, &high)
          guard index < end else { break }
          let byte = bytes.byte(index)
          if byte == delimiter || isBreak(byte) { break }
          if byte == 0x22 { row.fault(.strayQuote, at: index - start) }
          if byte == 0 { row.fault(.nulCharacter, at: index - start) }
          index += 1
        }
        row.cells.append(Row.Cell(start: cellStart - start, end: index - start, source: cellStart - start))
        if index > cellStart { isBlank = false }
      }
      if index - cellStart > ManifestLimits.cellBytes {
        row.fault(.cellTooLong(limit: ManifestLimits.cellBytes), at: cellStart - start)
      }
      if row.cells.count > ManifestLimits.columns {
        row.fault(.tooManyColumns(limit: ManifestLimits.columns), at: cellStart - start)
        row.take(window, start, index, high)
        return .lastRow
      }
      guard index < end else {
        guard isLast else { return .more }
        break
      }
      let byte = bytes.byte(index)
      index += 1
      if byte == delimiter { continue }
      if byte == 0x0D {
        guard index < end || isLast else { return .more }
        if index < end, bytes.byte(index) == 0x0A { index += 1 }
      }
      row.breaks += 1
      break
    }
    row.isBlank = isBlank || row.cells.count == 1 && isBlankLine(bytes, row.cells[0], start)
    row.take(window, start, index, high)
    if !row.isBlank, columnCount > 0, row.cells.count != columnCount {
      row.fault(.fieldCount(found: row.cells.count, expected: columnCount), at: 0)
    }
    if needsUnescaping { unescape(&row) }
    return .row(next: index)
  }

  /// A line of nothing but white space, which no editor shows; in quotation marks it is meant.
  private func isBlankLine(_ bytes: RawSpan, _ cell: Row.Cell, _ start: Int) -> Bool {
    guard cell.start == cell.source else { return false }
    for index in cell.start..<cell.end {
      let byte = bytes.byte(start + index)
      guard byte == 0x20 || byte == 0x09 else { return false }
    }
    return true
  }

  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The cell whose opening mark is at `index`, which ends behind the closing one; nil where there is none.
  private func quotedCell(
    _ bytes: RawSpan, _ index: inout Int, _ high: inout UInt64, _ start: Int, _ row: inout Row,
    _ needsUnescaping: inout Bool
  ) -> Row.Cell? {
    let opening = index
    var isEscaped = false
    index += 1
    while true {
      index = bytes.skipPlain(from: index, delimiter: 0x22, &high)
      guard index < bytes.byteCount else { return nil }
      let byte = bytes.byte(index)
      index += 1
      if byte == 0x0A {
        row.breaks += 1
      } else if byte == 0x0D {
        if index >= bytes.byteCount || bytes.byte(index) != 0x0A { row.breaks += 1 }
      } else if byte == 0x22 {
        guard index < bytes.byteCount, bytes.byte(index) == 0x22 else { break }
        isEscaped = true
        index += 1
      } else if byte == 0 {
        row.fault(.nulCharacter, at: index - 1 - start)
      }
    }
    if isEscaped { needsUnescaping = true }
    // A cell to be unescaped starts, for now, on its opening mark.
    return Row.Cell(
      start: (isEscaped ? opening : opening + 1) - start, end: index - 1 - start, source: opening - start)
  }

  /// Puts the values of cells with doubled quotation marks behind the row.
  private func unescape(_ row: inout Row) {
    for number in row.cells.indices {
      let cell = row.cells[number]
      guard cell.start == cell.source, cell.end > cell.start, row.bytes[cell.start] == 0x22 else { continue }
      let start = row.bytes.count
      var index = cell.start + 1
      while index < cell.end {
        let byte = row.bytes[index]
        row.bytes.append(byte)
        index += byte == 0x22 ? 2 : 1
      }
      row.cells[number] = Row.Cell(start: start, end: row.bytes.count, source: cell.source)
    }
  }
}

extension Row {
  /// Copies the row out of the window.
  mutating func take(_ window: [UInt8], _ start: Int, _ end: Int, _ high: UInt64) {
    // A slice would count references.
    window.withUnsafeBufferPointer {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
    length = end - start
    hasHighBytes = high & 0x8080_8080_8080_8080 != 0
  }
}
