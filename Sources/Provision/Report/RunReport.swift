/// What a run came to, from its log alone: the figures, and where the exports start.
///
/// The log is read once, and once more where rows were redone; memory is bounded by what a ``History`` of it needs.
public struct RunReport: Equatable, Sendable {
  /// A fixed word or a name, and how often it was met.
  public struct Count<Name: Equatable & Sendable>: Equatable, Sendable {
    /// What was met.
    public var name: Name
    /// How often.
    public var count: Int
  }

  /// What an hour came to.
  public struct Hour: Equatable, Sendable {
    /// When it begins, in milliseconds since 1970-01-01T00:00:00Z.
    public var start: Int64
    /// Results in it, those that were voided later included.
    public var done: Int
    /// Rejections in it.
    public var rejected: Int
  }

  /// The log's path as it was given.
  public let path: String
  /// What the run was started with, and what it went on with last; nil where the log is empty.
  public internal(set) var firstRun: JournalEntry.Run?, run: JournalEntry.Run?
  /// The log's lines, and the bytes of a line that is not finished behind them.
  public internal(set) var lines = 0, tornBytes = 0

  /// The manifest's rows.
  public internal(set) var rows = 0
  /// Rows of the manifest that a verified tag holds, and that were passed over.
  public internal(set) var done = 0, skipped = 0
  /// The same of rows that the newest manifest does not have any more.
  public internal(set) var doneElsewhere = 0, skippedElsewhere = 0
  /// Tags that hold a row, of this manifest or of an earlier one: those that ``forEachTag(_:)`` tells.
  public var tags: Int { done + doneElsewhere }
  /// Tags that were given up and did not become good later.
  public internal(set) var rejected = 0
  /// Tags that held a row until it was redone, and were not used again.
  public internal(set) var voided = 0
  /// Rows that are neither done nor skipped.
  public var undone: Int { max(0, rows - done - skipped) }

  /// Of the tags that hold a row: how many were locked, are protected by a password, or were adopted.
  public internal(set) var locked = 0, protected = 0, adopted = 0
  /// The tags that hold a row, by product, the most frequent first.
  public internal(set) var chips: [Count<String>] = []
  /// The rejected tags by reason, the most frequent first.
  public internal(set) var rejects: [Count<RejectReason>] = []

  /// From detection to the verified result, for every result.
  public internal(set) var perTag = DurationHistogram()
  /// From one result to the next without a stop between them: the takt.
  public internal(set) var takt = DurationHistogram()
  /// The hours (UTC) in which there were results or rejections, in order.
  public internal(set) var hours: [Hour] = []

  /// How often the run was stopped, resumed and ended.
  public internal(set) var stops = 0, resumes = 0, ends = 0
  /// The earliest and the latest time that a line bears; clocks may have been set back between them.
  public internal(set) var first: Int64?, last: Int64?

  /// For each redone row how many of its results were voided: the first ones, since a result and its `void` take turns.
  var voids: [String: Int] = [:]

  /// Good tags among all tags that were used up (done, rejected, voided), in thousandths; nil where there is none.
  public var yieldPermille: Int? {
    let used = tags + rejected + voided
    return used > 0 ? Int((Double(tags) * 1000 / Double(used)).rounded(.down)) : nil
  }

  /// Whether every row of the manifest is done.
  public var isComplete: Bool { rows > 0 && done >= rows }

  /// Reads the log at `path`; a run may be going on.
  public init(log path: String) throws(JournalError) {
    self.path = path
    var tally = RunTally()
    let summary = try JournalReader.observe(path: path) { tally.take($0) }
    lines = summary.lines
    tornBytes = summary.tornBytes
    firstRun = summary.history.firstRun
    run = summary.history.latestRun
    rows = run?.manifestRows ?? 0
    // A log of an earlier version does not say how many rows left; more than there are can't be done.
    doneElsewhere = min(summary.history.done, max(summary.history.doneElsewhere, summary.history.done - rows))
    done = summary.history.done - doneElsewhere
    skippedElsewhere = min(summary.history.skipped, summary.history.skippedElsewhere)
    skipped = summary.history.skipped - skippedElsewhere
    rejected = summary.history.rejected
    tally.finish(&self)
    guard !voids.isEmpty else { return }
    // What was counted for results that were voided later is taken back.
    var left = voids
    try JournalReader.again(path: path, through: lines) { entry in
      guard case .tag(let tag) = entry.event, let times = left[tag.id], times > 0 else { return true }
      left[tag.id] = times - 1
      tally.takeBack(tag)
      return true
    }
    tally.finish(&self)
  }

  /// Hands the results that count to `body`, in the order of the log, until it returns false.
  ///
  /// The log is read again, up to where it was read by ``init(log:)``; what a run wrote since is left out.
  /// - Returns: whether `body` always returned true.
  @discardableResult
  public func forEachTag(
    _ body: (_ tag: JournalEntry.Done, _ at: Int64) -> Bool
  ) throws(JournalError) -> Bool {
    var left = voids
    var goesOn = true
    try JournalReader.again(path: path, through: lines) { entry in
      guard case .tag(let tag) = entry.event else { return true }
      if let times = left[tag.id], times > 0 {
        left[tag.id] = times - 1
        return true
      }
      goesOn = body(tag, entry.at)
      return goesOn
    }
    return goesOn
  }
}
