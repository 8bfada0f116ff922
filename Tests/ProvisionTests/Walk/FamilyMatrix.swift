internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The chips of the other families in every state they can be presented in, through libnfc: what came of it, in a word.
struct FamilyMatrix {
  enum Cell: String, CaseIterable {
    case blank, formatted
    case holdsOther = "holds other"
    case locked, protected
    case tooSmall = "too small"
    case torn, lock
  }

  /// One chip's row of the second table in `docs/chips.md`.
  struct Row {
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

  static let heading =
    "| chip | told as | bytes | " + Cell.allCases.map(\.rawValue).joined(separator: " | ")
    + " | exchanges |\n|---|---|---|" + String(repeating: "---|", count: Cell.allCases.count + 1)

  static let chips = [
    "MIFARE Classic 1K", "MIFARE Classic 4K", "Type 4 tag", "Type 4 tag (mapping 3)", "NTAG 413 DNA",
    "NTAG 424 DNA", "MIFARE DESFire EV1 (NDEF)", "ST25TA02KB", "ST25TA512B", "FeliCa Lite", "FeliCa Lite-S",
  ]

  let chip: String

  func row() throws -> Row {
    var row = Row(chip: chip)
    for cell in Cell.allCases {
      guard cell != .torn else {
        row.cells[cell] = try torn()
        continue
      }
      let (outcome, record, hand) = try present(cell)
      row.cells[cell] = outcome
      if cell == .blank {
        row.exchanges = record?.exchanges ?? 0
        row.found = hand?.chip ?? ""
        row.capacity = hand?.capacity ?? 0
      }
    }
    return row
  }

  private func torn() throws -> String {
    try HalfWritten(
      make: {
        var random = SeededRandom(seed: 5)
        return try #require(VirtualChips.make(chip, using: &random))
      },
      wanted: NDEFMessage([.uri("https://example.org/0123456789")]).encoded(), context: chip
    ).outcome()
  }

  private func present(
    _ cell: Cell
  ) throws -> (outcome: String, record: VirtualField.Record?, hand: WalkEvent.TagInHand?) {
    var bench = try WalkBench()
    try bench.write(manifest: "id,url\nA,https://example.org/0123456789\n")
    var random = SeededRandom(seed: 5)
    var tag = try #require(VirtualChips.make(chip, using: &random))
    switch cell {
    case .blank, .torn: break
    case .formatted: try tag.prepare(TagPreparation(state: .formatted))
    case .holdsOther:
      try tag.prepare(TagPreparation(state: .formatted, ndef: [0xD1, 1, 4, 0x54, 2, 0x65, 0x6E, 0x78]))
    case .locked: try tag.prepare(TagPreparation(state: .locked))
    case .protected:
      do { try tag.prepare(TagPreparation(state: .protected)) } catch { return ("–", nil, nil) }
    case .tooSmall:
      let length = chip.hasSuffix("(mapping 3)") ? 45_000 : 4_000
      try bench.write(manifest: "id,url\nA,https://example.org/\(String(repeating: "x", count: length))\n")
    case .lock: bench.options.lock = true
    }
    let before = tag.memory
    let device = try bench.open()
    let id = bench.field.place(tag)
    let control = WalkControl()
    var outcome = "nothing"
    var hand: WalkEvent.TagInHand?
    _ = try bench.job().walk(with: device, control: control).run { event in
      switch event {
      case .detected(let tag): hand = tag
      case .done(_, _, let result, _): outcome = result.locked ? "locked" : "written"
      case .rejected(_, _, let reason, _, _):
        outcome = reason.rawValue
        control.request(.stop(reason: "seen"))
      case .refused(_, let refusal):
        outcome = "refused: \(Self.word(refusal))"
        control.request(.stop(reason: "seen"))
      default: break
      }
    }
    let record = try #require(bench.field.records.first { $0.id == id })
    if outcome.hasPrefix("refused") {
      #expect(record.memory == before, "\(chip) \(cell): a refused tag was written")
    } else if outcome == "written" || outcome == "locked" {
      let octets = try NDEFMessage([.uri("https://example.org/0123456789")]).encoded()
      #expect(try holds(octets, record.tag), "\(chip) \(cell)")
    }
    return (outcome, record, hand)
  }

  /// Whether the memory holds this message, as somebody sees it who shares no code with the library.
  private func holds(_ octets: [UInt8], _ tag: any VirtualTag) throws -> Bool {
    if let card = tag as? ClassicVirtualTag { return ClassicReading(of: card) == .message(octets) }
    if tag is FeliCaVirtualTag { return EngineTransceiver(tag).type3Finding() == .message(octets) }
    guard chip.hasSuffix("(mapping 3)") else {
      return EngineTransceiver(tag).type4Finding() == .message(octets)
    }
    // Four bytes of length, then the message.
    let file = [0, 0, 0, UInt8(octets.count)] + octets
    return tag.memory.indices.contains { tag.memory[$0...].starts(with: file) }
  }

  private static func word(_ refusal: Refusal) -> String {
    switch refusal {
    case .readOnly(.password): "password"
    case .readOnly: "read-only"
    case .tooSmall: "too small"
    case .holdsMessage: "holds a message"
    case .cannotLock: "can't be locked"
    case .notSupported: "not supported"
    default: "\(refusal)"
    }
  }
}

@Suite("Family by family") struct FamilyMatrixTests {
  /// The chips that can be locked with what the field knows.
  static let lockable: Set = [
    "MIFARE Classic 1K", "MIFARE Classic 4K", "ST25TA02KB", "ST25TA512B", "FeliCa Lite", "FeliCa Lite-S",
  ]

  /// The second table of `docs/chips.md` is what happened, cell for cell. To make it anew after a change that is wanted,
  /// put in the line that the failure shows.
  @Test(arguments: FamilyMatrix.chips)
  func everyCellIsAsDocumented(chip: String) throws {
    let row = try FamilyMatrix(chip: chip).row()
    let text = try String(contentsOf: ChipMatrixTests.document, encoding: .utf8)
    let lines = Set(text.split(separator: "\n").map(String.init))
    let isDocumented = lines.contains(row.markdown)
    #expect(isDocumented, "\(row.markdown)")
    let hasHeading = text.contains(FamilyMatrix.heading)
    #expect(hasHeading)
    // What must never be, whatever the document says.
    for (cell, outcome) in row.cells {
      switch cell {
      case .blank, .formatted, .torn: #expect(outcome == "written", "\(chip) \(cell)")
      case .holdsOther: #expect(outcome == "refused: holds a message", "\(chip)")
      case .locked: #expect(outcome == "refused: read-only", "\(chip)")
      case .protected: #expect(["–", "refused: password"].contains(outcome), "\(chip)")
      case .tooSmall: #expect(outcome == "refused: too small", "\(chip)")
      case .lock:
        #expect(outcome == (Self.lockable.contains(chip) ? "locked" : "refused: can't be locked"), "\(chip)")
      }
    }
  }
}
