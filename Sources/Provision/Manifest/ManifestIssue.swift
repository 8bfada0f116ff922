/// One thing that is wrong with a manifest, and where.
public struct ManifestIssue: Equatable, Sendable {
  /// The line and column in the file, counting from 1; nil where the fault is the whole file's.
  public var line: Int?
  public var column: Int?

  public init(line: Int?, column: Int?) {
    self.line = line
    self.column = column
  }
}
