internal import Glibc

/// The job: one tag after another until every row has its own.
///
/// A walk runs on the calling thread, synchronously, with its reader and its tags; the outside speaks to it through a
/// ``WalkControl``. Everything that matters is in the journal before it is told: an event `done` is a promise kept.
/// It has no words and no terminal.
public final class Walk: FieldWatching {
  let options: WalkOptions
  let journal: any Journal
  let reader: any TagReader
  let control: WalkControl
  var queue: WalkQueue
  var progress: WalkEvent.Progress
  /// The row that was done last by this walk, for ``WalkControl/Request/redo(confirmed:)``.
  var lastDone: (row: ManifestRow, uid: UID, locked: Bool)?
  /// Failures of the reader at each tag in hand.
  var glitches = TagTries()
  /// Failed tries at each tag in hand.
  var failures = TagTries()
  /// Opens tags that are protected already.
  var opener: TagOpener?
  /// The tag that was begun and is to be put back.
  var awaited: (tag: WalkEvent.TagInHand, row: WalkEvent.RowInHand)?
  /// Whether a tag that had its result, or is not taken, still lies there.
  private var lies = false
  /// The row that was asked for last and is not done: only what people have seen can they mean to skip.
  var promptedRow: String?
  private(set) var emit: (WalkEvent) -> Void = { _ in }
  var watch = FieldWatch()
  private let wallClock: () -> Int64
  private var paused = false

  /// Prepares a walk over the rows that are not done yet.
  ///
  /// - Parameters:
  ///   - rows: of the manifest.
  ///   - journal: where intents and results go, with what it says already.
  ///   - reader: used by this walk alone.
  ///   - options: what the walk may do.
  ///   - control: how the outside speaks to it.
  ///   - settled: rows that are known to be done; without it rows are read until one is open.
  ///   - wallClock: milliseconds since 1970 for the log's `at`.
  /// - Throws: ``WalkPreparationError``.
  init(
    rows: any RowSource, journal: any Journal, reader: any TagReader, options: WalkOptions,
    control: WalkControl,
    settled: SettledRows? = nil, wallClock: @escaping () -> Int64 = Walk.systemWallClock
  ) throws(WalkPreparationError) {
    self.options = options
    self.journal = journal
    self.reader = reader
    self.control = control
    self.wallClock = wallClock
    opener = options.protection.map { TagOpener($0.passwords) }
    queue = try WalkQueue(source: rows, options: options, settled: settled)
    do {
      progress = try Self.progress(
        of: queue, settled: options.scope == .all ? settled : nil, history: journal.history)
    } catch { throw .manifest(error) }
  }

  /// Prepares a walk over the rows that are not done yet.
  ///
  /// - Throws: ``WalkPreparationError``.
  public convenience init(
    rows: any RowSource, journal: any Journal, reader: any TagReader, options: WalkOptions,
    control: WalkControl, wallClock: @escaping () -> Int64 = Walk.systemWallClock
  ) throws(WalkPreparationError) {
    try self.init(
      rows: rows, journal: journal, reader: reader, options: options, control: control, settled: nil,
      wallClock: wallClock)
  }

  /// The system's clock in milliseconds since 1970.
  public static func systemWallClock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Walks until all is done, nothing more can be done, or something stops it; returns after the log says so.
  public func run(_ onEvent: @escaping (WalkEvent) -> Void) -> Ending {
    emit = onEvent
    var ending: Ending
    do throws(WalkInterruption) {
      try voidRedone()
      ending = try loop()
      try commit(.end(reason: ending == .complete ? "complete" : "incomplete", counts))
    } catch {
      ending = error.ending
      if let reason = error.stopReason {
        // Already ending: a log that fails now has nothing more to promise, and the first reason stands.
        try? journal.commit(JournalEntry(at: wallClock(), event: .stop(reason: reason, counts)))
      }
    }
    emit(.ended(ending, progress))
    return ending
  }

  private func loop() throws(WalkInterruption) -> Ending {
    var announced: WalkEvent?
    while true {
      guard let prompt = try prompt() else {
        return progress.done >= progress.rows ? .complete : .incomplete
      }
      if awaited == nil, prompt != announced {
        announce(prompt)
        announced = prompt
      }
      guard let detected = try awaitTag() else { continue }
      announced = try visitUntilGone(detected) ? nil : announced
    }
  }

