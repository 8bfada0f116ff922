internal import Glibc

/// What watching a field remembers.
struct FieldWatch {
  /// Looks since something was there.
  var looks = 0
  /// Failures of the reader in a row.
  var readerFailures = 0
}

/// What every job tells of the field and its reader.
protocol FieldEvent {
  static func removed(_ uid: UID) -> Self
  static func readerLost(_ error: ReaderError) -> Self
  static func readerBack(name: String) -> Self
}

extension WalkEvent: FieldEvent {}
extension TagJobEvent: FieldEvent {}
extension AuditEvent: FieldEvent {}

/// A job over one tag after another: how it waits for a tag, for its leaving, and for a reader that went away.
protocol FieldWatching: AnyObject {
  associatedtype Event: FieldEvent
  var reader: any TagReader { get }
  var control: WalkControl { get }
  var watch: FieldWatch { get set }
  var pollInterval: Duration { get }
  var readerTimeout: Duration { get }
  /// Whether nothing is left to be done, so that nobody need wait for a tag to leave.
  var isOver: Bool { get }

  /// Who is told of what happens.
  var emit: (Event) -> Void { get }
  /// Does what was asked; whether what is waited for may be another thing now.
  func handleRequests() throws(WalkInterruption) -> Bool
}

extension FieldWatching {
  /// Looks until a tag answers; nil where a request changed what is waited for.
  func awaitTag() throws(WalkInterruption) -> DetectedTag? {
    while true {
      if try handleRequests() { return nil }
      // The first look after a visit, and one in twenty, drops the field: a tag that was left halted or that speaks
      // ISO-DEP hears nothing else.
      let fresh = watch.looks % 20 == 0
      watch.looks += 1
      if let tag = try look(fresh: fresh, like: nil) { return tag }
      pause()
    }
  }

  /// Looks, each time with a fresh selection, until the tag has left; returns another tag that is there instead.
  func awaitRemoval(of tag: DetectedTag) throws(WalkInterruption) -> DetectedTag? {
    var empty = 0
    watch.looks = 0
    while empty < 2 {
      if try handleRequests(), isOver { return nil }
      if let seen = try look(fresh: true, like: tag.technology) {
        empty = 0
        if seen.uid != tag.uid, !(seen.uid.isRandom && tag.uid.isRandom) {
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
    watch.looks = 1
    return nil
  }

  /// After two tags were seen: until none is there (nil), or one alone three times running.
  func awaitSingle() throws(WalkInterruption) -> DetectedTag? {
    var alone: DetectedTag?
    var times = 0
    var empty = 0
    watch.looks = 0
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

  func look(
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
      watch.readerFailures = 0
      return answer
    } catch {
      try mendReader(error)
      return nil
    }
  }

  /// A single glitch on the line is gone at the next call; a third in a row means that the reader is, and it is waited for.
  func mendReader(_ error: ReaderError) throws(WalkInterruption) {
    watch.readerFailures += 1
    watch.looks = 0
    guard watch.readerFailures >= 3 else { return }
    emit(.readerLost(error))
    let deadline = ContinuousClock.now + readerTimeout
    while true {
      if let reason = control.takeStop() { throw .stopped(reason: reason) }
      do throws(ReaderError) {
        try reader.reopen()
        watch.readerFailures = 0
        emit(.readerBack(name: reader.name))
        return
      } catch {
        guard ContinuousClock.now < deadline else { throw .reader(error) }
      }
      usleep(500_000)
    }
  }

  func pause() {
    let (seconds, attoseconds) = pollInterval.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds > 0 { usleep(UInt32(clamping: microseconds)) }
  }
}
