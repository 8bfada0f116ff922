internal import Glibc
internal import Provision
internal import Synchronization

/// The live screen: one large state, drawn over the whole terminal, changed lines only.
///
/// It lives on the alternate screen, so that no frame is ever left in the scroll-back; what is to stay, the result of
/// the run, is printed below the command line when it closes.
struct TerminalScreen: Screen {
  private let words: Language
  private let hasColor: Bool
  private var state: WalkState
  private var drawn: [String] = []
  private var size = (columns: 0, rows: 0)
  private var lastLines: [String] = []
  private var clock = WalkClock()

  init(title: String, words: Language, environment: [String: String], picks: Bool, hasKeys: Bool) {
    self.words = words
    hasColor = (environment["NO_COLOR"] ?? "").isEmpty
    state = WalkState(title: title, picks: picks, hasKeys: hasKeys)
    Terminal.takeScreen()
    draw()
  }

  mutating func show(_ event: WalkEvent) -> Bool {
    switch event {
    case .paused(let isPaused): clock.run(!isPaused)
    case .readerLost: clock.run(false)
    case .readerBack: clock.run(true)
    case .ended:
      if let line = EventLine.text(event, in: words) { lastLines.append(line) }
    default: break
    }
    state.apply(event, in: words)
    draw()
    // A terminal that went away sends a signal.
    return true
  }

  mutating func show(_ prompt: Prompt) {
    state.prompt = prompt
    draw()
  }

  mutating func refresh() {
    if Signals.redraw.exchange(false, ordering: .acquiringAndReleasing) { drawn = [] }
    draw()
  }

  mutating func takeBack() {
    Terminal.takeScreen()
    drawn = []
    draw()
  }

  mutating func close() {
    Terminal.restore()
    for line in lastLines { Output.line(line) }
  }

  private mutating func draw() {
    // Given back to the shell while the program is stopped or in the background.
    guard Terminal.hasScreen else { return }
    state.seconds = clock.seconds
    let now = Terminal.size()
    if now != size {
      size = now
      drawn = []
    }
    let canvas = Canvas(width: now.columns, height: now.rows, hasColor: hasColor, words: words)
    let lines = render(state, on: canvas)
    // One write a frame, and only of what changed: a terminal shows no half frame, and nothing flickers.
    var frame = drawn.isEmpty ? "\u{1B}[0m\u{1B}[2J" : ""
    for (index, line) in lines.enumerated() where index >= drawn.count || drawn[index] != line {
      // Erased first: a terminal that counts a character narrower than we do would leave old cells at the end.
      frame += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)"
    }
    drawn = lines
    if !frame.isEmpty { Output.write(frame, to: STDOUT_FILENO) }
  }
}

/// Time that counts for the rate: a pause does not.
struct WalkClock: Sendable {
  private var counted = Duration.zero
  private var since: ContinuousClock.Instant? = .now

  /// Runs or stands still from now on.
  mutating func run(_ runs: Bool) {
    if runs {
      since = since ?? .now
    } else if let start = since {
      counted += .now - start
      since = nil
    }
  }

  /// The seconds that counted so far.
  var seconds: Double {
    let total = counted + (since.map { .now - $0 } ?? .zero)
    return Double(total.components.seconds) + Double(total.components.attoseconds) / 1e18
  }
}
