internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Every Type 2 product in every state it can be presented in, through libnfc: what came of it, in a word.
struct ChipMatrix {
  enum Cell: String, CaseIterable {
    case blank, formatted
    case holdsOther = "holds other"
    case locked, protected
    case tooSmall = "too small"
    case torn, counterfeit, lock, protect, mirror
  }

  /// One product's row of the table in `docs/chips.md`.
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
    let product = try #require(Type2Product.named(chip))
    return try HalfWritten(
      make: { Type2VirtualTag(product, uid: uid) },
      wanted: NDEFMessage([.uri("https://example.org/0123456789")]).encoded(), context: chip
    ).outcome()
  }

  private func present(
    _ cell: Cell
  ) throws -> (outcome: String, record: VirtualField.Record?, hand: WalkEvent.TagInHand?) {
    var bench = try WalkBench()
    try bench.write(manifest: "id,url\nA,https://example.org/0123456789\n")
    let product = try #require(Type2Product.named(chip))
    var tag = Type2VirtualTag(product, uid: uid)
    switch cell {
    case .blank, .torn: break
    case .formatted: try tag.prepare(TagPreparation(state: .formatted))
    case .holdsOther:
      try tag.prepare(TagPreparation(state: .formatted, ndef: [0xD1, 1, 4, 0x54, 2, 0x65, 0x6E, 0x78]))
    case .locked: try tag.prepare(TagPreparation(state: .locked))
    case .protected:
      do { try tag.prepare(TagPreparation(state: .protected, password: [1, 2, 3, 4])) } catch {
        return ("–", nil, nil)
      }
    case .tooSmall:
      try bench.write(manifest: "id,url\nA,https://example.org/\(String(repeating: "x", count: 2_000))\n")
    case .counterfeit: tag.makeCounterfeit(pages: 8, wraps: false)
    case .lock: bench.options.lock = true
    case .protect: bench.options.protection = try Shielded.protection()
    case .mirror:
      bench.manifestOptions.urlTemplate = "https://example.org/{mirror}"
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
      case .done(_, _, let result, _):
        outcome = result.locked ? "locked" : result.protected ? "protected" : "written"
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
    } else if outcome == "written" || outcome == "locked" || outcome == "protected" {
      let octets = try NDEFMessage([
        .uri("https://example.org/" + (cell == .mirror ? String(repeating: "0", count: 14) : "0123456789"))
      ]).encoded()
      #expect(WalkBench.message(in: record.memory) == octets, "\(chip) \(cell)")
    }
    return (outcome, record, hand)
  }

  /// By its maker, which for parts without GET_VERSION decides what they are taken for.
  private var uid: [UInt8] {
    let maker: UInt8 =
      chip.hasPrefix("my-d") ? 0x05 : chip.hasPrefix("ST") ? 0x02 : chip.hasPrefix("FM") ? 0x1D : 0x04
    return [maker, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]
  }

  private static func word(_ refusal: Refusal) -> String {
    switch refusal {
    case .readOnly(.password): "password"
    case .readOnly: "read-only"
    case .tooSmall: "too small"
    case .holdsMessage: "holds a message"
    case .cannotLock: "can't be locked"
    case .cannotProtect: "no password"
    case .cannotMirror: "no mirror"
    case .notSupported: "not supported"
    default: "\(refusal)"
    }
  }
}

@Suite("Chip by chip") struct ChipMatrixTests {
  static let document = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/chips.md").standardizedFileURL

  /// The table of `docs/chips.md` is what happened, cell for cell. To make it anew after a change that is wanted, delete
  /// the chip's line there and put in the one that the failure shows.
  @Test(arguments: Type2Product.all.map(\.name))
  func everyCellIsAsDocumented(chip: String) throws {
    let row = try ChipMatrix(chip: chip).row()
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    if let path = ProcessInfo.processInfo.environment["CHIP_MATRIX"] {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data((row.markdown + "\n").utf8))
      return
    }
    #expect(text.contains(row.markdown), "\(row.markdown)")
    #expect(text.contains(ChipMatrix.heading))
    // What must never be, whatever the document says.
    for (cell, outcome) in row.cells {
      switch cell {
      case .blank, .formatted, .torn: #expect(outcome == "written", "\(chip) \(cell)")
      case .holdsOther: #expect(outcome == "refused: holds a message", "\(chip)")
      case .locked: #expect(outcome == "refused: read-only", "\(chip)")
      case .protected where chip == "FM11NT021":
        // Where it keeps its configuration is hearsay: it is not asked, and the first write is refused by the tag.
        #expect(outcome == "write-failed")
      case .protected: #expect(["–", "refused: password"].contains(outcome), "\(chip)")
      case .tooSmall: #expect(outcome == "refused: too small", "\(chip)")
      case .counterfeit: #expect(outcome == "verify-failed", "\(chip)")
      case .lock: #expect(["locked", "refused: can't be locked"].contains(outcome), "\(chip)")
      case .protect: #expect(["protected", "refused: no password"].contains(outcome), "\(chip)")
      case .mirror: #expect(["written", "refused: no mirror"].contains(outcome), "\(chip)")
      }
    }
  }
}
