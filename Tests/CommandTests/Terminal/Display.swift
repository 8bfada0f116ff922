@testable import provision_tags

/// What a terminal shows after these bytes. It knows only the sequences that this program may send; all others, and all
/// other control characters, are kept as faults: nothing from a manifest or a tag may get here raw.
struct Display {
  private(set) var lines: [[Character]]
  private(set) var faults: [String] = []
  private(set) var bells = 0
  private(set) var isAlternate = false
  private(set) var showsCursor = true
  private(set) var hasAttributes = false
  /// Whether the cursor was ever moved.
  private(set) var moved = false
  private var row = 0
  private var column = 0

  init(_ bytes: [UInt8], columns: Int = 80, rows: Int = 24) {
    lines = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: escape(&scalars)
      case 0x07: bells += 1
      case 0x0D: column = 0
      case 0x0A: newLine()
      case 0..<0x20, 0x7F...0x9F: faults.append("control \(scalar.value)")
      default: put(scalar)
      }
    }
  }

  /// The second half of a wide character takes no room in a text.
  var text: String { lines.map { String($0.filter { $0 != Self.wideTail }) }.joined(separator: "\n") }
  private static let wideTail: Character = "\u{200B}"

  /// Letters apart from each other, as pictures have them, brought together.
  func says(_ text: String) -> Bool {
    self.text.replacing(" ", with: "").contains(text.replacing(" ", with: ""))
  }

  private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    guard rest.popFirst() == "[" else {
      faults.append("escape without [")
      return
    }
    var parameters = ""
    while let scalar = rest.popFirst() {
      guard (0x40...0x7E).contains(scalar.value) else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      switch (scalar, parameters) {
      case ("m", _): hasAttributes = parameters != "0" && !parameters.isEmpty || hasAttributes
      case ("H", _):
        let place = parameters.split(separator: ";").compactMap { Int($0) }
        guard place.count == 2, place[0] >= 1, place[0] <= lines.count else {
          faults.append("to \(parameters)")
          return
        }
        (row, column) = (place[0] - 1, place[1] - 1)
        moved = true
      case ("J", "2"): lines = lines.map { $0.map { _ in " " } }
      case ("K", "2"): lines[row] = lines[row].map { _ in " " }
      case ("h", "?1049"), ("l", "?1049"): isAlternate = scalar == "h"
      case ("h", "?25"), ("l", "?25"): showsCursor = scalar == "h"
      default: faults.append("sequence \(parameters)\(scalar)")
      }
      return
    }
  }

  private mutating func newLine() {
    if row + 1 < lines.count {
      row += 1
    } else {
      lines.removeFirst()
      lines.append(lines[0].map { _ in " " })
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = CellWidth.of(scalar)
    if width == 0 { return }
    if column + width > lines[row].count {
      if isAlternate {
        faults.append("line \(row + 1) is too wide")
        return
      }
      column = 0
      newLine()
    }
    lines[row][column] = Character(scalar)
    if width == 2 { lines[row][column + 1] = Self.wideTail }
    column += width
  }
}
