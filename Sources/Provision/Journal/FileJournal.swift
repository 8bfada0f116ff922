/// The log as a file: locked while it is open, one write and one fsync an entry.
///
/// What it promises, and of what the disk: `docs/log.md`. Not `Sendable`: two walks on one log share it behind a lock.
public final class FileJournal: Journal {
  /// The file as it was named.
  public let path: String
  /// What the log says; taking a copy and keeping it while entries are committed copies a million rows each time.
  public private(set) var history: History
  /// How many bytes of a line that was not finished were cut off at opening.
  public let cutBytes: Int
  /// Whether each line carries the digest of the line before.
  public var isChained: Bool { chain != nil }

  private let file: any JournalFile
  private var lines: Int
  private var end: Int
  private var chain: [UInt8]?
  private var failure: JournalError?

  /// Makes a log whose first line is `run`.
  ///
  /// A file that is empty, as a crash right after its creation leaves it, is taken; one that says anything is refused
  /// as a file that exists (`EEXIST`).
  ///
  /// - Parameters:
  ///   - path: of the file; its last component is not followed where it is a symbolic link.
  ///   - run: what the log is the log of.
  ///   - at: now, in milliseconds since 1970-01-01T00:00:00Z.
  ///   - chained: whether each line is to carry the digest of the line before.
  public static func create(
    path: String, run: JournalEntry.Run, at: Int64, chained: Bool = false
  ) throws(JournalError) -> FileJournal {
    let journal = try FileJournal(POSIXJournalFile.forAppending(path, creating: true), path: path)
    guard journal.lines == 0 else { throw .cannotOpen(path: path, errno: SystemCallError.exists) }
    if chained { try journal.beginChain() }
    try journal.commit(JournalEntry(at: at, event: .run(run)))
    return journal
  }

  /// From the first line on each line is to carry the digest of the line before; a log that has a chain goes on with it
  /// by itself.
  ///
  /// - Throws: ``JournalError/notChained(path:)`` where the log was begun without one.
  func beginChain() throws(JournalError) {
    if lines == 0 { chain = JournalChain.origin }
    guard isChained else { throw .notChained(path: path) }
  }

  /// Opens a log that exists, replays it and mends its end.
  ///
  /// `history.firstRun` is nil where it is empty; its first entry is then to be a `run`.
  public static func open(path: String) throws(JournalError) -> FileJournal {
    try FileJournal(POSIXJournalFile.forAppending(path, creating: false), path: path)
  }

  /// Takes over a file that is locked already.
  init(_ file: some JournalFile, path: String) throws(JournalError) {
    let replay = try JournalReplay(file, path: path)
    self.file = file
    self.path = path
    history = replay.history
    lines = replay.lines
    end = replay.end
    chain = replay.chain
    switch replay.tail {
    case .none: cutBytes = 0
    case .torn(let bytes): cutBytes = bytes
    case .unended: cutBytes = 0
    }
    do throws(SystemCallError) {
      switch replay.tail {
      case .none: break
      case .torn:
        try SystemCallError.retryingInterrupts { () throws(SystemCallError) in try file.truncate(to: end) }
      case .unended: try write([UInt8(ascii: "\n")])
      }
      // Lines that a process before us wrote and did not live to make durable are about to be built upon.
      if end > 0 || replay.tail != .none { try synchronize() }
    } catch {
      throw .cannotWrite(path: path, errno: error.errno)
    }
  }

  /// Writes the entry's line and returns when it is durable.
  ///
  /// - Throws: ``JournalError/replaced(path:)``, ``JournalError/cannotWrite(path:errno:)``, and after one of these the
  ///   same again; ``JournalError/damaged(path:line:detail:)`` where the entry contradicts the log, which is then as it was.
  public func commit(_ entry: JournalEntry) throws(JournalError) {
    if let failure { throw failure }
    do throws(History.Contradiction) {
      try history.check(entry)
    } catch {
      throw .damaged(path: path, line: lines + 1, detail: error.detail)
    }
    let line = JournalLine.encode(entry, chain: chain)
    try checkPlace()
    let before = end
    do throws(SystemCallError) {
      try write(line)
      try synchronize()
    } catch {
      // So that whoever opens it next finds no half line, and none that is visible but perhaps not on the medium.
      // Where that fails too, a half line is cut at the next opening.
      end = before
      try? file.truncate(to: before)
      throw fail(.cannotWrite(path: path, errno: error.errno))
    }
    lines += 1
    if chain != nil { chain = SHA256.hash(Array(line.dropLast())) }
    do throws(History.Contradiction) {
      try history.apply(entry)
    } catch {
      throw .damaged(path: path, line: lines, detail: error.detail)
    }
  }

  /// Makes sure that the path still names this file, and that nobody else wrote to it.
  private func checkPlace() throws(JournalError) {
    let size: Int
    do throws(SystemCallError) {
      size = try file.size()
    } catch {
      throw fail(.cannotWrite(path: path, errno: error.errno))
    }
    guard size == end, file.isInPlace() else { throw fail(.replaced(path: path)) }
  }

  /// Remembers a failure: after it nothing is promised any more.
  private func fail(_ error: JournalError) -> JournalError {
    failure = error
    return error
  }

  private func write(_ bytes: [UInt8]) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try SystemCallError.retryingInterrupts { () throws(SystemCallError) in try file.append(rest)
      }
      guard count > 0 else { throw SystemCallError(errno: SystemCallError.inputOutput) }
      rest = rest.dropFirst(count)
    }
    end += bytes.count
  }

  private func synchronize() throws(SystemCallError) {
    try SystemCallError.retryingInterrupts { () throws(SystemCallError) in try file.synchronize() }
  }
}
