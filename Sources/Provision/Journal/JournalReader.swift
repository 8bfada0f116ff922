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
    let replay = try withoutActuallyEscaping(visit) { visit throws(JournalError) in
      try JournalReplay(file, path: path, payload: true, visit: visit)
    }
    return Summary(replay)
  }

  /// What the log says, without a look at each entry; this is the quicker way.
  public static func summary(path: String) throws(JournalError) -> Summary {
    Summary(try JournalReplay(POSIXJournalFile.forReading(path), path: path, payload: false))
  }
}

extension JournalReader.Summary {
  init(_ replay: JournalReplay) {
    history = replay.history
    lines = replay.lines
    if case .torn(let bytes) = replay.tail { tornBytes = bytes } else { tornBytes = 0 }
  }
}
