/// What can be told of a job that has no rows, in the order in which it happens.
public enum TagJobEvent: Equatable, Sendable {
  /// The job waits for a tag; `done` tags were served.
  case ready(done: Int)
  /// A tag was read.
  case read(TagReport)
  /// A tag was made blank, and that was verified.
  case erased(WalkEvent.TagInHand)
  /// The tag in the field is not taken.
  case refused(WalkEvent.TagInHand?, Refusal)
  /// The try failed; the same tag is tried again, and may be put back.
  case retrying(WalkEvent.TagInHand, attempt: Int, failure: Failure)
  /// The tag was given up.
  case failed(WalkEvent.TagInHand, Failure)
  /// The tag left the field.
  case removed(UID)
  /// The reader went away; the job waits for it.
  case readerLost(ReaderError)
  /// The reader is back.
  case readerBack(name: String)
  /// The job is over; `done` tags were served.
  case ended(Ending, done: Int)
}

/// What a job without rows may do.
public struct TagJobOptions: Equatable, Sendable {
  /// How many tags; nil goes on until it is stopped.
  public var limit: Int?
  /// Tries at one tag before it is given up; at least 1.
  public var retries = 3
  /// Passwords for tags that are protected; nil for none.
  public var passwords: TagPasswords?
  /// The pause between two looks into the field.
  public var pollInterval = Duration.milliseconds(50)
  /// How long to wait for a reader that went away.
  public var readerTimeout = Duration.seconds(30)

  /// No limit, no passwords.
  public init() {}
}
