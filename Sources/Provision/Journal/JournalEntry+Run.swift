extension JournalEntry.Run {
  /// Options that decide which rows a manifest has, and what their messages are.
  static let payloadOptions = ["url", "text", "lang", "encoding", "delimiter", "format", "mirror"]

  /// Options that do something to a tag after its message was verified, by their long names.
  public static let shieldOptions = ["lock", "password-file", "protect-reading"]

  /// Whether the two runs' rows have the same numbers and the same messages.
  func hasRows(of other: JournalEntry.Run) -> Bool {
    manifestSHA256 == other.manifestSHA256 && manifestRows == other.manifestRows
      && Self.payloadOptions.allSatisfy { options[$0] == other.options[$0] }
  }
}

extension JournalEntry {
  /// Whether a run was gone on with here.
  var isResume: Bool { if case .resume = event { true } else { false } }
}
