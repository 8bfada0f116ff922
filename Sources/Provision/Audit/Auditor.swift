internal import Glibc

/// Compares finished tags, presented one after another, with the log of their run. Never writes to a tag or to the log.
///
/// Like a walk it runs on the calling thread and is spoken to through a ``WalkControl``: a stop ends it, a pause holds it, other
/// requests mean nothing here. It has no words and no terminal.
public final class Auditor {
  /// How an audit goes.
  public struct Options: Sendable {
    /// How many tags are looked at; nil for no limit.
    public var limit: Int?
    /// Whether the audit ends when every tag that holds a row by the log was presented; without it, it looks for strangers on.
    public var endsWhenAllAreSeen = true
    /// How often a tag that can't be read is tried while it lies there; at least 1.
    public var tries = 3
    /// The pause between two looks into the field.
    public var pollInterval = Duration.milliseconds(50)
    /// How long a reader that went away is waited for.
    public var readerTimeout = Duration.seconds(30)

    /// Opens tags that the log calls protected, with one try each, and so proves that it was with this password. Without it
    /// one that can't be read is ``AuditVerdict/readProtected``, and one that can't be written counts as protected.
    public var passwords: TagPasswords?

    /// No limit, three tries, no password.
    public init() {}
  }

  /// What was counted so far.
  public private(set) var counts: AuditCounts

  let reader: any TagReader
  let control: WalkControl
  var watch = FieldWatch()
  private let expectation: AuditExpectation
  private let options: Options
  private var seen: [UID: AuditedTag] = [:]
  private var opener: TagOpener?
  private(set) var emit: (AuditEvent) -> Void = { _ in }

  /// Reads the log at `path`, as strictly as a run that resumes it does; a run may be going on.
  public init(
    log path: String, reader: any TagReader, options: Options = Options(), control: WalkControl
  ) throws(JournalError) {
    expectation = try AuditExpectation(log: path)
    counts = AuditCounts(expected: expectation.expected)
    self.reader = reader
    self.options = options
    self.control = control
    opener = options.passwords.map(TagOpener.init)
  }

  /// Looks at tags until all were seen, the limit is reached, or something stops it.
  public func run(_ onEvent: @escaping (AuditEvent) -> Void) -> Ending {
    emit = onEvent
    let ending: Ending
    do throws(WalkInterruption) {
      try loop()
      ending = .complete
    } catch {
      ending = error.ending
    }
    emit(.ended(ending, counts))
    emit = { _ in }
    return ending
  }

  /// The rows of the log whose tags were not presented (yet), in no order.
  public func forEachMissing(_ body: (_ row: Int, _ id: String, _ uid: UID) -> Void) {
    for (uid, state) in expectation.history.tags {
      if case .done(let row, let id, _) = state, seen[uid] == nil { body(row, id, uid) }
    }
  }

  private func loop() throws(WalkInterruption) {
    var next: DetectedTag?
    while !isOver {
      if next == nil {
        emit(.ready(counts))
        next = try awaitTag()
      }
      guard let detected = next else { continue }
      next = nil
      if try ask({ () throws(ReaderError) in try reader.company(of: detected) }) == .some(.another) {
        emit(.severalTags)
        next = try awaitSingle()
        continue
      }
      // What was found stays; a second look would spend a try at the password.
      if let earlier = seen[detected.uid], !earlier.verdict.isUnread {
        emit(.again(earlier))
      } else {
        guard let tag = try examine(detected) else { continue }
        take(tag)
      }
      if !isOver { next = try awaitRemoval(of: detected) }
    }
  }

  // MARK: - One tag

