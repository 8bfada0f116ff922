internal import Provision

/// What a drawing depends on beside the state.
struct Canvas: Equatable, Sendable {
  var width: Int
  var height: Int
  var hasColor: Bool
  /// Whether the terminal takes more than ASCII.
  var isUnicode: Bool
  var words: Language
}

/// Draws the state: a pure function from values to lines, each of exactly the canvas's width, as many as it is high.
func render(_ state: WalkState, on canvas: Canvas) -> [String] {
  Rendering(state: state, canvas: canvas).lines()
}

private struct Rendering {
  let state: WalkState
  let canvas: Canvas

  var words: Language { canvas.words }
  var ellipsis: Unicode.Scalar { canvas.isUnicode ? "…" : "~" }

  func lines() -> [String] {
    if canvas.height < 8 || canvas.width < 24 { return tiny() }
    let below = footer()
    let title = pad(" " + [Visible.text(state.title)].joined())
    let bannerHeight = max(3, min(canvas.height - 1 - below.count, canvas.height * 3 / 5))
    var lines = [title] + banner(bannerHeight)
    let spare = canvas.height - lines.count - below.count
    lines += Array(repeating: pad(""), count: max(0, spare / 2))
    lines += below.prefix(max(0, canvas.height - lines.count))
    lines += Array(repeating: pad(""), count: max(0, canvas.height - lines.count))
    return lines
  }

  // MARK: The parts

  /// Without room for anything else: the state, the row and the count in one line.
  private func tiny() -> [String] {
    guard canvas.height > 0, canvas.width > 0 else { return [] }
    let progress = state.progress
    let line = [word, state.row.map { Visible.text($0.id) }, "\(progress.done)/\(progress.rows)"]
      .compactMap { $0 }.joined(separator: " ")
    return [paint(pad(line))] + Array(repeating: pad(""), count: canvas.height - 1)
  }

  private func footer() -> [String] {
    var lines: [String] = []
    let isLow = canvas.height < 16
    if let row = state.row {
      let payload = Visible.text(EventLine.payload(of: row))
      let label = words.text(.labelRow(id: row.id))
      lines += isLow ? [pad(" \(label)  \(payload)")] : [pad(" " + label), pad(" " + payload)]
    }
    if !isLow { lines.append(pad("")) }
    lines += wrapped(state.last, lines: isLow ? 1 : 2).map { colored(pad(" " + $0), tone: state.tone) }
    if !isLow { lines.append(pad("")) }
    lines.append(progressBar())
    lines += facts()
    if !isLow { lines.append(pad("")) }
    return lines + keys()
  }

  private func progressBar() -> String {
    let progress = state.progress
    let count = words.text(.labelDone(done: progress.done, total: progress.rows))
    let room = canvas.width - CellWidth.of(count) - 5
    guard room >= 8 else { return pad(" " + count) }
    let share = progress.rows > 0 ? min(1, Double(progress.done) / Double(progress.rows)) : 0
    let filled = Int(Double(room) * share)
    let bar =
      String(repeating: canvas.isUnicode ? "█" : "#", count: filled)
      + String(repeating: canvas.isUnicode ? "░" : "-", count: room - filled)
    return pad(" [\(bar)] \(count)")
  }

  /// Rate, time left, rejects, yield: in as many lines as they need, at most two.
  private func facts() -> [String] {
    var parts: [String] = []
    if let perHour = state.perHour { parts.append(words.text(.labelRate(perHour: perHour))) }
    if let left = state.secondsLeft { parts.append(words.text(.labelLeft(time: time(left)))) }
    parts.append(words.text(.labelRejects(count: state.progress.rejected)))
    if let tenths = state.yieldTenths {
      parts.append(words.text(.labelYield(percent: "\(tenths / 10).\(tenths % 10)")))
    }
    if state.progress.skipped > 0 { parts.append(words.text(.labelSkipped(count: state.progress.skipped))) }
    return Array(flowed(parts, separator: "   ").prefix(2))
  }

  private func keys() -> [String] {
    switch state.prompt {
    case .goTo(let typed): return [pad(" " + tail(words.text(.promptGoTo(typed: typed + "_"))))]
    case .pick(let typed) where !typed.isEmpty:
      return [pad(" " + tail(words.text(.promptPick(typed: typed + "_"))))]
    case .redoLocked(let id): return [colored(pad(" " + words.text(.promptRedoLocked(id: id))), tone: .bad)]
    case .scannerIgnored: return [colored(pad(" " + words.text(.scannerIgnored)), tone: .bad)]
    case .none, .pick: break
    }
    guard state.hasKeys else { return [] }
    let pause: Message = state.phase == .paused ? .keyContinue : .keyPause
    let all: [(String, Message)] =
      state.picks
      ? [("^S", .keySkip), ("^R", .keyRedo), ("^P", pause), ("^Q", .keyQuit)]
      : [("s", .keySkip), ("r", .keyRedo), ("p", pause), ("g", .keyGoTo), ("q", .keyQuit)]
    return flowed(all.map { "\($0.0) \(words.text($0.1))" }, separator: "  ")
  }

  // MARK: The large state

