internal import Testing

@testable internal import VirtualReader

/// Figures from the makers' data sheets.
@Suite struct Type2MemoryTests {
  struct Map: Sendable {
    var chip: String
    var pages: Int
    var capability: String
    var pages4and5: String
    var version: String?
  }

  static let maps = [
    Map(
      chip: "NTAG213", pages: 45, capability: "E1101200", pages4and5: "0103A00C340300FE",
      version: "0004040201000F03"),
    Map(
      chip: "NTAG215", pages: 135, capability: "E1103E00", pages4and5: "0300FE0000000000",
      version: "0004040201001103"),
    Map(
      chip: "NTAG216", pages: 231, capability: "E1106D00", pages4and5: "0300FE0000000000",
      version: "0004040201001303"),
    Map(
      chip: "NTAG210", pages: 20, capability: "E1100600", pages4and5: "0300FE0000000000",
      version: "0004040101000B03"),
    Map(
      chip: "NTAG212", pages: 41, capability: "E1101000", pages4and5: "010390" + "0A340300FE",
      version: "0004040101000E03"),
    Map(chip: "NTAG203", pages: 42, capability: "E1101200", pages4and5: "0103A010440300FE"),
    Map(chip: "MIFARE Ultralight", pages: 16, capability: "00000000", pages4and5: "FFFFFFFF00000000"),
    Map(chip: "MIFARE Ultralight C", pages: 48, capability: "00000000", pages4and5: "0000000000000000"),
    Map(
      chip: "MIFARE Ultralight EV1 (MF0UL11)", pages: 20, capability: "00000000",
      pages4and5: "0000000000000000", version: "0004030101000B03"),
    Map(
      chip: "MIFARE Ultralight EV1 (MF0UL21)", pages: 41, capability: "00000000",
      pages4and5: "0000000000000000", version: "0004030101000E03"),
    Map(
      chip: "NTAG I2C 1K", pages: 234, capability: "E1106D00", pages4and5: "0300FE0000000000",
      version: "0004040502011303"),
    Map(
      chip: "NTAG I2C plus 1K", pages: 234, capability: "E1106D00", pages4and5: "0300FE0000000000",
      version: "0004040502021303"),
    Map(chip: "FM11NT021", pages: 45, capability: "E1101200", pages4and5: "0103A00C340300FE"),
  ]

  @Test(arguments: maps)
  func factoryMemoryIsAsTheDataSheetSays(map: Map) throws {
    var tag = try type2(map.chip)
    #expect(tag.memory.count == map.pages * 4)
    #expect(Array(tag.memory[12..<16]) == hex(map.capability))
    #expect(Array(tag.memory[16..<24]) == hex(map.pages4and5))
    // BCC0 = 88 ^ 04 ^ 11 ^ 22, BCC1 = 33 ^ 44 ^ 55 ^ 66.
    #expect(Array(tag.memory[0..<10]) == [0x04, 0x11, 0x22, 0xBF, 0x33, 0x44, 0x55, 0x66, 0x44, 0x48])
    let version: TagResponse.Reply =
      map.version.map { .bytes(hex($0)) } ?? (map.chip == "NTAG203" ? .refuse(0) : .dropOut)
    #expect(tag.respond(to: [0x60]).reply == version)
  }

  @Test(arguments: maps)
  func pagesBeyondTheLastAreRefused(map: Map) throws {
    var tag = try type2(map.chip)
    let last = UInt8((tag.product.lastReadablePage ?? map.pages - 1))
    guard case .bytes(let bytes) = tag.respond(to: [0x30, last]).reply else {
      Issue.record("the last page is not read")
      return
    }
    #expect(Array(bytes[4..<16]) == Array(tag.memory[0..<12]), "READ rolls over to page 0")
    #expect(tag.respond(to: [0x30, last + 1]).reply == .refuse(0))
    #expect(tag.respond(to: [0xA2, UInt8(map.pages), 1, 2, 3, 4]).reply == .refuse(0))
    #expect(tag.respond(to: [0xA2, 0, 1, 2, 3, 4]).reply == .refuse(0))
  }

  @Test func passwordsReadAsZero() throws {
    var tag = try type2("NTAG213")
    #expect(tag.respond(to: [0x30, 0x29]).reply == .bytes(hex("040000FF 00050000 00000000 00000000")))
    #expect(Array(tag.memory[172..<180]) == hex("FFFFFFFF 00000000"))
  }

  @Test func fastReadGivesTheRangeAndRefusesAWrongOne() throws {
    var tag = try type2("NTAG213")
    #expect(tag.respond(to: [0x3A, 3, 4]).reply == .bytes(hex("E1101200 0103A00C")))
    #expect(tag.respond(to: [0x3A, 4, 3]).reply == .refuse(0))
    #expect(tag.respond(to: [0x3A, 0, 45]).reply == .refuse(0))
  }

  @Test func compatibilityWriteStoresTheFirstFourBytes() throws {
    var tag = try type2("MIFARE Ultralight")
    #expect(tag.respond(to: [0xA0, 5]).reply == .acknowledge)
    #expect(tag.respond(to: hex("01020304") + [UInt8](repeating: 9, count: 12)).reply == .acknowledge)
    #expect(Array(tag.memory[20..<24]) == hex("01020304"))
    #expect(tag.memory[24] == 0)
  }

  @Test func theCapabilityContainerIsOneTimeProgrammable() throws {
    var tag = try type2("MIFARE Ultralight")
    _ = tag.respond(to: [0xA2, 3, 0xE1, 0x10, 0x06, 0x00])
    _ = tag.respond(to: [0xA2, 3, 0x00, 0x01, 0x10, 0x00])
    #expect(Array(tag.memory[12..<16]) == hex("E1111600"))
  }

  @Test func aCounterfeitWrapsOrForgets() throws {
    for wraps in [true, false] {
      var tag = try type2("NTAG216")
      tag.makeCounterfeit(pages: 64, wraps: wraps)
      #expect(tag.respond(to: [0xA2, 70, 1, 2, 3, 4]).reply == .acknowledge)
      guard case .bytes(let bytes) = tag.respond(to: [0x30, 70]).reply else { return }
      #expect(Array(bytes[0..<4]) == (wraps ? [1, 2, 3, 4] : [0, 0, 0, 0]))
      #expect(Array(tag.memory[24..<28]) == (wraps ? [1, 2, 3, 4] : [0, 0, 0, 0]))
    }
  }

  @Test func theMirrorIsLaidOverWhatIsRead() throws {
    var tag = try type2("NTAG213")
    _ = tag.respond(to: [0xA2, 0x2A, 0x10, 0x05, 0x00, 0x00])
    _ = tag.respond(to: [0xA2, 0x29, 0xE4, 0x00, 0x08, 0xFF])
    tag.activate()
    guard case .bytes(let bytes) = tag.respond(to: [0x3A, 8, 13]).reply else {
      Issue.record("no answer")
      return
    }
    #expect(String(decoding: bytes[2..<23], as: UTF8.self) == "04112233445566x000001")
    #expect(tag.memory[34] == 0, "memory keeps what was written")
    #expect(tag.respond(to: [0x39, 0x02]).reply == .bytes([1, 0, 0]))
  }
}