  /// The tag with its verdict; nil where it left before it said anything.
  private func examine(_ detected: DetectedTag) throws(WalkInterruption) -> AuditedTag? {
    let known = expectation.known(detected.uid)
    var found = AuditedTag(
      uid: detected.uid, chip: "", row: known.row, id: known.id, verdict: known.verdict ?? .right)
    var tries = 0
    while true {
      tries += 1
      do throws(TagError) {
        let tag = try TagDetection.identify(detected, over: reader)
        found.chip = tag.chip
        if known.verdict == nil { found.verdict = try judge(tag) }
        return found
      } catch {
        if case .reader(let error) = error {
          try mendReader(error)
          return nil
        }
        // The log's word on a tag stands even if its chip can't be told.
        if tries >= max(1, options.tries) {
          found.verdict = known.verdict ?? .unreadable(error)
          return found
        }
      }
      guard let again = try look(fresh: true, like: detected.technology) else {
        if tries >= max(1, options.tries) - 1 { return nil }
        continue
      }
      if again.uid != detected.uid { return nil }
    }
  }

  /// The verdict on a tag that holds a row by the log: what it holds first, as far as that can be read, then what guards it.
  private func judge(_ tag: any Tag) throws(TagError) -> AuditVerdict {
    let closed = try tag.queryNDEFStatus()
    let isReadable = closed.capacity != nil
    let verdict = isReadable ? try judge(tag, closed: closed, open: closed) : .right
    if case .wrongPayload = verdict { return verdict }
    if expectation.protected.contains(tag.uid) {
      switch try opener?.open(tag, isOurs: false) {
      case .closed: return .otherPassword
      case .open: return try judge(tag, closed: closed, open: try tag.queryNDEFStatus())
      case nil where closed == .notSupported(.readProtected): return .readProtected
      case .nothing, nil: break
      }
    }
    guard isReadable else { throw .unsupported(detail: "no NDEF tag") }
    return verdict
  }

  /// The same from what can be read now.
  ///
  /// - Parameters:
  ///   - tag: the tag, open or not.
  ///   - closed: how it may be written by whoever has no password.
  ///   - open: how it may be written now.
  private func judge(
    _ tag: any Tag, closed: NDEFStatus, open: NDEFStatus
  ) throws(TagError) -> AuditVerdict {
    guard open.capacity != nil else { throw .unsupported(detail: "no NDEF tag") }
    let content = try tag.readNDEF()
    var showsMirror = false
    if let (kind, offset) = expectation.mirror(of: tag.uid, in: content),
      case .message(let octets) = content, let mirroring = tag as? any Mirroring
    {
      // Zeros are a counter too: only the configuration tells that it is on.
      showsMirror = try mirroring.isMirroring(kind, at: offset, inMessageOf: octets.count)
    }
    return expectation.judge(
      tag.uid, content: content, status: closed, isLocked: open.isReadOnly, showsMirror: showsMirror)
  }

  private func take(_ tag: AuditedTag) {
    if !tag.uid.isRandom {
      if let earlier = seen[tag.uid] {
        if tag.verdict.isUnread { return emit(.again(tag)) }
        count(earlier.verdict, -1)
      }
      seen[tag.uid] = tag
    }
    count(tag.verdict, 1)
    emit(.checked(tag, counts))
  }

  private func count(_ verdict: AuditVerdict, _ step: Int) {
    switch verdict {
    case .right: counts.right += step
    case .wrongPayload: counts.wrong += step
    case .notLocked: counts.unlocked += step
    case .notProtected, .otherPassword: counts.unprotected += step
    case .unknown, .randomUID: counts.unknown += step
    case .unfinished, .rejected, .voided: counts.bad += step
    case .unreadable: counts.unreadable += step
    case .readProtected: counts.readProtected += step
    }
  }
}

extension Auditor: FieldWatching {
  var pollInterval: Duration { options.pollInterval }
  var readerTimeout: Duration { options.readerTimeout }

  var isOver: Bool {
    if let limit = options.limit, counts.presented >= limit { return true }
    return options.endsWhenAllAreSeen && counts.missing == 0 && counts.unreadable == 0
  }

  func handleRequests() throws(WalkInterruption) -> Bool {
    var isPaused = false
    while true {
      switch control.takeRequest() {
      case .stop(let reason): throw .stopped(reason: reason)
      case .pause(let on) where on != isPaused:
        isPaused = on
        emit(.paused(on))
      case nil where isPaused: usleep(20_000)
      case nil: return false
      default: break
      }
    }
  }
}
