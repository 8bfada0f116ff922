/// One line of the log. Field names and meaning: `docs/log.md`. Fields are only ever added.
public struct JournalEntry: Equatable, Sendable {
  /// When, in milliseconds since 1970-01-01T00:00:00Z; RFC 3339 in the file.
  public var at: Int64
  /// What.
  public var event: Event

  /// What a line says.
  public enum Event: Equatable, Sendable {
    /// The first line: what this log is the log of.
    indirect case run(Run)
    /// An intent: this tag is about to be written for this row.
    case begin(Begin)
    /// A result: the tag was verified after a fresh selection and holds what the row asks.
    indirect case tag(Done)
    /// A tag that is given up.
    case reject(Reject)
    /// The operator passed over a row.
    case skip(row: Int, id: String)
    /// A redone row's earlier tag does not count any more.
    case void(row: Int, id: String, uid: UID)
    /// The run was stopped and can be resumed.
    case stop(reason: String, Counts)
    /// The run goes on, with the options of this process.
    indirect case resume(reason: String, Counts, Run)
    /// The run ended; nothing is left to do that can be done.
    case end(reason: String, Counts)
  }

  /// What a run was started with.
  public struct Run: Equatable, Sendable {
    /// A UUID made for this run.
    public var run: String
    /// Name and version of the program.
    public var tool: String
    /// The manifest, its path made absolute.
    public var manifestPath: String
    /// SHA-256 of the manifest's bytes, in hexadecimal.
    public var manifestSHA256: String
    /// How many rows it has.
    public var manifestRows: Int
    /// Every option of the command line by its long name without dashes, as text; secrets never, only the paths of their files.
    public var options: [String: String]
    /// The computer's name.
    public var host: String
    /// The reader's name, and its connection string in brackets.
    public var reader: String

    /// A run's start.
    public init(
      run: String, tool: String, manifestPath: String, manifestSHA256: String, manifestRows: Int,
      options: [String: String], host: String, reader: String
    ) {
      self.run = run
      self.tool = tool
      self.manifestPath = manifestPath
      self.manifestSHA256 = manifestSHA256
      self.manifestRows = manifestRows
      self.options = options
      self.host = host
      self.reader = reader
    }
  }

  /// An intent.
  public struct Begin: Equatable, Sendable {
    /// The row's number, from 1.
    public var row: Int
    /// The row's `id`, by which it is known from run to run.
    public var id: String
    /// The tag.
    public var uid: UID
    /// The tag's product, e.g. `NTAG213`.
    public var chip: String
    /// 1 for the first try of this row at this tag.
    public var attempt: Int

    /// An intent.
    public init(row: Int, id: String, uid: UID, chip: String, attempt: Int) {
      self.row = row
      self.id = id
      self.uid = uid
      self.chip = chip
      self.attempt = attempt
    }
  }

  /// A verified tag. Always written as `verified: true`.
  public struct Done: Equatable, Sendable {
    /// The row's number, from 1.
    public var row: Int
    /// The row's `id`, by which it is known from run to run.
    public var id: String
    /// The tag.
    public var uid: UID
    /// The tag's product, e.g. `NTAG213`.
    public var chip: String
    /// The largest NDEF message the tag takes, in bytes.
    public var capacity: Int
    /// The URL that the row asks for, all filled in.
    public var url: String?
    /// The text that the row asks for, all filled in.
    public var text: String?
    /// The octets of the NDEF message.
    public var ndef: [UInt8]
    /// Whether it was made read-only, and that was verified.
    public var locked: Bool
    /// Whether writing needs a password, and that was verified.
    public var protected: Bool
    /// Tries at this tag.
    public var attempts: Int
    /// From detection to the verified result, in milliseconds.
    public var ms: Int
    /// Whether the tag was found to hold the row's message already, its result having been lost.
    public var adopted: Bool
    /// What the chip shows in place of the zeros that ``ndef`` has there; nil where nothing.
    public var mirror: Mirror?

    /// A result.
    public init(
      row: Int, id: String, uid: UID, chip: String, capacity: Int, url: String?, text: String?, ndef: [UInt8],
      locked: Bool, protected: Bool, attempts: Int, ms: Int, adopted: Bool, mirror: Mirror? = nil
    ) {
      self.row = row
      self.id = id
      self.uid = uid
      self.chip = chip
      self.capacity = capacity
      self.url = url
      self.text = text
      self.ndef = ndef
      self.locked = locked
      self.protected = protected
      self.attempts = attempts
      self.ms = ms
      self.adopted = adopted
      self.mirror = mirror
    }
  }

  /// A tag that is given up, with the row in hand where there was one.
  public struct Reject: Equatable, Sendable {
    /// The tag.
    public var uid: UID
    /// The tag's product, e.g. `NTAG213`.
    public var chip: String
    /// Why, as a fixed word.
    public var reason: RejectReason
    /// A short technical phrase in English for the engineer.
    public var detail: String
    /// The number of the row in hand.
    public var row: Int?
    /// Its `id`.
    public var id: String?

    /// A rejection.
    public init(uid: UID, chip: String, reason: RejectReason, detail: String, row: Int?, id: String?) {
      self.uid = uid
      self.chip = chip
      self.reason = reason
      self.detail = detail
      self.row = row
      self.id = id
    }
  }

  /// Where the run stands.
  public struct Counts: Equatable, Sendable {
    /// Rows of this run.
    public var rows: Int
    /// Rows that are done.
    public var done: Int
    /// Rows that were skipped.
    public var skipped: Int
    /// Tags that were rejected.
    public var rejected: Int

    /// A standing.
    public init(rows: Int, done: Int, skipped: Int, rejected: Int) {
      self.rows = rows
      self.done = done
      self.skipped = skipped
      self.rejected = rejected
    }
  }

  /// What happened, and when.
  public init(at: Int64, event: Event) {
    self.at = at
    self.event = event
  }
}

/// The fixed words of a `reject` line's `reason`.
public enum RejectReason: String, Sendable, CaseIterable {
  /// Writing failed as often as `--retries` allows.
  case writeFailed = "write-failed"
  /// What was read back was wrong as often as `--retries` allows (weak memory, a counterfeit that claims more than it has).
  case verifyFailed = "verify-failed"
  /// The tag left in the middle and another one was presented instead, or the row went on without it.
  case abandoned
  /// The tag was verified but could not be made read-only.
  case lockFailed = "lock-failed"
  /// The tag was verified but could not be protected with the password.
  case protectFailed = "protect-failed"
}
