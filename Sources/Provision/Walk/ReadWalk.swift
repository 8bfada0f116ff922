/// The job of `read`: what is on each tag that is presented. Writes nothing.
public final class ReadWalk: TagJob {
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

  /// Reads tag after tag until the limit, or until it is stopped.
  public func run(_ onEvent: @escaping (TagJobEvent) -> Void) -> Ending {
    self.onEvent = onEvent
    let ending = walk()
    emit(.ended(ending, done: done))
    return ending
  }

  func emit(_ event: TagJobEvent) { onEvent(event) }

  func serve(_ detected: DetectedTag) throws(WalkInterruption) -> Walk.Visit {
    do throws(TagError) {
      let tag = try TagDetection.identify(detected, over: reader)
      _ = try opener?.open(tag, isOurs: false)
      let report = try TagReport(reading: tag)
      tries.forget(detected.uid)
      done += 1
      emit(.read(report))
      return .finished
    } catch {
      if case .reader(let error) = error {
        try mendReader(error)
        return .again
      }
      guard tries.fail(detected.uid) >= options.retries else { return .again }
      tries.forget(detected.uid)
      let hand = WalkEvent.TagInHand(uid: detected.uid, chip: "", capacity: nil)
      emit(error == .lost ? .refused(hand, .unreadable) : .failed(hand, AttemptError.tag(error).failure))
      return .refused
    }
  }
}
