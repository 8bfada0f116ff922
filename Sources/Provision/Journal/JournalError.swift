/// What can go wrong with the log.
public enum JournalError: Error, Equatable, Sendable {
  /// The detail of ``damaged(path:line:detail:)`` where a file does not even begin as a log does.
  public static let noLog = "no log"

  /// It can't be created or opened; `errno` says why.
  case cannotOpen(path: String, errno: Int32)
  /// Another process writes to it.
  case inUse(path: String)
  /// A line before the last is damaged or says what cannot be (`detail`, a short technical phrase in English).
  case damaged(path: String, line: Int, detail: String)
  /// The log is of another manifest or of another version.
  case foreign(path: String, detail: String)
  /// A line could not be written or made durable; `errno` says why. Nothing was promised for it.
  case cannotWrite(path: String, errno: Int32)
  /// The file behind the path is not the one that was opened (replaced, removed, changed by another program).
  case replaced(path: String)
  /// A chained log was asked for, and this one was begun without a chain.
  case notChained(path: String)
}
