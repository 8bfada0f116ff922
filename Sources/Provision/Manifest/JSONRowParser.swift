/// One row of a JSON manifest: an object of plain values, or a string.
struct JSONRowParser: Sendable {
  private(set) var columns = Columns()
  /// What strings were taken for; nil where rows are objects, or before the first row.
  private(set) var values: ManifestValues?
  /// The keys in the order in which objects had them, and their columns.
  private var keys: [(bytes: [UInt8], number: Int)] = []
  private var isFirst = true

  /// Parses the value at `start` into `row`, whose bytes it takes; returns where it ends.
  mutating func parse(_ window: [UInt8], from start: Int, to end: Int, into row: inout Row) throws(JSONError)
    -> Int
  {
    var reader = JSONReader(window, in: start..<end)
    var escaped: [(cell: Int, raw: JSONReader.RawString)] = []
    row.cells.append(contentsOf: repeatElement(.absent, count: columns.names.count))
    switch try reader.peek() {
    case .string:
      let raw = try reader.rawString()
      if isFirst {
        let first = Array(try reader.string(of: raw).utf8)
        let values = ManifestValues(first: first, 0, first.count)
        self.values = values
        _ = columns.add(values.columnName)
        row.cells = [.absent]
      }
      if values == nil {
        row.fault(.mixedRows, at: 0)
      } else {
        set(0, raw, start, &row, &escaped)
      }
    case .object:
      if values != nil {
        row.fault(.mixedRows, at: 0)
        try reader.skipValue()
      } else {
        try parseObject(&reader, window, start, &row, &escaped)
      }
    case let type:
      row.fault(.rowType(Self.name(type)), at: 0)
      try reader.skipValue()
    }
    isFirst = false
    let stop = reader.offset
    row.take(window, start, stop, 0)
    for (number, raw) in escaped {
      let source = row.cells[number].source
      var cell = row.append(Array(try reader.string(of: raw).utf8))
      cell.source = source
      if row.bytes[cell.start..<cell.end].contains(0) { row.fault(.nulCharacter, at: source) }
      row.cells[number] = cell
    }
    for cell in row.cells where cell.end - cell.start > ManifestLimits.cellBytes {
      row.fault(.cellTooLong(limit: ManifestLimits.cellBytes), at: max(cell.source, 0))
    }
    return stop
  }

  private mutating func parseObject(
    _ reader: inout JSONReader, _ window: [UInt8], _ start: Int, _ row: inout Row,
    _ escaped: inout [(cell: Int, raw: JSONReader.RawString)]
  ) throws(JSONError) {
    try reader.beginObject()
    var position = 0
    while let key = try reader.nextRawKey() {
      let keyStart = key.range.lowerBound - 1 - start
      let number = try column(of: key, at: position, &reader, window)
      position += 1
      guard let number else {
        try reader.skipValue()
        continue
      }
      while row.cells.count < columns.names.count { row.cells.append(.absent) }
      if row.cells[number].source >= 0 {
        row.fault(.duplicateKey(name: try reader.string(of: key)), at: keyStart)
      }
      let type = try reader.peek()
      let valueStart = reader.offset
      switch type {
      case .string:
        set(number, try reader.rawString(), start, &row, &escaped)
      case .number, .bool:
        try reader.skipValue()
        row.cells[number] = Row.Cell(
          start: valueStart - start, end: reader.offset - start, source: valueStart - start)
      case .null:
        try reader.null()
        row.cells[number] = Row.Cell(start: 0, end: 0, source: valueStart - start)
      case .array, .object:
        row.fault(.valueType(column: columns.names[number], type: Self.name(type)), at: valueStart - start)
        try reader.skipValue()
        row.cells[number] = Row.Cell(start: 0, end: 0, source: valueStart - start)
      }
    }
  }

  private func set(
    _ number: Int, _ raw: JSONReader.RawString, _ start: Int, _ row: inout Row,
    _ escaped: inout [(cell: Int, raw: JSONReader.RawString)]
  ) {
    // A key that stands twice is a fault, but its place must be the later one's.
    if !escaped.isEmpty { escaped.removeAll { $0.cell == number } }
    if raw.escaped { escaped.append((number, raw)) }
    row.cells[number] = Row.Cell(
      start: raw.range.lowerBound - start, end: raw.range.upperBound - start,
      source: raw.range.lowerBound - 1 - start)
  }

  /// The column of a key; nil where it has no name. Keys mostly come in the same order, so that is tried first.
  private mutating func column(
    of key: JSONReader.RawString, at position: Int, _ reader: inout JSONReader, _ window: [UInt8]
  ) throws(JSONError) -> Int? {
    if position < keys.count, keys[position].bytes.count == key.range.count {
      var index = key.range.lowerBound
      var isSame = true
      for byte in keys[position].bytes {
        if window[index] != byte {
          isSame = false
          break
        }
        index += 1
      }
      if isSame { return keys[position].number }
    }
    let name = try reader.string(of: key)
    guard !ColumnName.normalized(name).isEmpty else { return nil }
    let number = columns.add(name).number
    if position == keys.count, keys.count <= ManifestLimits.columns {
      keys.append((Array(window[key.range]), number))
    }
    return number
  }

  private static func name(_ type: JSONReader.ValueType) -> String {
    switch type {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .bool: "boolean"
    case .null: "null"
    }
  }
}

extension Row {
  /// Takes a row that is no JSON, up to `end`.
  mutating func takeBroken(_ error: JSONError, _ window: [UInt8], _ start: Int, _ end: Int) {
    bytes.removeAll(keepingCapacity: true)
    // They would point to values behind the row that are gone now.
    cells.removeAll(keepingCapacity: true)
    faults.removeAll()
    take(window, start, end, 0)
    let kind: ManifestIssue.Kind =
      error.kind == .invalidUTF8 ? .invalidBytes(encoding: "UTF-8") : .invalidJSON(error.kind)
    fault(kind, at: max(0, min(error.offset, end) - start))
  }
}
