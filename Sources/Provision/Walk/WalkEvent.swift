/// Everything that can be told to a person or a line controller, in the order in which it happens.
///
/// A `done` event is given only after the result is durable in the log.
public enum WalkEvent: Equatable, Sendable {
  /// The walk waits for a tag for this row.
  case ready(RowInHand, Progress)
  /// The walk waits for any tag that a row's `uid` column names.
  case readyForAnyTag(Progress)
  /// The walk waits for the operator to pick a row (`--pick`).
  case readyForPick(Progress)
  /// One tag is in the field and was identified.
  case detected(TagInHand)
  /// The tag in the field is not taken, and costs no row; the next one is awaited.
  case refused(TagInHand?, Refusal)
  /// The intent is in the log and writing begins.
  case writing(RowInHand, TagInHand, attempt: Int)
  /// The try failed; the same tag is tried again, and may be put back.
  case retrying(RowInHand, TagInHand, attempt: Int, failure: Failure)
  /// Verified, locked and protected as asked, and in the log. The tag may go.
  case done(RowInHand, TagInHand, Result, Progress)
  /// The tag was given up; the row goes to the next tag.
  case rejected(RowInHand?, TagInHand, RejectReason, detail: String, Progress)
  /// The tag left the field.
  case removed(UID)
  /// The operator passed over the row.
  case skipped(RowInHand, Progress)
  /// A redone row's earlier tag does not count any more.
  case voided(RowInHand, UID)
  /// The operator's pause began or ended.
  case paused(Bool)
  /// A request can't be met.
  case requestRefused(RequestRefusal)
  /// The reader went away; the walk waits for it.
  case readerLost(ReaderError)
  /// The reader is back.
  case readerBack(name: String)
  /// The run is over.
  case ended(Ending, Progress)

  /// The row in hand, as people should see it.
  public struct RowInHand: Equatable, Sendable {
    /// The row's number, from 1.
    public var row: Int
    /// The row's id.
    public var id: String
    /// The URL; what the tag fills in stands in braces until the tag is there.
    public var url: String?
    /// The text, likewise.
    public var text: String?
    /// The message's size in bytes.
    public var bytes: Int

    /// Puts the parts together.
    public init(row: Int, id: String, url: String?, text: String?, bytes: Int) {
      self.row = row
      self.id = id
      self.url = url
      self.text = text
      self.bytes = bytes
    }
  }

  /// The tag in hand.
  public struct TagInHand: Equatable, Sendable {
    /// Its identifier.
    public var uid: UID
    /// The product, or the family's name; empty where it was not found out.
    public var chip: String
    /// The largest NDEF message it takes, in bytes; nil where that is not known.
    public var capacity: Int?

    /// Puts the parts together.
    public init(uid: UID, chip: String, capacity: Int?) {
      self.uid = uid
      self.chip = chip
      self.capacity = capacity
    }
  }

  /// What was done.
  public struct Result: Equatable, Sendable {
    /// From detection to the verified result, in milliseconds.
    public var ms: Int
    /// Tries it took.
    public var attempts: Int
    /// Whether it is read-only for ever.
    public var locked: Bool
    /// Whether writing needs the run's password.
    public var protected: Bool
    /// Whether it held the message already, its result having been lost.
    public var adopted: Bool

    /// Puts the parts together.
    public init(ms: Int, attempts: Int, locked: Bool, protected: Bool, adopted: Bool) {
      self.ms = ms
      self.attempts = attempts
      self.locked = locked
      self.protected = protected
      self.adopted = adopted
    }
  }

  /// Where the run stands. Rates and times left are the screen's to compute.
  public struct Progress: Equatable, Sendable {
    /// Rows of this run (all of the manifest, or the part that `--only` and `--from` name).
    public var rows: Int
    /// Rows that are done.
    public var done: Int
    /// Rows that the operator passed over.
    public var skipped: Int
    /// Tags that were given up.
    public var rejected: Int
    /// Done by this process, for rates.
    public var doneNow: Int

    /// Puts the parts together.
    public init(rows: Int, done: Int, skipped: Int, rejected: Int, doneNow: Int) {
      self.rows = rows
      self.done = done
      self.skipped = skipped
      self.rejected = rejected
      self.doneNow = doneNow
    }
  }
}

/// Why a tag is not taken.
public enum Refusal: Equatable, Sendable {
  /// More than one tag is in the field.
  case severalTags
  /// It is no NDEF tag.
  case notSupported(NotSupportedReason)
  /// It is read-only.
  case readOnly(ReadOnlyReason)
  /// The message does not fit.
  case tooSmall(needed: Int, capacity: Int)
  /// It holds another message.
  case holdsMessage(summary: String)
  /// Only this chip is accepted.
  case wrongChip(wanted: String)
  /// This log says that it is done for this row; `blank` where the tag in the field holds nothing, so that it is a copy or was erased.
  case alreadyUsed(row: Int, id: String, blank: Bool)
  /// This log says that it was rejected.
  case alreadyRejected(RejectReason)
  /// No row of the manifest names this tag in its `uid` column, or that row is done.
  case noRowForUID
  /// The operator picks rows, and none is picked yet.
  case noRowPicked
  /// The row names another tag.
  case rowIsForAnotherTag(UID)
  /// A tag's UID that changes at each selection can't be logged or recognised where that is needed.
  case randomUID
  /// The tag left before it was identified, or answered nonsense.
  case unreadable
  /// Permanent locking was asked for, and this chip can't be locked by this program; `detail` is a technical phrase.
  case cannotLock(detail: String)
  /// A password was asked for, and this chip has none, or its configuration is frozen; `detail` is a technical phrase.
  case cannotProtect(detail: String)
  /// A mirror was asked for, and this chip does not have it, or not at that place; `detail` is a technical phrase.
  case cannotMirror(detail: String)
}

/// Why a try failed.
public enum Failure: Equatable, Sendable {
  /// The tag left or does not answer.
  case tagLost
  /// Another tag is in the field than the one that was begun.
  case otherTag(UID)
  /// It refused a command.
  case refused(command: String, address: Int?)
  /// It was read back wrong.
  case verifyFailed(offset: Int)
  /// The lock did not take.
  case lockFailed(detail: String)
  /// The password protection did not take.
  case protectFailed(detail: String)
  /// It answered what its specification does not allow.
  case malformed(detail: String)
}

/// Why a request of the operator or controller can't be met.
public enum RequestRefusal: Equatable, Sendable {
  /// No row with this id.
  case noSuchRow(id: String)
  /// The row is done already.
  case rowIsDone(id: String)
  /// This row was picked and is not done; another pick took its place.
  case pickReplaced(id: String)
  /// Nothing was done yet that could be redone.
  case nothingToRedo
  /// The tag of the row to be redone was locked; redoing needs a confirmation.
  case lockedTag(id: String)
  /// The row that was meant is done, and the next one was not told yet; ask again when it is.
  case busy
}

/// How a run ended.
public enum Ending: Equatable, Sendable {
  /// Every row of the run is done.
  case complete
  /// Nothing is left to walk, but rows were skipped or stay undone.
  case incomplete
  /// The operator, a signal or the controller stopped it; it can be resumed.
  case stopped(reason: String)
  /// The reader is gone.
  case readerGone(ReaderError)
  /// The log can't be written.
  case journalFailed(JournalError)
  /// The manifest can't be read any more.
  case manifestFailed(ManifestError)
}
