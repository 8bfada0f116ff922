internal import Testing

@testable internal import VirtualReader

/// Lock bits, passwords and keys.
@Suite struct Type2ProtectionTests {
  @Test(arguments: [
    ("NTAG213", 0x28, "FF0F3F"), ("NTAG215", 0x82, "FF000F"), ("NTAG216", 0xE2, "FF3F7F"),
    ("NTAG212", 0x24, "FF031F"),
    ("MIFARE Ultralight EV1 (MF0UL21)", 0x24, "FF031F"), ("NTAG I2C 1K", 0xE2, "FF3F7F"),
  ])
  func onlyKnownDynamicLockBitsAreSetAndTheyLockEverything(chip: String, page: UInt8, mask: String) throws {
    var tag = try type2(chip)
    let tail = tag.memory[Int(page) * 4 + 3]
    #expect(tag.respond(to: [0xA2, page, 0xFF, 0xFF, 0xFF, 0x00]).reply == .acknowledge)
    #expect(Array(tag.memory[Int(page) * 4..<Int(page) * 4 + 4]) == hex(mask) + [tail])
    for data in 16...tag.product.lastUserPage {
      #expect(tag.respond(to: [0xA2, UInt8(data), 1, 1, 1, 1]).reply == .refuse(0), "page \(data)")
    }
  }

  @Test(arguments: [
    ("NTAG213", 0, 16...17), ("NTAG213", 11, 38...39), ("NTAG215", 0, 16...31), ("NTAG215", 7, 128...129),
    ("NTAG216", 13, 224...225), ("NTAG203", 1, 16...19), ("NTAG203", 7, 36...39),
    ("MIFARE Ultralight C", 5, 28...31),
  ])
  func eachDynamicLockBitLocksItsPages(chip: String, bit: Int, locked: ClosedRange<Int>) throws {
    var tag = try type2(chip)
    guard let page = tag.product.dynamicLocks?.page else { return }
    var data: [UInt8] = [0, 0, 0, 0]
    data[bit / 8] = 1 << UInt8(bit % 8)
    _ = tag.respond(to: [0xA2, UInt8(page)] + data)
    for page in 4...tag.product.lastUserPage {
      #expect(tag.permitsWriting(page) == !locked.contains(page), "page \(page)")
    }
  }

  @Test func aFrozenDynamicLockBitCanNotBeSet() throws {
    var tag = try type2("NTAG213")
    // The mistake of the field: it was meant to lock, and it freezes everything.
    _ = tag.respond(to: [0xA2, 0x28, 0x00, 0x00, 0x3F, 0x00])
    _ = tag.respond(to: [0xA2, 0x28, 0xFF, 0x0F, 0x3F, 0x00])
    #expect(Array(tag.memory[160..<164]) == hex("00003FBD"))
    #expect(tag.permitsWriting(16))
  }

  @Test(arguments: [
    ("0000", "FFFF", "FFFF"), ("0100", "0800", "0100"), ("0200", "F003", "0200"), ("0400", "00FC", "0400"),
    ("0700", "F8FF", "0700"), ("0800", "0000", "0800"),
  ])
  func blockLockBitsFreezeStaticLockBits(first: String, second: String, stored: String) throws {
    var tag = try type2("NTAG213")
    for bits in [first, second] { _ = tag.respond(to: [0xA2, 2, 0xAA, 0xBB] + hex(bits)) }
    #expect(Array(tag.memory[8..<12]) == [0x44, 0x48] + hex(stored), "bytes 0 and 1 stay")
  }

  @Test func aStaticLockBitLocksItsPage() throws {
    for page in 3...15 {
      var tag = try type2("MIFARE Ultralight")
      let bits = UInt16(1) << UInt16(page)
      _ = tag.respond(to: [0xA2, 2, 0, 0, UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)])
      for other in 3...15 { #expect(tag.permitsWriting(other) == (other != page)) }
    }
  }

  private func protected(access: UInt8 = 0) throws -> Type2VirtualTag {
    var tag = try type2("NTAG213")
    _ = tag.respond(to: [0xA2, 0x2B] + hex("01020304"))
    _ = tag.respond(to: [0xA2, 0x2C] + hex("AABB0000"))
    _ = tag.respond(to: [0xA2, 0x2A, access, 0x05, 0x00, 0x00])
    _ = tag.respond(to: [0xA2, 0x29] + hex("04000008"))
    #expect(tag.permitsWriting(9), "in force from the next selection on only")
    tag.activate()
    return tag
  }

