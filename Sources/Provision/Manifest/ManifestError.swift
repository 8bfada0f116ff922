/// A manifest that can't be used: everything that is wrong with it, to a limit.
public struct ManifestError: Error, Equatable, Sendable {
  /// The file as it was named.
  public var path: String
  /// What is wrong, in the order of the file.
  public var issues: [ManifestIssue]
  /// How many further issues were not kept.
  public var omitted: Int

  /// Says what is wrong with the file at `path`.
  public init(path: String, issues: [ManifestIssue], omitted: Int = 0) {
    self.path = path
    self.issues = issues
    self.omitted = omitted
  }
}

extension ManifestError {
  init(_ path: String, _ kind: ManifestIssue.Kind) {
    self.init(path: path, issues: [ManifestIssue(kind: kind)])
  }

  /// Whether the file is not there at all.
  public var isNoSuchFile: Bool { issues.first?.kind == .noSuchFile }
}
