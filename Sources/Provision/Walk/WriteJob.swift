internal import Glibc

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The main job made ready: a validated manifest, the log that belongs to it, and what is left to do.
///
/// Made in the order in which nothing is touched before all that can be checked was checked: manifest, then log, then
/// (by the caller) reader, then the first line is written.
public final class WriteJob {
  /// What a run is started with.
  public struct Settings: Sendable {
    /// Where the manifest is.
    public var manifestPath: String
    /// How it is read.
    public var manifest: ManifestOptions
    /// Whether the language of texts was not asked for but taken from the locale: then an earlier run's stands, so that
    /// the same command in another locale does not mean other messages.
    public var languageIsDefault = false
    /// Where the log is or will be.
    public var logPath: String
    /// Whether each line of a new log is to carry the digest of the line before (``JournalChain``). A log that has a chain
    /// goes on with it anyway; one that was begun without is refused.
    public var chained = false
    /// What the walk may do.
    public var walk: WalkOptions
    /// Every option of the command line by its long name, for the log; secrets never, only the paths of their files.
    public var options: [String: String]
    /// Name and version of the program.
    public var tool: String

    /// Collects what a run is started with.
    public init(
      manifestPath: String, manifest: ManifestOptions, logPath: String, walk: WalkOptions,
      options: [String: String],
      tool: String
    ) {
      self.manifestPath = manifestPath
      self.manifest = manifest
      self.logPath = logPath
      self.walk = walk
      self.options = options
      self.tool = tool
    }
  }

  /// A finished row whose message is another one now.
  public struct ChangedRow: Equatable, Sendable {
    /// The row's number, from 1.
    public var row: Int
    /// Its id.
    public var id: String
    /// The line of the manifest on which it starts.
    public var line: Int
    /// The tag that holds the earlier message.
    public var uid: UID
  }

  /// What it was made from.
  public private(set) var settings: Settings
  /// The validated manifest.
  public let manifest: Manifest
  /// Whether the log was there and says something.
  public var isResumed: Bool { journal?.history.firstRun != nil }
  /// Rows of the manifest that are done; the log may know of others that left it.
  public var done: Int { settled?.done ?? 0 }
  /// Bytes of a line that was not finished, cut off the log's end; reported to people.
  public var cutBytes: Int { journal?.cutBytes ?? 0 }
  /// What the log says; empty where there is none yet.
  public var history: History { journal?.history ?? History() }

  private var journal: FileJournal?
  private let manifestChanged: Bool
  /// Rows that are done, where there is a log.
  private let settled: SettledRows?

  /// Validates the manifest and opens the log, if it is there.
  ///
  /// - Throws: ``WriteJobError``.
  public init(_ settings: Settings) throws(WriteJobError) {
    self.settings = settings
    var opened = try Self.manifest(settings.manifestPath, settings.manifest)
    do {
      // Made anew only when the reader is there too: a refused start leaves no file.
      journal = access(settings.logPath, F_OK) == 0 ? try FileJournal.open(path: settings.logPath) : nil
      if settings.chained { try journal?.beginChain() }
    } catch { throw .journal(error) }
    var language = settings.manifest.language
    let latest = journal?.history.latestRun
    if settings.languageIsDefault, let earlier = latest?.options["lang"], earlier != language {
      language = earlier
      var options = settings.manifest
      options.language = earlier
      opened = try Self.manifest(settings.manifestPath, options)
    }
    manifest = opened
    var recorded = settings.options
    if let language { recorded["lang"] = language }
    self.settings.options = recorded
    // Before anything is written: a part of the manifest that is not there touches nothing.
    do { _ = try WalkQueue(source: opened, options: settings.walk) } catch {
      switch error {
      case .scope(let error): throw .scope(error)
      case .manifest(let error): throw .manifest(error)
      }
    }
    guard let latest else {
      manifestChanged = false
      settled = nil
      return
    }
    do {
      manifestChanged =
        try latest.manifestSHA256 != manifest.sha256()
        || JournalEntry.Run.payloadOptions.contains { latest.options[$0] != recorded[$0] }
    } catch { throw .manifest(error) }
    if !manifestChanged, let known = SettledRows(journal?.history ?? History(), count: manifest.count) {
      settled = known
      return
    }
    let found = try Self.compare(
      manifest, journal?.history ?? History(), redo: Self.open(self.settings, journal?.history))
    // Also where the newest run was of these very rows: it may have been stopped before it voided what it was to redo.
    guard found.changed.isEmpty else { throw .rowsChanged(found.changed) }
    settled = found.settled
  }

  private static func manifest(
    _ path: String, _ options: ManifestOptions
  ) throws(WriteJobError) -> Manifest {
    do { return try Manifest(path: path, options: options, digestIsWanted: true) } catch {
      throw .manifest(error)
    }
  }

