internal import Testing
internal import VirtualReader

/// The virtual MIFARE Classic against the tables of its data sheet.
struct ClassicVirtualTagTests {
  static let uid: [UInt8] = [0x46, 0x2F, 0xF1, 0xBE]
  static let keyA: [UInt8] = [0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6]
  static let keyB: [UInt8] = [0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6]
  static let fresh = [UInt8](repeating: 0xFF, count: 6)

  /// A tag whose sector 1 has this condition (C1 C2 C3) for its data blocks and that one for its trailer.
  static func tag(data: UInt8, trailer: UInt8) -> ClassicVirtualTag {
    func nibble(_ bit: UInt8) -> UInt8 { (data >> bit & 1) * 7 | (trailer >> bit & 1) * 8 }
    let (c1, c2, c3) = (nibble(2), nibble(1), nibble(0))
    let access = [(~c2 & 15) << 4 | ~c1 & 15, c1 << 4 | ~c3 & 15, c3 << 4 | c2, 0x00]
    var tag = ClassicVirtualTag(.oneK, uid: uid)
    var memory = tag.memory
    memory.replaceSubrange(7 * 16..<8 * 16, with: keyA + access + keyB)
    memory.replaceSubrange(4 * 16..<5 * 16, with: valueBlock(10, address: 4))
    tag.restore(memory: memory)
    return tag
  }

  static func valueBlock(_ value: UInt8, address: UInt8) -> [UInt8] {
    [value, 0, 0, 0, ~value, 0xFF, 0xFF, 0xFF, value, 0, 0, 0, address, ~address, address, ~address]
  }

  static func open(_ tag: inout ClassicVirtualTag, _ code: UInt8, block: UInt8 = 4) -> Bool {
    tag.activate()
    let key = code == 0x60 ? keyA : keyB
    return tag.respond(to: [code, block] + key + uid).reply == .acknowledge
  }

  static func accepts(_ tag: inout ClassicVirtualTag, write block: UInt8, _ data: [UInt8]) -> Bool {
    guard tag.respond(to: [0xA0, block]).reply == .acknowledge else { return false }
    return tag.respond(to: data).reply == .acknowledge
  }

  /// MF1S50YYX table 8, trailer 011: data condition, then who (A, B) may read, write, increment, decrement.
  @Test(arguments: [
    (0b000, "AB", "AB", "AB", "AB"), (0b010, "AB", "", "", ""), (0b100, "AB", "B", "", ""),
    (0b110, "AB", "B", "B", "AB"), (0b001, "AB", "", "", "AB"), (0b011, "B", "B", "", ""),
    (0b101, "B", "", "", ""), (0b111, "", "", "", ""),
  ])
  func dataBlocksAreGuarded(_ row: (UInt8, String, String, String, String)) {
    for (code, name) in [(UInt8(0x60), "A"), (0x61, "B")] {
      var tag = Self.tag(data: row.0, trailer: 0b011)
      #expect(Self.open(&tag, code))
      var reads = false
      if case .bytes = tag.respond(to: [0x30, 4]).reply { reads = true }
      #expect(reads == row.1.contains(name))
      _ = Self.open(&tag, code)
      #expect((tag.respond(to: [0xC1, 4]).reply == .acknowledge) == row.3.contains(name))
      _ = Self.open(&tag, code)
      #expect((tag.respond(to: [0xC0, 4]).reply == .acknowledge) == row.4.contains(name))
      _ = Self.open(&tag, code)
      #expect(Self.accepts(&tag, write: 4, Array(0..<16)) == row.2.contains(name))
    }
  }

  /// Table 7: trailer condition, then who may write key A, the access bits, key B.
  @Test(arguments: [
    (0b000, "A", "", "A"), (0b010, "", "", ""), (0b100, "B", "", "B"), (0b110, "", "", ""),
    (0b001, "A", "A", "A"),
    (0b011, "B", "B", "B"), (0b101, "", "B", ""), (0b111, "", "", ""),
  ])
  func trailersAreGuarded(_ row: (UInt8, String, String, String)) {
    let other: [UInt8] =
      [UInt8](repeating: 0x11, count: 6) + [0xFF, 0x07, 0x80, 0x55] + [UInt8](repeating: 0x22, count: 6)
    for (code, name) in [(UInt8(0x60), "A"), (0x61, "B")] {
      var tag = Self.tag(data: 0, trailer: row.0)
      let before = tag.block(7)
      #expect(Self.open(&tag, code))
      _ = Self.accepts(&tag, write: 7, other)
      let after = tag.block(7)
      #expect((after[..<6] != before[..<6]) == row.1.contains(name))
      #expect((after[6..<10] != before[6..<10]) == row.2.contains(name))
      #expect((after[10...] != before[10...]) == row.3.contains(name))
    }
  }

  @Test(arguments: [0b000, 0b010, 0b001] as [UInt8])
  func aReadableKeyBOpensNothing(_ trailer: UInt8) {
    var tag = Self.tag(data: 0, trailer: trailer)
    #expect(Self.open(&tag, 0x60))
    let access = tag.block(7)[6..<10]
    #expect(tag.respond(to: [0x30, 7]).reply == .bytes([0, 0, 0, 0, 0, 0] + access + Self.keyB))
    #expect(Self.open(&tag, 0x61))
    #expect(tag.respond(to: [0x30, 4]).reply == .refuse(0x4))
  }

