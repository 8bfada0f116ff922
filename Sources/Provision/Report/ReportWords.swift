/// The words of a report's page, so that a program can put its own language in their place.
public struct ReportWords: Sendable {
  /// The page's language (BCP 47).
  public var language = "en"
  /// What stands between groups of three digits, and before the decimals.
  public var grouping = ",", decimalPoint = "."

  /// What the page is, and whether every row is done.
  public var report = "Tag report", complete = "Complete", incomplete = "Not complete"
  /// Names of the figures.
  public var done = "Done", of = "of", skipped = "Skipped", undone = "Undone",
    elsewhere = "Done, but not in the manifest any more", rejected = "Rejected tags",
    voided = "replaced by a redo", yield = "Yield", locked = "Locked", protected = "Password",
    adopted = "Adopted after an interruption"
  /// Words of the durations.
  public var perTag = "Seconds per tag", takt = "From tag to tag", median = "median",
    percentile95 = "95th percentile", seconds = "s"
  /// Words of the charts.
  public var tagsPerHour = "Tags over time", eachBar = "Hours in each bar:", rejects = "Rejects by reason",
    noRejects = "No tag was rejected."
  /// Names of what is told of the run.
  public var run = "The run", manifest = "Manifest", digest = "SHA-256", reader = "Reader", host = "Computer",
    program = "Program", chips = "Chips", interruptions = "Stops / resumes",
    zone = "This computer's time zone", torn = "Bytes of an unfinished line at the log's end"
  /// Words of the table.
  public var allTags = "Tags", uid = "UID", id = "ID", row = "Row", payload = "Payload", chip = "Chip",
    state = "State", time = "Time (UTC)", leftOut = "tags left out here; the CSV export has them all",
    noTags = "No tag holds a row yet."

  /// Says why a tag was rejected.
  public var reason: @Sendable (RejectReason) -> String = { reason in
    switch reason {
    case .writeFailed: "Writing failed"
    case .verifyFailed: "Read back wrong"
    case .abandoned: "Abandoned"
    case .lockFailed: "Locking failed"
    case .protectFailed: "Password failed"
    }
  }

  /// English.
  public init() {}
}
