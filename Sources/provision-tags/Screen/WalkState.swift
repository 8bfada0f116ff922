internal import Provision

/// Everything that the screen shows, as values. Built from events; knows no terminal.
struct WalkState: Sendable {
  /// The large state.
  enum Phase: Equatable, Sendable {
    case place, pick, writing, keep, done, problem, twoTags, wrongTag, paused, readerGone, finished, stopped
  }

  /// How the last line is meant.
  enum Tone: Equatable, Sendable { case plain, good, bad }

  var title: String
  var phase = Phase.place
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
    if let line = EventLine.text(event, in: words) { last = line }
    tone = .plain
    switch event {
    case .ready(let row, let progress):
      phase = .place
      self.row = row
      self.progress = progress
      last = previous
      tone = previousTone
      return
    case .readyForAnyTag(let progress), .readyForPick(let progress):
      phase = event == .readyForPick(progress) ? .pick : .place
      row = nil
      self.progress = progress
      last = previous
      tone = previousTone
      return
    case .detected: break
    case .refused(_, let refusal):
      phase = refusal == .severalTags ? .twoTags : .wrongTag
      tone = .bad
    case .writing(let row, _, _):
      phase = .writing
      self.row = row
    case .retrying(let row, _, _, _):
      phase = .keep
      self.row = row
      tone = .bad
    case .done(let row, _, _, let progress):
      phase = .done
      self.row = row
      self.progress = progress
      tone = .good
    case .rejected(let row, _, _, _, let progress):
      phase = .problem
      self.row = row ?? self.row
      self.progress = progress
      tone = .bad
    case .removed:
      last = previous
      tone = previousTone
    case .skipped(_, let progress): self.progress = progress
    case .voided: break
    case .paused(let isPaused): phase = isPaused ? .paused : .place
    case .requestRefused: tone = .bad
    case .readerLost:
      phase = .readerGone
      tone = .bad
    case .readerBack: phase = .place
    case .ended(let ending, let progress):
      self.progress = progress
      switch ending {
      case .complete, .incomplete: phase = .finished
      case .stopped: phase = .stopped
      default: phase = .problem
      }
    }
    previous = last
    previousTone = tone
  }

  private var previous = ""
  private var previousTone = Tone.plain

  init(title: String, picks: Bool, hasKeys: Bool) {
    self.title = title
    self.picks = picks
    self.hasKeys = hasKeys
  }
}
