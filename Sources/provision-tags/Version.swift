internal import CPlatform

/// What this program is called and which version it is.
enum Tool {
  static let name = "provision-tags"
  static let version = "0.1.0"
  /// What `git describe` said of the sources, where the build passed it on, as `.ci/install` does. A build that was not told
  /// says nothing rather than something stale.
  static let commit = provision_commit().map { String(cString: $0) }
  /// Name, version and, where it is known, commit.
  static let title = "\(name) \(version)" + (commit.map { " (\($0))" } ?? "")
}
