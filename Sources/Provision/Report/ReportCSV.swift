/// The table that a customer gets: one line for each tag that holds a row, RFC 4180 in UTF-8 with CRLF.
///
/// Columns: `uid,id,row,url,text,chip,locked,protected,at`. It is made so that a spreadsheet which opens it runs nothing and
/// changes no UID, and a terminal that shows it obeys nothing; what that changes in cells can be undone without loss (see
/// ``SpreadsheetGuard`` and ``ControlEscape``).
public struct ReportCSV: Sendable {
  /// Whether the file begins with a byte order mark, by which Excel knows UTF-8.
  public var bom = false
  /// Whether cells are guarded against spreadsheets and terminals; without it every cell is the log's very text.
  public var guarded = true

  /// The names of the columns, in order.
  public static let columns = ["uid", "id", "row", "url", "text", "chip", "locked", "protected", "at"]

  /// Without byte order mark, guarded.
  public init() {}

  /// Writes the table.
  public func write<Sink: ReportSink>(
    _ report: RunReport, to sink: inout Sink
  ) throws(ReportError<Sink.Failure>) {
    var piece = ReportPiece()
    if bom { piece.add([0xEF, 0xBB, 0xBF]) }
    piece.add(Self.columns.joined(separator: ",") + "\r\n")
    try report.export(to: &sink, piece: &piece) { piece, tag, at in
      add(tag, at, to: &piece)
      return true
    }
    try report.finish(&piece, to: &sink)
  }

  private func add(_ tag: JournalEntry.Done, _ at: Int64, to piece: inout ReportPiece) {
    let uid = tag.uid.description
    piece.add(guarded ? SpreadsheetGuard.guardedUID(uid) : uid)
    addCell(tag.id, to: &piece)
    piece.add(",")
    piece.add(String(tag.row))
    addCell(tag.url ?? "", to: &piece)
    addCell(tag.text ?? "", to: &piece)
    addCell(tag.chip, to: &piece)
    piece.add(tag.locked ? ",true" : ",false")
    piece.add(tag.protected ? ",true," : ",false,")
    piece.add(RFC3339.format(at))
    piece.add("\r\n")
  }

  /// Whether a cell stands as it is for every reader and every spreadsheet, as most do: a letter or digit first, no space
  /// last, and no separator, quotation mark or control character, nor a byte with which one could begin.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last, last != 0x20 else { return text.isEmpty }
    guard 0x30...0x39 ~= first || 0x41...0x5A ~= first || 0x61...0x7A ~= first else { return false }
    for byte in text where byte < 0x3C || ControlEscape.mayBegin(byte) {
      if byte < 0x20 || byte == 0x22 || byte == 0x2C || byte >= 0x3B { return false }
    }
    return true
  }

  /// A comma and a cell as RFC 4180 §2 wants it; also quoted where other readers would cut or trim it.
  private func addCell(_ value: String, to piece: inout ReportPiece) {
    piece.add(",")
    if piece.add(value, if: Self.isPlain) { return }
    let text = guarded ? SpreadsheetGuard.guarded(ControlEscape.escaped(value)) : value
    var needsQuotes = text.utf8.first == 0x20 || text.utf8.last == 0x20
    var hasQuotes = false
    for byte in text.utf8 where byte < 0x3C {
      switch byte {
      case UInt8(ascii: "\""): hasQuotes = true
      case UInt8(ascii: ","), UInt8(ascii: ";"), 0x00...0x1F: needsQuotes = true
      default: break
      }
    }
    guard needsQuotes || hasQuotes else { return piece.add(text) }
    piece.add("\"")
    if hasQuotes {
      piece.add(text.utf8.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] })
    } else {
      piece.add(text)
    }
    piece.add("\"")
  }
}
