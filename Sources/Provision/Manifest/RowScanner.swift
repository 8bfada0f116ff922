/// Finds rows in a window of the file.
protocol RowScanner: Sendable {
  /// The columns so far; only a JSON manifest finds more of them on its way.
  var columns: Columns { get }
  /// How many they are.
  var columnCount: Int { get }
  /// What the values of a manifest of single values were taken for; nil where rows have columns.
  var values: ManifestValues? { get }
  /// Whether rows end with a line break.
  static var rowsAreLines: Bool { get }

  /// Scans the row that starts at `start`. Cells, faults and the row's bytes go into `row`, which was cleared.
  /// Where it answers ``RowScan/more`` nothing has changed but `row`.
  ///
  /// - Parameter isLast: whether the file ends with the window.
  mutating func scan(
    _ window: [UInt8], from start: Int, to end: Int, isLast: Bool, into row: inout Row
  ) -> RowScan

  /// A scanner for a row by itself, whose first byte is known.
  func forSingleRow() -> Self
}

/// What a scanner found.
enum RowScan: Equatable {
  /// A row; the next one starts at `next`.
  case row(next: Int)
  /// The row goes on behind the window.
  case more
  /// There is no further row.
  case end
  /// A row after which nothing can be trusted, its faults in place.
  case lastRow
}

/// What the values of a manifest without named columns were taken for.
public enum ManifestValues: String, Sendable {
  /// Each is an absolute URI.
  case urls
  /// The first is not.
  case texts

  /// Judges by the first value.
  init(first bytes: [UInt8], _ start: Int, _ end: Int) {
    self = URLSyntax.isAbsolute(bytes, start, end) ? .urls : .texts
  }

  /// The column that the values make.
  var columnName: String { self == .urls ? "url" : "text" }
}
