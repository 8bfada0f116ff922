internal import Glibc
internal import Provision

/// One whole line an event, without escape sequences: for pipes, `TERM=dumb` and screen readers.
struct PlainScreen: Screen {
  let words: Language

  mutating func show(_ event: WalkEvent) {
    guard let line = EventLine.text(event, in: words) else { return }
    var text = line
    switch event {
    case .done(_, _, _, let progress), .skipped(_, let progress), .rejected(_, _, _, _, let progress):
      text += " (" + words.text(.labelDone(done: progress.done, total: progress.rows)) + ")"
    default: break
    }
    Output.line(text)
  }

  mutating func show(_ prompt: Prompt) {
    switch prompt {
    // Every key stroke as a line would be noise to a screen reader; the result is told as an event.
    case .none, .goTo, .pick: return
    case .redoLocked(let id): Output.line(words.text(.promptRedoLocked(id: id)))
    case .scannerIgnored: Output.line(words.text(.scannerIgnored))
    }
  }
}