  /// Looks each row up in the log, in one pass over the manifest.
  private static func compare(
    _ manifest: Manifest, _ history: History, redo: Set<String>
  ) throws(WriteJobError) -> (changed: [ChangedRow], settled: SettledRows) {
    var changed: [ChangedRow] = []
    var settled = SettledRows(count: manifest.count)
    do {
      try manifest.forEachRow(in: 0..<manifest.count) { (index, row) throws(ManifestError) in
        let state = history.rows[row.id]
        settled.note(index, state)
        guard case .done(let uid, let digest) = state, !redo.contains(row.id) else { return }
        guard let octets = try? row.payload(for: uid).octets, History.digest(of: octets) == digest else {
          changed.append(ChangedRow(row: row.number, id: row.id, line: row.line, uid: uid))
          return
        }
      }
    } catch { throw .manifest(error) }
    return (changed, settled)
  }

  /// Whether every row is done, so that there is nothing to start a reader for.
  public var isComplete: Bool {
    settings.walk.redo.isEmpty && settings.walk.scope == .all && !manifestChanged
      && (settled?.done ?? 0) >= manifest.count
  }

  /// The ids of rows that are to be redone; not those that a run with the same option has voided before it was stopped.
  public var rowsToRedo: Set<String> { Self.open(settings, journal?.history) }

  private static func open(_ settings: Settings, _ history: History?) -> Set<String> {
    guard let history, history.latestRun?.options["redo"] == settings.options["redo"] else {
      return settings.walk.redo
    }
    return settings.walk.redo.subtracting(history.redone)
  }

  /// A tag that was begun and not finished, which may have half of what an earlier run was to do to it.
  public struct BegunTag: Equatable, Sendable {
    /// The tag and its row.
    public var uid: UID, id: String
    /// The long names of options that an earlier run had and this one has not.
    public var options: [String]
  }

  /// Tags that were begun, where an earlier run was to lock or protect tags and this one is not to.
  public var begunWithMore: [BegunTag] {
    let lacking = JournalEntry.Run.shieldOptions.filter {
      settings.options[$0] == nil && history.shieldOptions.contains($0)
    }
    guard !lacking.isEmpty else { return [] }
    return history.tags.compactMap { uid, state -> BegunTag? in
      guard case .begun(_, let id, _) = state else { return nil }
      return BegunTag(uid: uid, id: id, options: lacking)
    }.sorted { ($0.id, $0.uid.description) < ($1.id, $1.uid.description) }
  }

  /// Sets the pause between two looks into the field, where the reader asks for another one than the options did.
  public func setPollInterval(_ interval: Duration) { settings.walk.pollInterval = interval }

  /// Writes the run's first line and makes the walk over what is left.
  ///
  /// - Throws: ``WriteJobError``.
  public func walk(with reader: any TagReader, control: WalkControl) throws(WriteJobError) -> Walk {
    let now = Walk.systemWallClock()
    let run = try runEntry(reader: "\(reader.name) (\(reader.connectionString))")
    let journal: FileJournal
    do {
      if let opened = self.journal {
        journal = opened
        let history = opened.history
        // Of the rows that there are now: the manifest may have lost some that are done.
        let counts = JournalEntry.Counts(
          rows: manifest.count, done: settled?.done ?? history.done,
          skipped: settled?.skipped ?? history.skipped, rejected: history.rejected)
        let event: JournalEntry.Event =
          history.firstRun == nil ? .run(run) : .resume(reason: "start", counts, run)
        try opened.commit(JournalEntry(at: now, event: event))
      } else {
        journal = try FileJournal.create(
          path: settings.logPath, run: run, at: now, chained: settings.chained)
        self.journal = journal
      }
    } catch { throw .journal(error) }
    do {
      return try Walk(
        rows: manifest, journal: journal, reader: reader, options: settings.walk, control: control,
        settled: settled)
    } catch {
      switch error {
      case .scope(let error): throw .scope(error)
      case .manifest(let error): throw .manifest(error)
      }
    }
  }

  private func runEntry(reader: String) throws(WriteJobError) -> JournalEntry.Run {
    let digest: String
    do { digest = try manifest.sha256() } catch { throw .manifest(error) }
    let path = settings.manifestPath
    let absolute =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return JournalEntry.Run(
      run: UUID().uuidString, tool: settings.tool, manifestPath: absolute, manifestSHA256: digest,
      manifestRows: manifest.count, options: settings.options, host: ProcessInfo.processInfo.hostName,
      reader: reader)
  }
}

/// Why a job can't be started. Nothing was touched.
public enum WriteJobError: Error, Equatable, Sendable {
  /// The manifest has errors.
  case manifest(ManifestError)
  /// The log has errors, is in use, or can't be made.
  case journal(JournalError)
  /// A part of the manifest that was asked for is not there.
  case scope(ScopeError)
  /// These rows are done, and their messages are other ones now: they are to be redone or put back as they were.
  case rowsChanged([WriteJob.ChangedRow])
}
