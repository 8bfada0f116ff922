internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Every Type 2 product.
struct ChipMatrix: StateMatrix {
  enum Cell: String, CaseIterable {
    case blank, formatted
    case holdsOther = "holds other"
    case locked, protected
    case tooSmall = "too small"
    case torn, counterfeit, lock, protect, mirror
  }

  static let blank = Cell.blank
  static let torn = Cell.torn

  let chip: String

  func tag() throws -> any VirtualTag { try product() }

  private func product() throws -> Type2VirtualTag {
    // By its maker, which for parts without GET_VERSION decides what they are taken for.
    let maker: UInt8 =
      chip.hasPrefix("my-d") ? 0x05 : chip.hasPrefix("ST") ? 0x02 : chip.hasPrefix("FM") ? 0x1D : 0x04
    return Type2VirtualTag(
      try #require(Type2Product.named(chip)), uid: [maker, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])
  }

  func prepare(_ cell: Cell, _ tag: inout any VirtualTag, _ bench: inout WalkBench) throws -> Bool {
    switch cell {
    case .blank, .torn: break
    case .formatted: try tag.prepare(TagPreparation(state: .formatted))
    case .holdsOther:
      try tag.prepare(TagPreparation(state: .formatted, ndef: [0xD1, 1, 4, 0x54, 2, 0x65, 0x6E, 0x78]))
    case .locked: try tag.prepare(TagPreparation(state: .locked))
    case .protected:
      do { try tag.prepare(TagPreparation(state: .protected, password: [1, 2, 3, 4])) } catch { return false }
    case .tooSmall:
      try bench.write(manifest: "id,url\nA,https://example.org/\(String(repeating: "x", count: 2_000))\n")
    case .counterfeit:
      var counterfeit = try product()
      counterfeit.makeCounterfeit(pages: 8, wraps: false)
      tag = counterfeit
    case .lock: bench.options.lock = true
    case .protect: bench.options.protection = try Shielded.protection()
    case .mirror: bench.manifestOptions.urlTemplate = "https://example.org/{mirror}"
    }
    return true
  }

  func holdsMessage(_ cell: Cell, _ record: VirtualField.Record) throws -> Bool {
    let octets = try NDEFMessage([
      .uri("https://example.org/" + (cell == .mirror ? String(repeating: "0", count: 14) : "0123456789"))
    ]).encoded()
    return WalkBench.message(in: record.memory) == octets
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
