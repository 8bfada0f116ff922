internal import Glibc

/// The job: one tag after another until every row has its own.
///
/// A walk runs on the calling thread, synchronously, with its reader and its tags; the outside speaks to it through a
/// ``WalkControl``. Everything that matters is in the journal before it is told: an event `done` is a promise kept.
/// It has no words and no terminal.
public final class Walk {
  let options: WalkOptions
  let journal: any Journal
  let reader: any TagReader
  let control: WalkControl
  var queue: WalkQueue
  var progress: WalkEvent.Progress
  /// The row that was done last by this walk, for ``WalkControl/Request/redo(confirmed:)``.
  var lastDone: (row: ManifestRow, uid: UID, locked: Bool)?
  /// Failed tries at each tag in hand.
  var failures: [UID: Int] = [:]
  /// The tag that was begun and is to be put back.
  var awaited: (tag: WalkEvent.TagInHand, row: WalkEvent.RowInHand)?
  private(set) var emit: (WalkEvent) -> Void = { _ in }
  private let wallClock: () -> Int64
  private var paused = false
  private var readerFailures = 0
  private var looks = 0

  /// Prepares a walk over the rows that are not done yet.
  ///
  /// - Parameters:
  ///   - settled: rows that are known to be done; without it rows are read until one is open.
  ///   - wallClock: milliseconds since 1970 for the log's `at`.
  /// - Throws: ``ScopeError``, ``ManifestError``.
  init(
    rows: any RowSource, journal: any Journal, reader: any TagReader, options: WalkOptions,
    control: WalkControl,
    settled: SettledRows? = nil, wallClock: @escaping () -> Int64 = Walk.systemWallClock
  ) throws {
    self.options = options
    self.journal = journal
    self.reader = reader
    self.control = control
    self.wallClock = wallClock
    queue = try WalkQueue(source: rows, scope: options.scope, settled: settled)
    progress = try Self.progress(
      of: queue, settled: options.scope == .all ? settled : nil, history: journal.history)
  }

  /// Prepares a walk over the rows that are not done yet.
  ///
  /// - Throws: ``ScopeError``, ``ManifestError``.
  public convenience init(
    rows: any RowSource, journal: any Journal, reader: any TagReader, options: WalkOptions,
    control: WalkControl, wallClock: @escaping () -> Int64 = Walk.systemWallClock
  ) throws {
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
        emit(prompt)
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
      case .again: looks = 0
      case .finished:
        again = true
        guard try prompt() != nil else { return true }
        next = try awaitRemoval(of: detected)
      case .refused:
        again = true
        next = try awaitRemoval(of: detected)
      case .several:
        again = true
        next = try awaitSingle()
      }
      // A tag that lies there already is told its row all the same.
      if again, next != nil, let prompt = try prompt() { emit(prompt) }
    }
    return again
  }

  // MARK: Waiting

  /// Looks until a tag answers; nil where a request changed what is waited for.
  private func awaitTag() throws(WalkInterruption) -> DetectedTag? {
    while true {
      if try handleRequests() { return nil }
      // The first look after a visit, and one in twenty, drops the field: a tag that was left halted or that speaks
      // ISO-DEP hears nothing else.
      let fresh = looks % 20 == 0
      looks += 1
      if let tag = try look(fresh: fresh, like: nil) { return tag }
      pause()
    }
  }

  /// Looks, each time with a fresh selection, until the tag has left; returns another tag that is there instead.
  private func awaitRemoval(of tag: DetectedTag) throws(WalkInterruption) -> DetectedTag? {
    var empty = 0
    looks = 0
    while empty < 2 {
      if try handleRequests(), progress.done >= progress.rows { return nil }
      if let seen = try look(fresh: true, like: tag.technology) {
        empty = 0
        if seen.uid != tag.uid, !seen.uid.isRandom {
          emit(.removed(tag.uid))
          return seen
        }
      } else {
        empty += 1
      }
      pause()
    }
    emit(.removed(tag.uid))
    // The field was off a moment ago and nothing is in it: what comes now wakes up in it, and hears any call.
    looks = 1
    return nil
  }

  /// After two tags were seen: until none is there (nil), or one alone three times running.
  private func awaitSingle() throws(WalkInterruption) -> DetectedTag? {
    var alone: DetectedTag?
    var times = 0
    var empty = 0
    looks = 0
    while empty < 2 {
      _ = try handleRequests()
      pause()
      guard let seen = try look(fresh: true, like: nil) else {
        empty += 1
        continue
      }
      empty = 0
      guard try ask({ () throws(ReaderError) in try reader.company(of: seen) }) == .some(.none) else {
        times = 0
        continue
      }
      times = seen.uid == alone?.uid ? times + 1 : 1
      alone = seen
      if times == 3 { return seen }
    }
    return nil
  }

  private func look(
    fresh: Bool, like technology: DetectedTag.Technology?
  ) throws(WalkInterruption) -> DetectedTag? {
    try ask { () throws(ReaderError) in
      try fresh ? reader.freshSelection(like: technology) : reader.poll()
    } ?? nil
  }

  /// Asks the reader; nil where it failed and was mended.
  func ask<R>(_ question: () throws(ReaderError) -> R) throws(WalkInterruption) -> R? {
    do throws(ReaderError) {
      let answer = try question()
      readerFailures = 0
      return answer
    } catch {
      try mendReader(error)
      return nil
    }
  }

  /// A single glitch on the line is gone at the next call; a third in a row means that the reader is, and it is waited for.
  func mendReader(_ error: ReaderError) throws(WalkInterruption) {
    readerFailures += 1
    looks = 0
    guard readerFailures >= 3 else { return }
    emit(.readerLost(error))
    let deadline = ContinuousClock.now + options.readerTimeout
    while true {
      if let reason = stopReason() { throw .stopped(reason: reason) }
      do throws(ReaderError) {
        try reader.reopen()
        readerFailures = 0
        emit(.readerBack(name: reader.name))
        return
      } catch {
        guard ContinuousClock.now < deadline else { throw .reader(error) }
      }
      usleep(500_000)
    }
  }

  private func stopReason() -> String? {
    guard control.stopRequested, case .stop(let reason) = control.takeRequest() else { return nil }
    return reason
  }

  private func pause() {
    let (seconds, attoseconds) = options.pollInterval.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds > 0 { usleep(UInt32(clamping: microseconds)) }
  }

  // MARK: Requests

  /// Does what was asked; whether the row in hand may be another one now.
  private func handleRequests() throws(WalkInterruption) -> Bool {
    var changed = false
    while let request = control.takeRequest() {
      switch request {
      case .stop(let reason): throw .stopped(reason: reason)
      case .pause(let on):
        if on != paused {
          paused = on
          emit(.paused(on))
          changed = true
        }
      default:
        try answer(request)
        changed = true
      }
    }
    while paused {
      usleep(20_000)
      guard let request = control.takeRequest() else { continue }
      switch request {
      case .stop(let reason): throw .stopped(reason: reason)
      case .pause(false), .next:
        paused = false
        emit(.paused(false))
      case .pause(true): break
      default: try answer(request)
      }
    }
    return changed
  }

  // MARK: Journal

  func commit(_ event: JournalEntry.Event) throws(WalkInterruption) {
    do { try journal.commit(JournalEntry(at: wallClock(), event: event)) } catch { throw .journal(error) }
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
