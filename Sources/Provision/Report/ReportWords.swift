/// The words of a report's page, so that a program can put its own language in their place.
public struct ReportWords: Equatable, Sendable {
  /// The page's language (BCP 47).
  public var language = "en"
  /// What stands between groups of three digits, and before the decimals.
  public var grouping = ",", decimalPoint = "."

  public var report = "Tag report"
  public var complete = "Complete", incomplete = "Not complete"
  public var done = "Done", of = "of", skipped = "Skipped", undone = "Undone", rejected = "Rejected tags"
  public var voided = "Replaced by a redo", yield = "Yield", locked = "Locked", protected = "Password"
  public var adopted = "Adopted after an interruption"
  public var perTag = "Seconds per tag", takt = "From tag to tag", median = "median"
  public var percentile95 = "95th percentile", seconds = "s"
  public var tagsPerHour = "Tags over time", tags = "tags", hours = "h", each = "each bar"
  public var rejects = "Rejects by reason", noRejects = "No tag was rejected."
  public var run = "The run", manifest = "Manifest", digest = "SHA-256", reader = "Reader", host = "Computer"
  public var program = "Program", from = "From", to = "To", chips = "Chips"
  public var interruptions = "Stops and resumes", zone = "Times are UTC. This computer's time zone"
  public var torn = "Bytes of an unfinished line at the log's end"
  public var allTags = "Tags", uid = "UID", id = "ID", row = "Row", payload = "Payload", chip = "Chip"
  public var state = "State", time = "Time (UTC)", leftOut = "tags left out here; the CSV export has them all"
  public var noTags = "No tag holds a row yet."

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

  public static func == (a: ReportWords, b: ReportWords) -> Bool { a.language == b.language }
}