  @Test func aPasswordGuardsWritingFromAUTH0On() throws {
    var tag = try protected()
    #expect(tag.respond(to: [0xA2, 7, 1, 1, 1, 1]).reply == .acknowledge)
    #expect(tag.respond(to: [0xA2, 8, 1, 1, 1, 1]).reply == .refuse(0))
    #expect(tag.respond(to: [0x30, 8]).kind == .read)
    #expect(tag.respond(to: [0x1B] + hex("01020305")).reply == .refuse(0))
    #expect(tag.respond(to: [0x1B] + hex("01020304")).reply == .bytes(hex("AABB")))
    #expect(tag.respond(to: [0xA2, 8, 1, 1, 1, 1]).reply == .acknowledge)
    tag.activate()
    #expect(tag.respond(to: [0xA2, 8, 1, 1, 1, 1]).reply == .refuse(0), "a selection ends the session")
  }

  @Test func readingRollsOverBelowAProtectedPage() throws {
    var tag = try protected(access: 0x80)
    #expect(tag.respond(to: [0x30, 8]).reply == .refuse(0))
    guard case .bytes(let bytes) = tag.respond(to: [0x30, 7]).reply else { return }
    #expect(Array(bytes[4..<8]) == Array(tag.memory[0..<4]))
    #expect(tag.respond(to: [0x3A, 7, 8]).reply == .refuse(0))
  }

  @Test func AUTHLIMEndsAllTrying() throws {
    var tag = try protected(access: 0x02)
    for _ in 0..<2 { #expect(tag.respond(to: [0x1B, 0, 0, 0, 0]).reply == .refuse(0)) }
    #expect(tag.respond(to: [0x1B] + hex("01020304")).reply == .refuse(4))
  }

  @Test func CFGLCKFreezesTheConfigurationButNotThePassword() throws {
    var tag = try type2("NTAG213")
    _ = tag.respond(to: [0xA2, 0x2A, 0x40, 0x05, 0x00, 0x00])
    tag.activate()
    #expect(tag.respond(to: [0xA2, 0x29, 0, 0, 0, 4]).reply == .refuse(0))
    #expect(tag.respond(to: [0xA2, 0x2A, 0, 0, 0, 0]).reply == .refuse(0))
    #expect(tag.respond(to: [0xA2, 0x2B, 1, 2, 3, 4]).reply == .acknowledge)
  }

  /// FIPS 46-3's well-known example; with equal halves two-key Triple DES is DES.
  @Test func DESMatchesTheKnownExample() {
    let key = hex("133457799BBCDFF1133457799BBCDFF1")
    let zero = [UInt8](repeating: 0, count: 8)
    let cipher = TripleDES.crypt(hex("0123456789ABCDEF"), key: key, vector: zero, encrypting: true)
    #expect(cipher == hex("85E813540F0AB405"))
    #expect(TripleDES.crypt(cipher, key: key, vector: zero, encrypting: false) == hex("0123456789ABCDEF"))
  }

  @Test func ultralightCAuthenticatesWithItsKeyOnly() throws {
    for key in ["49454D4B41455242214E4143554F5946", "00000000000000000000000000000000"] {
      var tag = try type2("MIFARE Ultralight C")
      try tag.prepare(TagPreparation(state: .protected))
      tag.activate()
      #expect(tag.respond(to: [0xA2, 5, 1, 2, 3, 4]).reply == .refuse(0))
      guard case .bytes(let first) = tag.respond(to: [0x1A, 0x00]).reply else { return }
      let zero = [UInt8](repeating: 0, count: 8)
      let challenge = TripleDES.crypt(Array(first[1...]), key: hex(key), vector: zero, encrypting: false)
      let answer = TripleDES.crypt(
        hex("0102030405060708") + challenge[1...] + challenge[..<1], key: hex(key),
        vector: Array(first[1...]),
        encrypting: true)
      let second = tag.respond(to: [0xAF] + answer).reply
      if key.hasPrefix("49") {
        guard case .bytes(let proof) = second else {
          Issue.record("refused the factory key")
          return
        }
        #expect(
          TripleDES.crypt(Array(proof[1...]), key: hex(key), vector: Array(answer[8...]), encrypting: false)
            == hex("0203040506070801"))
        #expect(tag.respond(to: [0xA2, 5, 1, 2, 3, 4]).reply == .acknowledge)
      } else {
        #expect(second == .refuse(0))
      }
    }
  }
}
