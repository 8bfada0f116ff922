internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A table of `docs/chips.md`: a chip in every state it can be presented in, through libnfc, and what came of it, in a word.
protocol StateMatrix {
  associatedtype Cell: CaseIterable, Hashable, RawRepresentable<String>

  /// The cell that a row's figures are taken from.
  static var blank: Cell { get }
  /// The cell that is proved by what is on the tag in the middle of the write.
  static var torn: Cell { get }

  var chip: String { get }
  /// One that is new; the same each time.
  func tag() throws -> any VirtualTag
  /// Brings tag and run into the cell's state; false where the chip has none such.
  func prepare(_ cell: Cell, _ tag: inout any VirtualTag, _ bench: inout WalkBench) throws -> Bool
  /// Whether a tag that was told to be finished holds the row's message, as somebody sees it who shares no code with the
  /// library.
  func holdsMessage(_ cell: Cell, _ record: VirtualField.Record) throws -> Bool
}

/// One chip's row.
struct StateRow<Cell: CaseIterable & Hashable & RawRepresentable<String>> {
  var chip: String
  var found = ""
  var capacity = 0
  var cells: [Cell: String] = [:]
  /// Exchanges, selections not counted, that writing and verifying a URL of 29 bytes took on a blank tag.
  var exchanges = 0

  var markdown: String {
    "| \(chip) | \(found) | \(capacity) | "
      + Cell.allCases.map { cells[$0] ?? "" }.joined(separator: " | ") + " | \(exchanges) |"
  }
}

extension StateMatrix {
  static var heading: String {
    "| chip | told as | bytes | " + Cell.allCases.map(\.rawValue).joined(separator: " | ")
      + " | exchanges |\n|---|---|---|" + String(repeating: "---|", count: Cell.allCases.count + 1)
  }

  func row() throws -> StateRow<Cell> {
    var row = StateRow<Cell>(chip: chip)
    for cell in Cell.allCases {
      guard cell != Self.torn else {
        row.cells[cell] = try HalfWritten(
          make: tag, wanted: NDEFMessage([.uri("https://example.org/0123456789")]).encoded(), context: chip
        ).outcome()
        continue
      }
      let (outcome, record, hand) = try present(cell)
      row.cells[cell] = outcome
      if cell == Self.blank {
        row.exchanges = record?.exchanges ?? 0
        row.found = hand?.chip ?? ""
        row.capacity = hand?.capacity ?? 0
      }
    }
    return row
  }

  private func present(
    _ cell: Cell
  ) throws -> (outcome: String, record: VirtualField.Record?, hand: WalkEvent.TagInHand?) {
    var bench = try WalkBench()
    try bench.write(manifest: "id,url\nA,https://example.org/0123456789\n")
    var tag = try tag()
    guard try prepare(cell, &tag, &bench) else { return ("–", nil, nil) }
    let before = tag.memory
    let device = try bench.open()
    let id = bench.field.place(tag)
    let control = WalkControl()
    var outcome = "nothing"
    var hand: WalkEvent.TagInHand?
    _ = try bench.job().walk(with: device, control: control).run { event in
      switch event {
      case .detected(let tag): hand = tag
      case .done(_, _, let result, _):
        outcome = result.locked ? "locked" : result.protected ? "protected" : "written"
      case .rejected(_, _, let reason, _, _):
        outcome = reason.rawValue
        control.request(.stop(reason: "seen"))
      case .refused(_, let refusal):
        outcome = "refused: \(refusal.word)"
        control.request(.stop(reason: "seen"))
      default: break
      }
    }
    let record = try #require(bench.field.records.first { $0.id == id })
    if outcome.hasPrefix("refused") {
      #expect(record.memory == before, "\(chip) \(cell): a refused tag was written")
    } else if ["written", "locked", "protected"].contains(outcome) {
      #expect(try holdsMessage(cell, record), "\(chip) \(cell)")
    }
    return (outcome, record, hand)
  }
}

extension Refusal {
  fileprivate var word: String {
    switch self {
    case .readOnly(.password): "password"
    case .readOnly: "read-only"
    case .tooSmall: "too small"
    case .holdsMessage: "holds a message"
    case .cannotLock: "can't be locked"
    case .cannotProtect: "no password"
    case .cannotMirror: "no mirror"
    case .notSupported: "not supported"
    default: "\(self)"
    }
  }
}
