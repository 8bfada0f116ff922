/// What the log says so far: of every row and of every tag.
public struct History: Equatable, Sendable {
  /// What became of a row.
  public enum RowState: Equatable, Sendable {
    /// A verified tag holds it; `digest` identifies the message (the first 8 bytes of its SHA-256).
    case done(uid: UID, digest: UInt64)
    /// A tag was begun and neither finished nor rejected.
    case begun(uid: UID, attempts: Int)
    /// The operator passed over it.
    case skipped
  }

  /// What became of a tag.
  public enum TagState: Equatable, Sendable {
    /// It holds this row; `locked` says whether it was made read-only.
    case done(row: Int, id: String, locked: Bool)
    /// It was begun for this row and neither finished nor rejected: it may hold anything from nothing to the whole message.
    case begun(row: Int, id: String, attempts: Int)
    /// It was given up; the row, where one was in hand.
    case rejected(RejectReason, row: Int?, id: String?)
    /// It was a redone row's earlier tag.
    case voided(row: Int, id: String)
  }

  /// Rows that have a state, by id.
  public internal(set) var rows: [String: RowState] = [:]
  /// Tags that have a state, by UID.
  public internal(set) var tags: [UID: TagState] = [:]
  /// How many rows are done, how many were skipped and how many tags were rejected.
  public internal(set) var done = 0, skipped = 0, rejected = 0
  /// The first `run` line, and the newest of it and of all `resume` lines.
  public internal(set) var firstRun: JournalEntry.Run?, latestRun: JournalEntry.Run?

  /// Rows that were voided since a run was first started with the newest run's `redo` option: what that asks for was begun.
  var redone: Set<String> = []

  /// What runs so far were to do to tags after their message was verified: of ``JournalEntry/Run/shieldOptions``.
  public internal(set) var shieldOptions: Set<String> = []

  /// Whether every run and resume so far was of one manifest, read alike, so that rows' numbers mean the same rows.
  public internal(set) var hasOneManifest = true

  /// Of `done` and `skipped`: rows that the newest manifest does not have any more, as the process said that went on with it.
  var doneElsewhere = 0, skippedElsewhere = 0

  /// Whether there was a run line; asked at every line, and dearer to see from `firstRun`.
  var hasRun = false

  /// Nothing has happened yet.
  public init() {}
}