  /// Visits the tag and waits until it has left; a tag found instead is visited too.
  /// Returns whether the next prompt is to be told even if it is the same.
  private func visitUntilGone(_ first: DetectedTag) throws(WalkInterruption) -> Bool {
    var next: DetectedTag? = first
    var again = false
    while let detected = next {
      next = nil
      switch try visit(detected) {
      case .again: watch.looks = 0
      case .finished:
        again = true
        guard try prompt() != nil else { return true }
        next = try awaitLeaving(of: detected)
      case .refused:
        again = true
        next = try awaitLeaving(of: detected)
      case .waitsForPick:
        again = true
        next = try awaitPick(beside: detected)
      case .several:
        again = true
        next = try awaitSingle()
      }
      // A tag that lies there already is told its row all the same.
      if again, next != nil, let prompt = try prompt() { announce(prompt) }
    }
    return again
  }

  /// While the tag lies there, a row that was asked for is told at once.
  private func awaitLeaving(of tag: DetectedTag) throws(WalkInterruption) -> DetectedTag? {
    lies = true
    defer { lies = false }
    return try awaitRemoval(of: tag)
  }

  private func announce(_ prompt: WalkEvent) {
    if case .ready(let row, _) = prompt { promptedRow = row.id }
    emit(prompt)
  }

  /// The tag lies there before its row was picked: it is visited again once one is, without having been lifted.
  private func awaitPick(beside tag: DetectedTag) throws(WalkInterruption) -> DetectedTag? {
    var empty = 0
    while empty < 2 {
      // Where ids are lined up, the next one is taken.
      if try handleRequests() { _ = try prompt() }
      let seen = try look(fresh: true, like: tag.technology)
      if let seen, queue.hasPick || seen.uid != tag.uid { return seen }
      empty = seen == nil ? empty + 1 : 0
      pause()
    }
    emit(.removed(tag.uid))
    return nil
  }

  // MARK: Watching

  var pollInterval: Duration { options.pollInterval }
  var readerTimeout: Duration { options.readerTimeout }
  var isOver: Bool { progress.done >= progress.rows }

  // MARK: Requests

  /// Does what was asked; whether the row in hand may be another one now.
  func handleRequests() throws(WalkInterruption) -> Bool {
    var changed = false
    while true {
      guard let request = control.takeRequest() else {
        guard paused else { break }
        if let reason = control.end { throw .stopped(reason: reason) }
        usleep(20_000)
        continue
      }
      switch request {
      case .stop(let reason): throw .stopped(reason: reason)
      case .pause(let on) where on != paused: pause(on)
      case .next where paused: pause(false)
      case .pause: continue
      default: try answer(request)
      }
      changed = true
    }
    if options.pick, !queue.hasPick, control.hasPickToTell { changed = true }
    if changed, lies, let prompt = try prompt(), case .ready(let row, _) = prompt, row.id != promptedRow {
      announce(prompt)
    }
    return changed
  }

  private func pause(_ on: Bool) {
    paused = on
    emit(.paused(on))
  }

  // MARK: Journal

  func commit(_ event: JournalEntry.Event) throws(WalkInterruption) {
    do { try journal.commit(JournalEntry(at: wallClock(), event: event)) } catch { throw .journal(error) }
    progress.rejected = journal.history.rejected
  }

  var counts: JournalEntry.Counts {
    JournalEntry.Counts(
      rows: progress.rows, done: progress.done, skipped: progress.skipped, rejected: progress.rejected)
  }
}

/// What ends a walk before its time.
enum WalkInterruption: Error {
  case stopped(reason: String)
  case reader(ReaderError)
  case journal(JournalError)
  case manifest(ManifestError)

  var ending: Ending {
    switch self {
    case .stopped(let reason): .stopped(reason: reason)
    case .reader(let error): .readerGone(error)
    case .journal(let error): .journalFailed(error)
    case .manifest(let error): .manifestFailed(error)
    }
  }

  /// What the log's `stop` line says; nil where the log itself failed.
  var stopReason: String? {
    switch self {
    case .stopped(let reason): reason
    case .reader: "reader-gone"
    case .manifest: "manifest-unreadable"
    case .journal: nil
    }
  }
}
