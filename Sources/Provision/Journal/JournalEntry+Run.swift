extension JournalEntry.Run {
  /// Options that decide which rows a manifest has; those that only make their messages are others.
  private static let rowOptions = ["encoding", "delimiter", "format"]

  /// Whether the two runs' rows have the same numbers.
  func hasRows(of other: JournalEntry.Run) -> Bool {
    manifestSHA256 == other.manifestSHA256 && manifestRows == other.manifestRows
      && Self.rowOptions.allSatisfy { options[$0] == other.options[$0] }
  }
}
