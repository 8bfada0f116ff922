/// A job without rows: the same for each tag that is presented, one after another, until a limit or a stop.
public final class TagJob {
  /// What is done to each tag.
  public enum Work: Equatable, Sendable {
    /// What is on it is told; nothing is written.
    case read
    /// It is made blank, formatted where that is needed, and that is proved. Asks nobody: what it does to a tag's message
    /// can't be taken back, and the caller has made sure that this is wanted.
    case erase
  }

  let reader: any TagReader
  let control: WalkControl
  let options: TagJobOptions
  var watch = FieldWatch()
  private let work: Work
  private var done = 0
  private var opener: TagOpener?
  private var tries = TagTries()
  private(set) var emit: (TagJobEvent) -> Void = { _ in }

  /// Prepares the job.
  public init(
    _ work: Work, reader: any TagReader, options: TagJobOptions = TagJobOptions(), control: WalkControl
  ) {
    self.work = work
    self.reader = reader
    self.control = control
    self.options = options
    opener = options.passwords.map(TagOpener.init)
  }

  /// Serves tag after tag until the limit, or until it is stopped.
  public func run(_ onEvent: @escaping (TagJobEvent) -> Void) -> Ending {
    emit = onEvent
    defer { emit = { _ in } }
    let ending = walk()
    emit(.ended(ending, done: done))
    return ending
  }

  private func walk() -> Ending {
    do throws(WalkInterruption) {
      var served = -1
      while !isOver {
        if served != done { emit(.ready(done: done)) }
        served = done
        guard let detected = try awaitTag() else { continue }
        try visitUntilGone(detected)
      }
      return .complete
    } catch {
      return error.ending
    }
  }

  private func visitUntilGone(_ first: DetectedTag) throws(WalkInterruption) {
    var next: DetectedTag? = first
    while let detected = next {
      next = nil
      switch try visit(detected) {
      case .again: watch.looks = 0
      case .several: next = try awaitSingle()
      case .finished, .refused, .waitsForPick: next = isOver ? nil : try awaitRemoval(of: detected)
      }
    }
  }

  private func visit(_ detected: DetectedTag) throws(WalkInterruption) -> Walk.Visit {
    switch try ask({ () throws(ReaderError) in try reader.company(of: detected) }) {
    case .some(.none): return try serve(detected)
    case .some(.another):
      emit(.refused(nil, .severalTags))
      return .several
    case .some(.gone), nil: return .again
    }
  }

  /// One presentation of one tag that lies alone.
  private func serve(_ detected: DetectedTag) throws(WalkInterruption) -> Walk.Visit {
    var hand = WalkEvent.TagInHand(uid: detected.uid, chip: "", capacity: nil)
    let failure: TagError
    do throws(TagError) {
      let event =
        switch work {
        case .read: TagJobEvent.read(try read(detected))
        case .erase: try erase(detected, &hand)
        }
      tries.forget(detected.uid)
      if case .refused = event {
        emit(event)
        return .refused
      }
      done += 1
      emit(event)
      return .finished
    } catch {
      failure = error
    }
    if case .reader(let error) = failure {
      try mendReader(error)
      return .again
    }
    let told = AttemptError.tag(failure).failure
    let times = tries.fail(detected.uid)
    guard times >= options.retries else {
      if work != .read { emit(.retrying(hand, attempt: times, failure: told)) }
      return .again
    }
    tries.forget(detected.uid)
    emit(work == .read && failure == .lost ? .refused(hand, .unreadable) : .failed(hand, told))
    return .refused
  }

  private func read(_ detected: DetectedTag) throws(TagError) -> TagReport {
    let tag = try TagDetection.identify(detected, over: reader)
    _ = try opener?.open(tag, isOurs: false)
    return try TagReport(reading: tag)
  }

  /// Writes the empty message and compares after a fresh selection; what stands against it is told before anything
  /// is written.
  private func erase(
    _ detected: DetectedTag, _ hand: inout WalkEvent.TagInHand
  ) throws(TagError) -> TagJobEvent {
    let octets = NDEFMessage.empty.encoded()
    let tag = try TagDetection.identify(detected, over: reader)
    hand.chip = tag.chip
    let guarding = try opener?.open(tag, isOurs: false) ?? .nothing
    hand.capacity = try tag.queryNDEFStatus().capacity
    switch try tag.refusal(forWriting: octets) {
    case nil: break
    case .notSupported(let reason): return .refused(hand, .notSupported(reason))
    case .readOnly(let reason): return .refused(hand, .readOnly(reason))
    case .tooSmall(let needed, let capacity):
      return .refused(hand, .tooSmall(needed: needed, capacity: capacity))
    }
    try tag.writeNDEF(octets)
    let answering: UID?
    do throws(ReaderError) { answering = try reader.selectAnew(detected) } catch { throw .reader(error) }
    guard answering == detected.uid else { throw .lost }
    if guarding == .open, let tag = tag as? any PasswordProtecting {
      try options.passwords?.authenticate(tag)
    }
    try tag.verifyNDEF(octets)
    return .erased(hand)
  }
}

extension TagJob: FieldWatching {
  var pollInterval: Duration { options.pollInterval }
  var readerTimeout: Duration { options.readerTimeout }
  var isOver: Bool { options.limit.map { done >= $0 } ?? false }

  /// There is nothing that could be asked of it but to stop.
  func handleRequests() throws(WalkInterruption) -> Bool {
    while let request = control.takeRequest() {
      if case .stop(let reason) = request { throw .stopped(reason: reason) }
    }
    return false
  }
}
