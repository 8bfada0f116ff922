/// The large state: its word in block letters where the script has them, else a picture with the word; then what to do.
struct Banner {
  let state: WalkState
  let canvas: Canvas

  private var cells: Cells { Cells(canvas: canvas) }
  private var word: String { canvas.words.text(state.phase.word) }

  /// Exactly as many lines, all in the state's colour.
  func lines(height: Int) -> [String] {
    guard height > 0 else { return [] }
    // Without colour a frame makes the field that the state stands in.
    let hasFrame = !canvas.hasColor && height >= 7
    let room = hasFrame ? height - 2 : height
    var content = block(rows: room) ?? picture(rows: room)
    if let step = state.step {
      let lines = cells.wrapped(canvas.words.text(step), lines: 2).filter { !$0.isEmpty }
      let rows = room - lines.count - 1
      // A smaller word with its step tells more than a larger one without; but the word must be read from afar.
      if let smaller = block(rows: rows) ?? (block(rows: room) == nil ? picture(rows: rows) : nil),
        !smaller.isEmpty
      {
        content = smaller + [""] + lines
      }
    }
    content = Array(content.prefix(room))
    let top = (room - content.count) / 2
    var body = Array(repeating: "", count: top) + content
    body += Array(repeating: "", count: room - body.count)
    var lines = body.map { cells.center($0) }
    if hasFrame {
      let rule = String(repeating: canvas.isUnicode ? "━" : "=", count: canvas.width)
      lines = [rule] + lines + [rule]
    }
    return lines.map { cells.paint($0, state.phase) }
  }

  /// In block letters at the largest scale that fits, on one line or a line a word; nil where none fits.
  private func block(rows: Int) -> [String]? {
    let width = canvas.width - 2
    let whole = word
    let parts = whole.split(separator: " ").map(String.init)
    for style in BlockLetters.Style.all(isUnicode: canvas.isUnicode) {
      if BlockLetters.width(whole, style) <= width, style.rows <= rows {
        return BlockLetters.lines(whole, style, isUnicode: canvas.isUnicode)
      }
      let widest = parts.map { BlockLetters.width($0, style) }.max() ?? 0
      // The lower half of the last row is free in half cells, and parts the lines.
      let gap = style.isHalf ? 0 : 1
      guard parts.count > 1, widest <= width, parts.count * (style.rows + gap) - gap <= rows else { continue }
      var lines: [String] = []
      for part in parts {
        guard let block = BlockLetters.lines(part, style, isUnicode: canvas.isUnicode) else { return nil }
        if !lines.isEmpty { lines += Array(repeating: "", count: gap) }
        lines += block
      }
      return lines
    }
    return nil
  }

  private func picture(rows: Int) -> [String] {
    guard rows > 0 else { return [] }
    let spaced = word.map(String.init).joined(separator: " ")
    let text = CellWidth.of(spaced) <= canvas.width - 2 ? spaced : word
    let picture = state.phase.picture
    for style in BlockLetters.Style.all(isUnicode: canvas.isUnicode) {
      let gap = style.isHalf ? [] : [""]
      guard style.rows + gap.count + 1 <= rows, BlockLetters.width(picture, style) <= canvas.width - 2,
        let block = BlockLetters.lines(picture, style, isUnicode: canvas.isUnicode)
      else { continue }
      return block + gap + [text]
    }
    return [text]
  }
}

extension WalkState.Phase {
  /// Its word.
  var word: Message {
    switch self {
    case .place: .statePlace
    case .pick: .statePick
    case .writing: .stateWriting
    case .keep: .stateKeep
    case .putBack: .statePutBack
    case .done: .stateDone
    case .problem: .stateProblem
    case .twoTags: .stateTwoTags
    case .wrongTag: .stateWrongTag
    case .paused: .statePaused
    case .readerGone: .stateReaderGone
    case .finished: .stateFinished
    case .stopped: .stateStopped
    }
  }

  /// Its picture, among the block letters.
  var picture: String {
    switch self {
    case .place: "v"
    case .pick: "n"
    case .writing, .keep: "ooo"
    case .putBack: "b"
    case .done, .finished: "c"
    case .problem, .wrongTag, .twoTags, .readerGone: "x"
    case .paused: "p"
    case .stopped: "q"
    }
  }

  /// Its attributes (ECMA-48 SGR): blue waits for the operator, yellow works, green is good, red is not, magenta stands.
  var attributes: String {
    switch self {
    case .place, .pick: "1;97;44"
    case .writing, .keep, .putBack: "1;30;43"
    case .done, .finished: "1;30;42"
    case .problem, .twoTags, .wrongTag, .readerGone: "1;97;41"
    case .paused, .stopped: "1;97;45"
    }
  }
}
