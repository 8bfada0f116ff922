/// Reads a log without changing or locking it, as strictly as ``FileJournal`` does; a run may be going on.
public enum JournalReader {
  /// What a log says as a whole.
  public struct Summary: Equatable, Sendable {
    /// What its lines say together.
    public var history: History
    /// How many lines there are.
    public var lines: Int
    /// How many bytes of an unfinished line follow, which a run may just be writing.
    public var tornBytes: Int
  }

  /// Hands each entry, with the number of its line counting from 1, to `visit`, in the order of the file.
  ///
  /// - Parameters:
  ///   - path: of the log.
  ///   - visit: is not called for lines of unknown types.
  /// - Throws: ``JournalError``; entries before the damaged line have been handed over by then.
  @discardableResult
  public static func forEach(
    path: String, _ visit: (JournalEntry, Int) -> Void
  ) throws(JournalError) -> Summary {
    let file = try POSIXJournalFile.forReading(path)
    // The replay holds the closure: only what it found may leave.
    return try withoutActuallyEscaping(visit) { visit throws(JournalError) in
      let audience = JournalAudience.reader { entry, line in
        visit(entry, line)
        return true
      }
      return Summary(try JournalReplay(file, path: path, audience: audience))
    }
  }

  /// Shows each line without its payload to `observe`.
  ///
  /// - Parameter digests: whether the history that this returns is to know what messages tags hold, for whoever compares
  ///   them; counting is quicker without.
  static func observe(
    path: String, digests: Bool = false, _ observe: (JournalObservation) -> Void
  ) throws(JournalError) -> Summary {
    let file = try POSIXJournalFile.forReading(path)
    return try withoutActuallyEscaping(observe) { observe throws(JournalError) in
      Summary(try JournalReplay(file, path: path, audience: .observer(digests: digests, observe)))
    }
  }

  /// Hands the results and most other entries of the first `lines` lines of a log that was replayed before to `visit`,
  /// until that returns false; memory does not grow with the log.
  static func again(
    path: String, through lines: Int, _ visit: (JournalEntry) -> Bool
  ) throws(JournalError) {
    guard lines > 0 else { return }
    let file = try POSIXJournalFile.forReading(path)
    _ = try withoutActuallyEscaping(visit) { visit throws(JournalError) in
      try JournalReplay(
        file, path: path, audience: .reader { entry, _ in visit(entry) }, trusted: true, through: lines)
    }
  }

  /// The newest of the `run` and `resume` lines, which says how the run was started; nil where there is none. Lines are read,
  /// but not held against one another: whoever goes on with the log does that.
  public static func latestRun(path: String) throws(JournalError) -> JournalEntry.Run? {
    try JournalReplay(POSIXJournalFile.forReading(path), path: path, trusted: true).history.latestRun
  }

  /// What the log says, without a look at each entry; this is the quicker way.
  public static func summary(path: String) throws(JournalError) -> Summary {
    Summary(try JournalReplay(POSIXJournalFile.forReading(path), path: path))
  }
}

extension JournalReader.Summary {
  init(_ replay: JournalReplay) {
    history = replay.history
    lines = replay.lines
    if case .torn(let bytes) = replay.tail { tornBytes = bytes } else { tornBytes = 0 }
  }
}
