/// What the pass over a manifest leaves: about 40 bytes a row.
struct ManifestContents: Sendable {
  /// Where rows begin.
  var places: [RowPlace] = []
  /// Rows by their id, where there is such a column.
  var ids = HashIndex()
  var hasIDs = false
  /// Rows by the tag that they are for, where there is such a column.
  var uids = HashIndex()
  var hasUIDs = false
  /// Hashes of the payloads, by which a row that is read again is known.
  var payloads = HashIndex()
  /// The size of each row's message in bytes.
  var sizes: [UInt32] = []
  var skippedBlankRows = 0
  var warnings = IssueList()
  var duplicatePayloads: [DuplicatePayload] = []
  var duplicatePayloadCount = 0
}

/// Two rows that put the same message on their tags. Not an error: many tags may lead to one page.
public struct DuplicatePayload: Equatable, Sendable {
  /// The later row and the line on which it starts, counting from 1.
  public var row: Int, line: Int
  /// The first row with this message, and its line.
  public var firstRow: Int, firstLine: Int

  public init(row: Int, line: Int, firstRow: Int, firstLine: Int) {
    self.row = row
    self.line = line
    self.firstRow = firstRow
    self.firstLine = firstLine
  }
}
