/// Where results go: intents and results of the walk, durable when ``commit(_:)`` returns.
///
/// The walk knows no more than this, so that a database shared by several stations can stand behind it.
public protocol Journal: AnyObject {
  /// What is known of every row and tag so far, this run's entries included.
  var history: History { get }

  /// Makes the entry durable, or throws; after a failed synchronisation every later call throws too, since a repeated
  /// fsync may lie.
  func commit(_ entry: JournalEntry) throws(JournalError)
}
