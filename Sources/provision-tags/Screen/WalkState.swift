internal import Provision

/// Everything that the screen shows, as values. Built from events; knows no terminal.
struct WalkState: Sendable {
  /// The large state.
  enum Phase: Equatable, Sendable {
    case place, pick, writing, keep, putBack, done, problem, twoTags, wrongTag, paused, readerGone, finished,
      stopped
  }

  /// How the last line is meant.
  enum Tone: Equatable, Sendable { case plain, good, bad }

  var title: String
  var phase = Phase.place
  /// What to do next, in plain words; nil where nothing is to be done.
  var step: Message?
  var row: WalkEvent.RowInHand?
  var progress = WalkEvent.Progress(rows: 0, done: 0, skipped: 0, rejected: 0, doneNow: 0)
  /// What happened last, in words.
  var last = ""
  var tone = Tone.plain
  var prompt = Prompt.none
  /// Whether ids are typed or scanned, so that letters are no commands.
  var picks: Bool
  var hasKeys: Bool
  /// Seconds since the start, without pauses.
  var seconds: Double = 0

  private var previous = ""
  private var previousTone = Tone.plain
  /// What a pause or a lost reader broke off.
  private var interrupted: (phase: Phase, step: Message?)?

  init(title: String, picks: Bool, hasKeys: Bool) {
    self.title = title
    self.picks = picks
    self.hasKeys = hasKeys
  }

  /// Tags an hour, once there is something to tell from.
  var perHour: Int? {
    guard progress.doneNow >= 1, seconds >= 1 else { return nil }
    return Int((Double(progress.doneNow) * 3600 / seconds).rounded())
  }

  /// The seconds that the rest will take at this rate.
  var secondsLeft: Double? {
    let left = max(0, progress.rows - progress.done - progress.skipped)
    guard let perHour, perHour > 0 else { return nil }
    return Double(left) * 3600 / Double(perHour)
  }

  /// Good tags of all that were begun, in tenths of a percent.
  var yieldTenths: Int? {
    let total = progress.done + progress.rejected
    return total > 0 ? progress.done * 1000 / total : nil
  }

  /// Takes an event in.
  mutating func apply(_ event: WalkEvent, in words: Language) {
    switch event {
    case .ready(let row, let progress):
      self.row = row
      self.progress = progress
      enter(.place, .stepPlace)
    case .readyForAnyTag(let progress):
      row = nil
      self.progress = progress
      enter(.place, .stepAnyTag)
    case .readyForPick(let progress):
      row = nil
      self.progress = progress
      enter(.pick, .stepPick)
    case .detected: tell(event, .plain, in: words)
    case .refused(_, let refusal):
      tell(event, .bad, in: words)
      enter(refusal == .severalTags ? .twoTags : .wrongTag, refusal.step)
    case .writing(let row, _, _):
      self.row = row
      tell(event, .plain, in: words)
      enter(.writing, .stepWriting)
    case .retrying(let row, let tag, _, let failure):
      self.row = row
      tell(event, .bad, in: words)
      enter(
        failure.tagIsAway ? .putBack : .keep,
        failure.tagIsAway ? .stepPutBack(id: row.id, uid: tag.uid.description) : .stepKeep)
    case .done(let row, _, _, let progress):
      self.row = row
      self.progress = progress
      tell(event, .good, in: words)
      enter(.done, .stepDone)
    case .rejected(let row, _, _, _, let progress):
      self.row = row ?? self.row
      self.progress = progress
      tell(event, .bad, in: words)
      enter(.problem, .stepAside)
    // The result before it says more.
    case .removed: restoreLast()
    case .skipped(_, let progress):
      self.progress = progress
      tell(event, .plain, in: words)
    case .voided: tell(event, .plain, in: words)
    case .paused(true):
      tell(event, .plain, in: words)
      interrupt(.paused, hasKeys ? .stepPaused(key: picks ? "^P" : "p") : nil)
    case .paused(false), .readerBack:
      tell(event, .plain, in: words)
      goOn()
    case .requestRefused: tell(event, .bad, in: words)
    case .readerLost:
      tell(event, .bad, in: words)
      interrupt(.readerGone, .stepReader)
    case .ended(let ending, let progress):
      self.progress = progress
      tell(event, .plain, in: words)
      enter(ending.phase, nil)
    }
  }

  private mutating func enter(_ phase: Phase, _ step: Message?) {
    self.phase = phase
    self.step = step
    interrupted = nil
  }

  private mutating func interrupt(_ phase: Phase, _ step: Message?) {
    let before = interrupted ?? (self.phase, self.step)
    enter(phase, step)
    interrupted = before
  }

  private mutating func goOn() {
    guard let before = interrupted else { return }
    // A tag that was being written when the reader went is looked for again.
    let isCutShort = phase == .readerGone && before.phase == .writing
    enter(isCutShort ? .keep : before.phase, isCutShort ? .stepKeep : before.step)
  }

  private mutating func tell(_ event: WalkEvent, _ tone: Tone, in words: Language) {
    if let line = EventLine.text(event, in: words) { last = line }
    self.tone = tone
    previous = last
    previousTone = tone
  }

  private mutating func restoreLast() {
    last = previous
    tone = previousTone
  }
}

extension Refusal {
  /// What to do with a tag that is not taken.
  var step: Message {
    switch self {
    case .severalTags: .stepOneTag
    case .alreadyUsed(_, _, blank: false): .stepUsed
    case .alreadyUsed(_, _, blank: true), .alreadyRejected: .stepAside
    case .noRowPicked: .stepPick
    case .unreadable: .stepAgain
    default: .stepOther
    }
  }
}

extension Failure {
  /// Whether the tag has to be put back before it can be tried again.
  var tagIsAway: Bool {
    switch self {
    case .tagLost, .otherTag: true
    default: false
    }
  }
}

extension Ending {
  fileprivate var phase: WalkState.Phase {
    switch self {
    case .complete, .incomplete: .finished
    case .stopped: .stopped
    default: .problem
    }
  }
}
