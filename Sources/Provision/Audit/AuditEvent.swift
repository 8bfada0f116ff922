/// What an audit tells, in the order in which it happens.
public enum AuditEvent: Equatable, Sendable {
  /// The audit waits for the next tag.
  case ready(AuditCounts)
  /// More than one tag is in the field; none is looked at.
  case severalTags
  /// A tag was compared with the log, and counted.
  case checked(AuditedTag, AuditCounts)
  /// A tag was compared before; it is not counted again.
  case again(AuditedTag)
  /// The tag left the field.
  case removed(UID)
  /// The operator's pause began or ended.
  case paused(Bool)
  /// The reader went away; the audit waits for it.
  case readerLost(ReaderError)
  /// The reader is back.
  case readerBack(name: String)
  /// The audit is over: every tag that holds a row was presented or as many as were asked for, or it was stopped.
  case ended(Ending, AuditCounts)
}

/// A tag as the audit found it.
public struct AuditedTag: Equatable, Sendable {
  /// Its identifier.
  public var uid: UID
  /// Its product; empty where it could not be identified.
  public var chip: String
  /// The row that the log says it holds, or was begun, rejected or voided for.
  public var row: Int?
  /// That row's `id`.
  public var id: String?
  /// What was found.
  public var verdict: AuditVerdict
}

/// What the comparison of a tag with the log came to.
public enum AuditVerdict: Equatable, Sendable {
  /// It holds its row's message to the byte, and is locked and protected as the log says.
  case right
  /// It holds something else, or nothing.
  case wrongPayload(NDEFContent)
  /// It holds its row's message but is not read-only, and the log says that it was locked.
  case notLocked
  /// It holds its row's message but can be written without a password, and the log says that it was protected.
  case notProtected
  /// It is protected, and not with the password that the audit was given.
  case otherPassword
  /// The log says that it was protected, and it lets nobody read who has not the password; the audit was given none.
  case readProtected
  /// The log does not know it.
  case unknown
  /// Its identifier changes at each selection, so that no log can know it.
  case randomUID
  /// The log says that it was begun and neither finished nor rejected.
  case unfinished
  /// The log says that it was given up.
  case rejected(RejectReason)
  /// The log says that it held a row until that was redone.
  case voided
  /// It could not be read; it may be presented again.
  case unreadable(TagError)
}

extension AuditVerdict {
  /// Whether the tag may be presented again.
  var isUnread: Bool { if case .unreadable = self { true } else { false } }
}

/// How many tags an audit found to be what; each tag counts once.
public struct AuditCounts: Equatable, Sendable {
  /// Tags that hold a row by the log.
  public var expected: Int
  /// Of them, right ones.
  public var right = 0
  /// Of them, those with another message or none.
  public var wrong = 0
  /// Of them, those that are not locked or protected as asked, by another password for one.
  public var unlocked = 0, unprotected = 0
  /// Of them, those that could not be read, and may be presented again.
  public var unreadable = 0
  /// Of them, those that can't be read without a password.
  public var readProtected = 0
  /// Tags that the log does not know, those with a changing UID included.
  public var unknown = 0
  /// Tags that the log knows as rejected, voided or unfinished.
  public var bad = 0

  /// Nothing presented yet.
  init(expected: Int) { self.expected = expected }

  /// Tags that were presented.
  public var presented: Int { right + mismatches }
  /// Tags that are not as the log says; those that were not presented are not among them.
  public var mismatches: Int { wrong + unlocked + unprotected + unreadable + readProtected + unknown + bad }
  /// Tags that hold a row by the log and were not presented.
  public var missing: Int {
    max(0, expected - right - wrong - unlocked - unprotected - unreadable - readProtected)
  }
}