  @Test func noKeyIsReadFromAGuardedTrailer() {
    var tag = Self.tag(data: 0, trailer: 0b011)
    #expect(Self.open(&tag, 0x60))
    let access = Array(tag.block(7)[6..<10])
    let hidden = [UInt8](repeating: 0, count: 6)
    #expect(tag.respond(to: [0x30, 7]).reply == .bytes(hidden + access + hidden))
  }

  @Test func aSectorIsOpenUntilAnotherIsOrSomethingFails() {
    var tag = ClassicVirtualTag(.oneK, uid: Self.uid)
    #expect(tag.respond(to: [0x30, 4]).reply == .refuse(0x4))
    let open: [UInt8] = [0x60, 4] + Self.fresh + Self.uid
    #expect(tag.respond(to: open).reply == .acknowledge)
    #expect(tag.respond(to: [0x30, 6]).reply == .bytes([UInt8](repeating: 0, count: 16)))
    #expect(tag.respond(to: [0x30, 8]).reply == .refuse(0x4))
    #expect(tag.respond(to: [0x30, 6]).reply == .refuse(0x4))
    #expect(tag.respond(to: [0x60, 4] + Self.keyA + Self.uid).reply == .dropOut)
    #expect(tag.respond(to: [0x60, 4] + Self.fresh + [1, 2, 3, 4]).reply == .dropOut)
  }

  @Test func theManufacturerBlockIsNeverWritten() {
    var tag = ClassicVirtualTag(.oneK, uid: Self.uid)
    #expect(tag.respond(to: [0x60, 0] + Self.fresh + Self.uid).reply == .acknowledge)
    #expect(tag.respond(to: [0xA0, 0]).reply == .refuse(0x4))
  }

  @Test func disagreeingAccessBitsKillTheSector() {
    var tag = ClassicVirtualTag(.oneK, uid: Self.uid)
    let open: [UInt8] = [0x60, 4] + Self.fresh + Self.uid
    #expect(tag.respond(to: open).reply == .acknowledge)
    #expect(Self.accepts(&tag, write: 7, Self.fresh + [0xFF, 0x07, 0x81, 0x69] + Self.fresh))
    #expect(tag.respond(to: open).reply == .dropOut)
  }

  @Test func valuesAreCounted() {
    var tag = Self.tag(data: 0b110, trailer: 0b011)
    #expect(Self.open(&tag, 0x61))
    #expect(tag.respond(to: [0xC1, 4]).reply == .acknowledge)
    #expect(tag.respond(to: [5, 0, 0, 0]).reply == .silence)
    #expect(tag.respond(to: [0xB0, 4]).reply == .acknowledge)
    #expect(tag.block(4) == Self.valueBlock(15, address: 4))
    #expect(tag.respond(to: [0xC0, 5]).reply == .acknowledge)
    // Block 5 is no value block.
    #expect(tag.respond(to: [1, 0, 0, 0]).reply == .refuse(0x4))
  }

  @Test func aLargeSectorHasFiveBlocksToACondition() {
    var tag = ClassicVirtualTag(.fourK, uid: Self.uid)
    var memory = tag.memory
    // Group 1 (blocks 133–137) is read-only: C2 of group 1 alone, trailer 001.
    memory.replaceSubrange(143 * 16 + 6..<143 * 16 + 9, with: [0xDF, 0x07, 0x82])
    tag.restore(memory: memory)
    for block in 128...142 {
      tag.activate()
      #expect(tag.respond(to: [0x60, 128] + Self.fresh + Self.uid).reply == .acknowledge)
      let isTaken = Self.accepts(&tag, write: UInt8(block), Array(0..<16))
      #expect(isTaken == !(133...137).contains(block), "block \(block)")
    }
  }

  @Test func anotherUIDLengthAuthenticatesWithItsLastFourBytes() {
    let uid: [UInt8] = [0x04, 1, 2, 3, 4, 5, 6]
    var tag = ClassicVirtualTag(.oneKSevenByteUID, uid: uid)
    #expect(tag.respond(to: [0x60, 4] + Self.fresh + [3, 4, 5, 6]).reply == .acknowledge)
    #expect(tag.respond(to: [0x60, 4] + Self.fresh + [4, 1, 2, 3]).reply == .dropOut)
  }

  @Test(arguments: ClassicProduct.all)
  func everyProductComesInEveryState(_ product: ClassicProduct) throws {
    for state in [TagPreparation.State.blank, .formatted, .locked, .protected] {
      var tag = ClassicVirtualTag(product, uid: Self.uid)
      try tag.prepare(TagPreparation(state: state, ndef: [0xD0, 0, 0]))
      #expect(tag.block(4).starts(with: [0x03, 0x03, 0xD0, 0, 0, 0xFE]))
    }
    var tag = ClassicVirtualTag(product, uid: Self.uid)
    #expect(throws: ScenarioError.self) {
      try tag.prepare(TagPreparation(state: .formatted, ndef: [UInt8](repeating: 0, count: 4096)))
    }
  }
}
