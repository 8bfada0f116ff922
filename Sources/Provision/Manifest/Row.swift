/// The bytes of one row as a scanner found them, and where its cells lie; reused from row to row.
struct Row {
  /// A cell's value, as a range of ``Row/bytes``.
  struct Cell {
    var start: Int
    var end: Int
    /// Where the cell began in the file, from the row's first byte.
    var source: Int

    var isEmpty: Bool { start == end }
    /// The value of a column that the row does not have.
    static let absent = Cell(start: 0, end: 0, source: -1)
  }

  /// Something wrong, and where, from the row's first byte.
  struct Fault {
    var source: Int
    var kind: ManifestIssue.Kind
  }

  /// The row as it stands in the file, and behind it values that had to be made (unescaped, filled in).
  var bytes: [UInt8] = []
  /// How many bytes of the file stand between the row before and this one (white space and commas of JSON).
  var lead = 0
  /// How many of the bytes are the file's.
  var length = 0
  /// The cells, by the number of their column.
  var cells: [Cell] = []
  var faults: [Fault] = []
  /// Warnings: the row can be used.
  var warnings: [Fault] = []
  /// Line breaks in the row, its last one included.
  var breaks = 0
  /// Whether nothing stands in it.
  var isBlank = false
  /// Whether a byte is not ASCII.
  var hasHighBytes = false
  /// Where the row begins in the file.
  var line = 1
  var column = 1

  /// Makes ready for the next row.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    if !faults.isEmpty { faults.removeAll() }
    if !warnings.isEmpty { warnings.removeAll() }
    length = 0
    lead = 0
    breaks = 0
    isBlank = false
    hasHighBytes = false
  }

  /// The text of a cell or of any other range.
  func string(_ cell: Cell) -> String { String(decoding: bytes[cell.start..<cell.end], as: UTF8.self) }

  /// The same, shortened for a message.
  func excerpt(_ cell: Cell) -> String {
    let text = string(cell)
    return text.count > 40 ? text.prefix(39) + "…" : text
  }

  /// How many faults of one row are told, and as many warnings: a megabyte of NULs has a million.
  private static let limit = 10 * ManifestLimits.issues

  mutating func fault(_ kind: ManifestIssue.Kind, at source: Int) {
    if faults.count < Self.limit { faults.append(Fault(source: source, kind: kind)) }
  }
  mutating func warn(_ kind: ManifestIssue.Kind, at source: Int) {
    if warnings.count < Self.limit { warnings.append(Fault(source: source, kind: kind)) }
  }

  /// Where the byte `index` of a cell's value stood in the row.
  func source(of index: Int, in cell: Cell) -> Int {
    guard cell.start >= length else { return index }
    guard cell.source >= 0, cell.source < length, bytes[cell.source] == 0x22 else {
      return max(cell.source, 0)
    }
    // A doubled quotation mark stands for one.
    var source = cell.source + 1
    var left = index - cell.start
    while left > 0, source + 1 < length {
      source += bytes[source] == 0x22 ? 2 : 1
      left -= 1
    }
    return source
  }

  /// Line and column, counting from 1, of a byte of the row.
  func place(of source: Int) -> (line: Int, column: Int) {
    var line = line
    var column = column
    var index = 0
    while index < min(source, length) {
      let byte = bytes[index]
      if byte == 0x0A || (byte == 0x0D && !(index + 1 < length && bytes[index + 1] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    return (line, column)
  }
}
