internal import Glibc
internal import Provision

/// One whole line an event, without escape sequences: for pipes, `TERM=dumb` and screen readers.
struct PlainScreen: Screen {
  let words: Language

  init(words: Language, picks: Bool, hasKeys: Bool) {
    self.words = words
    guard hasKeys else { return }
    Output.line(
      words.text(
        .keysAre(keys: KeyNames.text(picks: picks, isPaused: false, in: words).joined(separator: ", "))))
  }

  mutating func show(_ event: WalkEvent) -> Bool {
    guard let line = EventLine.text(event, in: words) else { return true }
    var text = line
    switch event {
    case .done(_, _, _, let progress), .skipped(_, let progress), .rejected(_, _, _, _, let progress):
      text += " (" + words.text(.labelDone(done: progress.done, total: progress.rows)) + ")"
    // These say it themselves.
    case .refused(_, .severalTags), .refused(_, .noRowPicked), .refused(_, .unreadable): break
    case .refused(_, let refusal): text += "; " + words.text(refusal.step)
    default: break
    }
    return Output.line(text)
  }

  mutating func show(_ prompt: Prompt) {
    switch prompt {
    // Every key stroke as a line would be noise to a screen reader; the result is told as an event.
    case .goTo(typed: ""): Output.line(words.text(.promptGoTo(typed: "")))
    case .none, .goTo, .pick: return
    case .redoLocked(let id): Output.line(words.text(.promptRedoLocked(id: id)))
    case .scannerIgnored: Output.line(words.text(.scannerIgnored))
    }
  }
}

/// The keys with what they do.
enum KeyNames {
  static func text(picks: Bool, isPaused: Bool, in words: Language) -> [String] {
    let pause: Message = isPaused ? .keyContinue : .keyPause
    let all: [(String, Message)] =
      picks
      ? [("^S", .keySkip), ("^R", .keyRedo), ("^P", pause), ("^Q", .keyQuit)]
      : [("s", .keySkip), ("r", .keyRedo), ("p", pause), ("g", .keyGoTo), ("q", .keyQuit)]
    return all.map { "\($0.0) \(words.text($0.1))" }
  }
}
