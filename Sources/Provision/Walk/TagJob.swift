/// What can be told of a job that has no rows, in the order in which it happens.
public enum TagJobEvent: Equatable, Sendable {
  /// The job waits for a tag; `done` tags were served.
  case ready(done: Int)
  /// A tag was read.
  case read(TagReport)
  /// A tag was made blank, and that was verified.
  case erased(WalkEvent.TagInHand)
  /// The tag in the field is not taken.
  case refused(WalkEvent.TagInHand?, Refusal)
  /// The try failed; the same tag is tried again, and may be put back.
  case retrying(WalkEvent.TagInHand, attempt: Int, failure: Failure)
  /// The tag was given up.
  case failed(WalkEvent.TagInHand, Failure)
  /// The tag left the field.
  case removed(UID)
  /// The reader went away; the job waits for it.
  case readerLost(ReaderError)
  /// The reader is back.
  case readerBack(name: String)
  /// The job is over; `done` tags were served.
  case ended(Ending, done: Int)
}

/// What a job without rows may do.
public struct TagJobOptions: Equatable, Sendable {
  /// How many tags; nil goes on until it is stopped.
  public var limit: Int?
  /// Tries at one tag before it is given up; at least 1.
  public var retries = 3
  /// Passwords for tags that are protected; nil for none.
  public var passwords: TagPasswords?
  /// The pause between two looks into the field.
  public var pollInterval = Duration.milliseconds(50)
  /// How long to wait for a reader that went away.
  public var readerTimeout = Duration.seconds(30)

  /// No limit, no passwords.
  public init() {}
}

/// A job over tags without rows: the loop that reading and erasing share.
protocol TagJob: FieldWatching {
  var options: TagJobOptions { get }
  var done: Int { get }
  func emit(_ event: TagJobEvent)
  /// One presentation of one tag that lies alone.
  func serve(_ detected: DetectedTag) throws(WalkInterruption) -> Walk.Visit
}

extension TagJob {
  var pollInterval: Duration { options.pollInterval }
  var readerTimeout: Duration { options.readerTimeout }
  var isOver: Bool { options.limit.map { done >= $0 } ?? false }

  func tell(_ event: WalkEvent) {
    switch event {
    case .removed(let uid): emit(.removed(uid))
    case .readerLost(let error): emit(.readerLost(error))
    case .readerBack(let name): emit(.readerBack(name: name))
    default: break
    }
  }

  /// There is nothing that could be asked of it but to stop.
  func handleRequests() throws(WalkInterruption) -> Bool {
    while let request = control.takeRequest() {
      if case .stop(let reason) = request { throw .stopped(reason: reason) }
    }
    return false
  }

  func walk() -> Ending {
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
}

/// How often a job without rows tried at each tag.
struct TagTries {
  private var failures: [UID: Int] = [:]

  /// Counts a failure; the number of failures so far.
  mutating func fail(_ uid: UID) -> Int {
    failures[uid, default: 0] += 1
    return failures[uid] ?? 1
  }

  mutating func forget(_ uid: UID) { failures[uid] = nil }
}