  private func banner(_ height: Int) -> [String] {
    let ink: Character = canvas.isUnicode ? "█" : "#"
    let inner = canvas.width - 4
    var content = blockWord(ink: ink, width: inner, height: height - (canvas.hasColor ? 0 : 2)) ?? []
    if content.isEmpty {
      content = picture(ink: ink, width: inner, height: height - (canvas.hasColor ? 0 : 2))
    }
    var lines = content.map { CellWidth.center($0, canvas.width, ellipsis: ellipsis) }
    let top = max(0, height - lines.count) / 2
    lines = Array(repeating: pad(""), count: top) + lines
    lines += Array(repeating: pad(""), count: max(0, height - lines.count))
    if !canvas.hasColor, height >= 3 {
      // Without colour a frame makes the field that the state stands in.
      let rule = String(repeating: canvas.isUnicode ? "━" : "=", count: canvas.width)
      lines[0] = rule
      lines[height - 1] = rule
    }
    return lines.prefix(height).map(paint)
  }

  /// The state in block letters at the largest scale that fits, on one line or a line a word; nil where none fits.
  private func blockWord(ink: Character, width: Int, height: Int) -> [String]? {
    let whole = word
    let parts = whole.split(separator: " ").map(String.init)
    for scale in [4, 3, 2, 1] {
      if BlockLetters.width(whole, scale: scale) <= width, BlockLetters.height * scale <= height {
        return BlockLetters.lines(whole, scale: scale, ink: ink)
      }
      let widest = parts.map { BlockLetters.width($0, scale: scale) }.max() ?? 0
      let total = parts.count * BlockLetters.height * scale + parts.count - 1
      guard parts.count > 1, widest <= width, total <= height else { continue }
      var lines: [String] = []
      for part in parts {
        guard let block = BlockLetters.lines(part, scale: scale, ink: ink) else { return nil }
        if !lines.isEmpty { lines.append("") }
        lines += block.map { CellWidth.pad($0, widest) }
      }
      return lines
    }
    return nil
  }

  /// The state as a picture with its word below, for scripts that have no block letters and for small screens.
  private func picture(ink: Character, width: Int, height: Int) -> [String] {
    let spaced = word.map(String.init).joined(separator: " ")
    let text = CellWidth.of(spaced) <= width ? spaced : word
    for scale in [4, 3, 2, 1] where BlockLetters.height * scale + 2 <= height {
      let width = BlockLetters.width(pictureLetter, scale: scale)
      guard let block = BlockLetters.lines(pictureLetter, scale: scale, ink: ink) else { break }
      return block.map { CellWidth.pad($0, width) } + ["", text]
    }
    return [text]
  }

  private var pictureLetter: String {
    switch state.phase {
    case .place: "v"
    case .pick: "n"
    case .writing, .keep: "ooo"
    case .done, .finished: "c"
    case .problem, .wrongTag, .twoTags, .readerGone: "x"
    case .paused: "p"
    case .stopped: "q"
    }
  }

  private var word: String {
    let message: Message =
      switch state.phase {
      case .place: .statePlace
      case .pick: .statePick
      case .writing: .stateWriting
      case .keep: .stateKeep
      case .done: .stateDone
      case .problem: .stateProblem
      case .twoTags: .stateTwoTags
      case .wrongTag: .stateWrongTag
      case .paused: .statePaused
      case .readerGone: .stateReaderGone
      case .finished: .stateFinished
      case .stopped: .stateStopped
      }
    return words.text(message)
  }

  // MARK: Cells and colours

  private func pad(_ text: String) -> String { CellWidth.pad(text, canvas.width, ellipsis: ellipsis) }

  private func paint(_ line: String) -> String {
    guard canvas.hasColor else { return line }
    let code =
      switch state.phase {
      case .place, .pick: "1;97;44"
      case .writing, .keep: "1;30;43"
      case .done, .finished: "1;30;42"
      case .problem, .twoTags, .wrongTag, .readerGone: "1;97;41"
      case .paused, .stopped: "1;97;45"
      }
    return "\u{1B}[\(code)m\(line)\u{1B}[0m"
  }

  private func colored(_ line: String, tone: WalkState.Tone) -> String {
    guard canvas.hasColor, tone != .plain else { return line }
    return "\u{1B}[\(tone == .good ? "1;32" : "1;31")m\(line)\u{1B}[0m"
  }

  /// The end of what is being typed, where it is too long for the line.
  private func tail(_ text: String) -> String {
    var text = text[...]
    while CellWidth.of(String(text)) > canvas.width - 2 { text = text.dropFirst() }
    return String(text)
  }

  private func wrapped(_ text: String, lines count: Int) -> [String] {
    var rest = text[...]
    var lines: [String] = []
    while lines.count < count - 1, CellWidth.of(String(rest)) > canvas.width - 2 {
      var end = rest.startIndex
      var cells = 0
      while end < rest.endIndex {
        let width = CellWidth.of(String(rest[end]))
        if cells + width > canvas.width - 2 { break }
        cells += width
        end = rest.index(after: end)
      }
      let space = rest[..<end].lastIndex(of: " ")
      let cut = space.map { rest.index(after: $0) } ?? end
      guard cut > rest.startIndex else { break }
      lines.append(String(rest[..<cut]))
      rest = rest[cut...]
    }
    lines.append(String(rest))
    return lines + Array(repeating: "", count: count - lines.count)
  }

  private func flowed(_ parts: [String], separator: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in parts {
      let next = line.isEmpty ? part : line + separator + part
      if !line.isEmpty, CellWidth.of(next) + 2 > canvas.width {
        lines.append(pad(" " + line))
        line = part
      } else {
        line = next
      }
    }
    return lines + [pad(" " + line)]
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 3_600_000).rounded())
    if whole >= 3600 { return words.text(.timeHours(hours: whole / 3600, minutes: whole % 3600 / 60)) }
    if whole >= 60 { return words.text(.timeMinutes(minutes: whole / 60)) }
    return words.text(.timeSeconds(seconds: whole))
  }
}
