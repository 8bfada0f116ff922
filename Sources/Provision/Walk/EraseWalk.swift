/// The job of `erase`: makes each tag that is presented blank, formatting it where that is needed, and proves it.
///
/// Asks nobody: what it does to a tag's message can't be taken back, and the caller has made sure that this is wanted.
public final class EraseWalk: TagJob {
  let reader: any TagReader
  let control: WalkControl
  let options: TagJobOptions
  var watch = FieldWatch()
  private(set) var done = 0
  private var opener: TagOpener?
  private var tries = TagTries()
  private var onEvent: (TagJobEvent) -> Void = { _ in }

  /// Prepares the job.
  public init(reader: any TagReader, options: TagJobOptions = TagJobOptions(), control: WalkControl) {
    self.reader = reader
    self.control = control
    self.options = options
    opener = options.passwords.map(TagOpener.init)
  }

  /// Erases tag after tag until the limit, or until it is stopped.
  public func run(_ onEvent: @escaping (TagJobEvent) -> Void) -> Ending {
    self.onEvent = onEvent
    let ending = walk()
    emit(.ended(ending, done: done))
    return ending
  }

  func emit(_ event: TagJobEvent) { onEvent(event) }

  func serve(_ detected: DetectedTag) throws(WalkInterruption) -> Walk.Visit {
    var hand = WalkEvent.TagInHand(uid: detected.uid, chip: "", capacity: nil)
    do throws(AttemptError) {
      if let refusal = try erase(detected, &hand) {
        emit(.refused(hand, refusal))
        return .refused
      }
      tries.forget(detected.uid)
      done += 1
      emit(.erased(hand))
      return .finished
    } catch {
      if case .reader(let error) = error {
        try mendReader(error)
        return .again
      }
      let times = tries.fail(detected.uid)
      guard times >= options.retries else {
        emit(.retrying(hand, attempt: times, failure: error.failure))
        return .again
      }
      tries.forget(detected.uid)
      emit(.failed(hand, error.failure))
      return .refused
    }
  }

  /// Writes the empty message and compares after a fresh selection; what stands against it is returned before anything
  /// is written.
  private func erase(
    _ detected: DetectedTag, _ hand: inout WalkEvent.TagInHand
  ) throws(AttemptError) -> Refusal? {
    let octets = NDEFMessage.empty.encoded()
    do throws(TagError) {
      let tag = try TagDetection.identify(detected, over: reader)
      hand.chip = tag.chip
      let guarding = try opener?.open(tag, isOurs: false) ?? .nothing
      hand.capacity = try tag.queryNDEFStatus().capacity
      switch try tag.refusal(forWriting: octets) {
      case nil: break
      case .notSupported(let reason): return .notSupported(reason)
      case .readOnly(let reason): return .readOnly(reason)
      case .tooSmall(let needed, let capacity): return .tooSmall(needed: needed, capacity: capacity)
      }
      try tag.writeNDEF(octets)
      try selectAnew(detected)
      if guarding == .open, let tag = tag as? any PasswordProtecting {
        try options.passwords?.authenticate(tag)
      }
      try tag.verifyNDEF(octets)
      return nil
    } catch {
      if case .reader(let error) = error { throw .reader(error) }
      throw .tag(error)
    }
  }

  /// A tag that makes up its UID at each power-up is selected anew without one.
  private func selectAnew(_ detected: DetectedTag) throws(TagError) {
    let isThere: Bool
    do throws(ReaderError) {
      isThere =
        try detected.uid.isRandom
        ? reader.company(of: detected) == .none
        : reader.freshSelection(like: detected.technology)?.uid == detected.uid
    } catch {
      throw .reader(error)
    }
    guard isThere else { throw .lost }
  }
}
