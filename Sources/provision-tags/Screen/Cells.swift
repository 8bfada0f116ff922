/// Text put into the cells of a canvas.
struct Cells {
  let canvas: Canvas

  private var ellipsis: Unicode.Scalar { canvas.isUnicode ? "…" : "~" }

  /// Cut or filled to the canvas's width.
  func pad(_ text: String) -> String { CellWidth.pad(text, canvas.width, ellipsis: ellipsis) }

  /// In the middle of it.
  func center(_ text: String) -> String { CellWidth.center(text, canvas.width, ellipsis: ellipsis) }

  func paint(_ line: String, _ phase: WalkState.Phase) -> String { attributed(line, phase.attributes) }

  func bold(_ line: String) -> String { attributed(line, "1") }

  func toned(_ line: String, _ tone: WalkState.Tone) -> String {
    switch tone {
    case .plain: line
    case .good: attributed(line, "1;32")
    case .bad: attributed(line, "1;31")
    }
  }

  private func attributed(_ line: String, _ attributes: String) -> String {
    canvas.hasColor ? "\u{1B}[\(attributes)m\(line)\u{1B}[0m" : line
  }

  /// The end of what is being typed, where it is too long for the line.
  func tail(_ text: String) -> String {
    var text = text[...]
    while CellWidth.of(String(text)) > canvas.width - 2 { text = text.dropFirst() }
    return String(text)
  }

  /// Exactly so many lines, broken at spaces where there are any.
  func wrapped(_ text: String, lines count: Int) -> [String] {
    var rest = text[...]
    var lines: [String] = []
    while lines.count < count - 1, CellWidth.of(String(rest)) > canvas.width - 2 {
      var end = rest.startIndex
      var used = 0
      while end < rest.endIndex {
        let width = CellWidth.of(String(rest[end]))
        if used + width > canvas.width - 2 { break }
        used += width
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

  /// Parts side by side, in as many padded lines as they need.
  func flowed(_ parts: [String], separator: String) -> [String] {
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
}
