internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The chips of the other families.
struct FamilyMatrix: StateMatrix {
  enum Cell: String, CaseIterable {
    case blank, formatted
    case holdsOther = "holds other"
    case locked, protected
    case tooSmall = "too small"
    case torn, lock
  }

  static let blank = Cell.blank
  static let torn = Cell.torn

  static let chips = [
    "MIFARE Classic 1K", "MIFARE Classic 4K", "Type 4 tag", "Type 4 tag (mapping 3)", "NTAG 413 DNA",
    "NTAG 424 DNA", "MIFARE DESFire EV1 (NDEF)", "ST25TA02KB", "ST25TA512B", "FeliCa Lite", "FeliCa Lite-S",
  ]

  let chip: String

  func tag() throws -> any VirtualTag {
    var random = SeededRandom(seed: 5)
    return try #require(VirtualChips.make(chip, using: &random))
  }

  func prepare(_ cell: Cell, _ tag: inout any VirtualTag, _ bench: inout WalkBench) throws -> Bool {
    switch cell {
    case .blank, .torn: break
    case .formatted: try tag.prepare(TagPreparation(state: .formatted))
    case .holdsOther:
      try tag.prepare(TagPreparation(state: .formatted, ndef: [0xD1, 1, 4, 0x54, 2, 0x65, 0x6E, 0x78]))
    case .locked: try tag.prepare(TagPreparation(state: .locked))
    case .protected:
      do { try tag.prepare(TagPreparation(state: .protected)) } catch { return false }
    case .tooSmall:
      let length = chip.hasSuffix("(mapping 3)") ? 45_000 : 4_000
      try bench.write(manifest: "id,url\nA,https://example.org/\(String(repeating: "x", count: length))\n")
    case .lock: bench.options.lock = true
    }
    return true
  }

  func holdsMessage(_ cell: Cell, _ record: VirtualField.Record) throws -> Bool {
    let octets = try NDEFMessage([.uri("https://example.org/0123456789")]).encoded()
    let tag = record.tag
    if let card = tag as? ClassicVirtualTag { return ClassicReading(of: card) == .message(octets) }
    if tag is FeliCaVirtualTag { return EngineTransceiver(tag).type3Finding() == .message(octets) }
    guard chip.hasSuffix("(mapping 3)") else {
      return EngineTransceiver(tag).type4Finding() == .message(octets)
    }
    // Four bytes of length, then the message.
    let file = [0, 0, 0, UInt8(octets.count)] + octets
    return tag.memory.indices.contains { tag.memory[$0...].starts(with: file) }
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
