/// What the pass over a manifest leaves: about 30 bytes a row.
struct ManifestContents: Sendable {
  /// Where rows begin.
  var places: [RowPlace] = []
  /// The columns at which rows begin, where several may share a line.
  var columns: [UInt32] = []
  /// Hashes of the rows' ids, where there is such a column.
  var ids: [UInt64] = []
  /// Hashes of the tags that rows are for, where there is such a column; ``HashIndex/none`` for a row for any tag.
  var uids: [UInt64] = []
  /// Hashes of the payloads, by which a row that is read again is known.
  var payloads: [UInt64] = []
  /// The size of each row's message in bytes.
  var sizes: [UInt32] = []
  /// How the rows' URLs begin.
  var origins = LinkOrigins()
  /// Whether payloads differ from tag to tag.
  var isPerTag = false
  var skippedBlankRows = 0
  var warnings = IssueList()

  /// Makes room for so many rows, which is less work than to grow; room that is not used takes no memory.
  mutating func reserve(_ count: Int) {
    places.reserveCapacity(count)
    payloads.reserveCapacity(count)
    sizes.reserveCapacity(count)
    origins.reserve(count)
    if !ids.isEmpty { ids.reserveCapacity(count) }
    if !columns.isEmpty { columns.reserveCapacity(count) }
  }
}

/// Two rows that put the same message on their tags. Not an error: many tags may lead to one page.
public struct DuplicatePayload: Equatable, Sendable {
  /// The later row, and the first row with this message; counting from 1.
  public var row: Int, firstRow: Int
  /// The lines on which they start.
  public var line: Int, firstLine: Int

  /// Names a row and the first row with the same message.
  public init(row: Int, line: Int, firstRow: Int, firstLine: Int) {
    self.row = row
    self.line = line
    self.firstRow = firstRow
    self.firstLine = firstLine
  }
}
