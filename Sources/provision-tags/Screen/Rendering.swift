internal import Provision

/// What a drawing depends on beside the state.
struct Canvas: Equatable, Sendable {
  var width: Int
  var height: Int
  var hasColor: Bool
  var words: Language

  /// Whether the terminal takes more than ASCII.
  var isUnicode: Bool { words != .ascii }
}

/// Draws the state: a pure function from values to lines, each of exactly the canvas's width, as many as it is high.
///
/// From above: the state over the whole width in its colour, with what to do next; the row's id; what goes on the tag;
/// the last result; the count; the keys.
func render(_ state: WalkState, on canvas: Canvas) -> [String] {
  Rendering(state: state, canvas: canvas).lines()
}

private struct Rendering {
  let state: WalkState
  let canvas: Canvas

  var words: Language { canvas.words }
  var isLow: Bool { canvas.height < 16 }

  func lines() -> [String] {
    if canvas.height < 8 || canvas.width < 24 { return tiny() }
    let title = isLow ? [] : [cells.pad(" " + words.visible(state.title))]
    let below = Array(footer().prefix(canvas.height - title.count - 3))
    let room = canvas.height - title.count - below.count
    let id = largeID(rows: isLow ? 0 : max(room / 3, min(7, room - 9)))
    let banner = Banner(state: state, canvas: canvas).lines(height: room - id.count)
    return title + banner + id + below
  }

  private var cells: Cells { Cells(canvas: canvas) }

  /// Without room for anything else: the state, the row and the count in one line.
  private func tiny() -> [String] {
    guard canvas.height > 0, canvas.width > 0 else { return [] }
    let progress = state.progress
    let word = words.text(state.phase.word)
    let line = [word, state.row.map { words.visible($0.id) }, "\(progress.done)/\(progress.rows)"]
      .compactMap { $0 }.joined(separator: " ")
    return [cells.paint(cells.pad(line), state.phase)]
      + Array(repeating: cells.pad(""), count: canvas.height - 1)
  }

  /// The row's id in block letters with a line above and below; nothing where there is no room or no such letter.
  private func largeID(rows: Int) -> [String] {
    guard let id = state.row?.id else { return [] }
    // The id's own letters stand in the line below: here capitals are for reading from afar.
    for style in BlockLetters.Style.all(isUnicode: canvas.isUnicode) {
      guard style.rows + 2 <= rows, BlockLetters.width(id, style) <= canvas.width - 2,
        let block = BlockLetters.lines(id.uppercased(), style, isUnicode: canvas.isUnicode)
      else { continue }
      return [cells.pad("")] + block.map { cells.bold(cells.center($0)) } + [cells.pad("")]
    }
    return []
  }

  // MARK: Below

  private func footer() -> [String] {
    var lines: [String] = []
    if let row = state.row {
      let payload = words.visible(EventLine.payload(of: row))
      lines.append(cells.bold(cells.pad(" \(words.text(.labelRow(id: row.id)))  \(payload)")))
    }
    // What went wrong is told to its end on a low screen too; what went well is not.
    var last = cells.wrapped(state.last, lines: isLow && state.tone != .bad ? 1 : 2)
    if isLow, last.last == "" { last.removeLast() }
    lines += last.map { cells.toned(cells.pad(" " + $0), state.tone) }
    return lines + counts() + keys()
  }

  /// The bar where there is room for it; count, rate, time left, rejects, yield.
  private func counts() -> [String] {
    let progress = state.progress
    let count = words.text(.labelDone(done: progress.done, total: progress.rows))
    var parts: [String] = isLow ? [count] : []
    if let perHour = state.perHour { parts.append(words.text(.labelRate(perHour: perHour))) }
    if let left = state.secondsLeft { parts.append(words.text(.labelLeft(time: time(left)))) }
    parts.append(words.text(.labelRejects(count: progress.rejected)))
    if let tenths = state.yieldTenths {
      parts.append(words.text(.labelYield(percent: "\(tenths / 10).\(tenths % 10)")))
    }
    if progress.skipped > 0 { parts.append(words.text(.labelSkipped(count: progress.skipped))) }
    return (isLow ? [] : [bar(count)]) + cells.flowed(parts, separator: isLow ? "  " : "   ").prefix(2)
  }

  private func bar(_ count: String) -> String {
    let room = canvas.width - CellWidth.of(count) - 5
    guard room >= 8 else { return cells.pad(" " + count) }
    let progress = state.progress
    let share = progress.rows > 0 ? min(1, Double(max(0, progress.done)) / Double(progress.rows)) : 0
    let filled = Int(Double(room) * share)
    let bar =
      String(repeating: canvas.isUnicode ? "█" : "#", count: filled)
      + String(repeating: canvas.isUnicode ? "░" : "-", count: room - filled)
    return cells.pad(" [\(bar)] \(count)")
  }

  private func keys() -> [String] {
    switch state.prompt {
    case .goTo(let typed): return [cells.pad(" " + cells.tail(words.text(.promptGoTo(typed: typed + "_"))))]
    case .pick(let typed) where !typed.isEmpty:
      return [cells.pad(" " + cells.tail(words.text(.promptPick(typed: typed + "_"))))]
    case .redoLocked(let id): return warning(.promptRedoLocked(id: id))
    case .scannerIgnored: return warning(.scannerIgnored)
    case .none, .pick: break
    }
    guard state.hasKeys else { return [] }
    let names = KeyNames.text(picks: state.picks, isPaused: state.phase == .paused, in: words)
    return cells.flowed(names, separator: isLow ? " " : "   ")
  }

  private func warning(_ message: Message) -> [String] {
    cells.wrapped(words.text(message), lines: 2).filter { !$0.isEmpty }
      .map { cells.toned(cells.pad(" " + $0), .bad) }
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 3_600_000).rounded())
    if whole >= 3600 { return words.text(.timeHours(hours: whole / 3600, minutes: whole % 3600 / 60)) }
    if whole >= 60 { return words.text(.timeMinutes(minutes: whole / 60)) }
    return words.text(.timeSeconds(seconds: whole))
  }
}
