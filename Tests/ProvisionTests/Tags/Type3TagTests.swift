internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite struct Type3TagTests {
  static let blank = TagPreparation()
  static let formatted = TagPreparation(state: .formatted)

  @Test(arguments: ["FeliCa Lite-S", "FeliCa Lite"])
  func aFormattedTagIsWrittenAndVerified(chip: String) throws {
    let engine = try EngineTransceiver(chip, Self.formatted)
    let tag = try engine.identify()
    #expect((tag.chip, tag.type) == (chip, .type3))
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 208, formatted: true))
    #expect(try tag.readNDEF() == .empty)
    let octets = urlMessage()
    try tag.writeNDEF(octets)
    // One CHECK; WriteFlag, three blocks, WriteFlag and Ln.
    #expect(engine.exchanges == 1 + 5)
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(engine.exchanges == 1)
    #expect(engine.type3Finding() == .message(octets))
    #expect(try engine.identify().readNDEF() == .message(octets))
  }

  @Test(arguments: ["FeliCa Lite-S", "FeliCa Lite"])
  func aBlankTagIsMadeAnNDEFTag(chip: String) throws {
    let engine = try EngineTransceiver(chip)
    let tag = try engine.identify()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 208, formatted: false))
    #expect(try tag.readNDEF() == .unformatted)
    #expect(engine.type3Finding() == .noTag)
    try tag.writeNDEF(urlMessage())
    _ = engine.freshSelection()
    try tag.verifyNDEF(urlMessage())
    #expect(engine.type3Finding() == .message(urlMessage()))
    #expect(try engine.identify().queryNDEFStatus() == .readWrite(capacity: 208, formatted: true))
  }

  @Test func capacityIsExact() throws {
    let engine = try EngineTransceiver("FeliCa Lite-S", Self.formatted)
    let tag = try engine.identify()
    let octets = message(size: 208)
    #expect(throws: TagError.tooSmall(needed: 209, capacity: 208)) { try tag.writeNDEF(octets + [0]) }
    #expect(try tag.refusal(forWriting: octets + [0]) == .tooSmall(needed: 209, capacity: 208))
    try tag.writeNDEF(octets)
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(engine.type3Finding() == .message(octets))
  }

  @Test(arguments: [blank, formatted, TagPreparation(state: .formatted, ndef: urlMessage("old.example/1"))])
  func aTornWriteReadsAsEmptyOrWhole(preparation: TagPreparation) throws {
    let octets = urlMessage()
    var torn = 0
    for afterEffect in [false, true] {
      for exchange in 1... {
        let engine = try EngineTransceiver("FeliCa Lite-S", preparation)
        let tag = try engine.identify()
        _ = try tag.readNDEF()
        engine.tear = (engine.exchanges + exchange, afterEffect)
        do throws(TagError) { try tag.writeNDEF(octets) } catch {
          #expect(error == .lost)
          torn += 1
          let old = preparation.ndef.map(Finding.message)
          #expect([.noTag, .empty, .message(octets), old].contains(engine.type3Finding()))
          let again = try engine.identify()
          let status = try again.queryNDEFStatus()
          #expect(
            [.readWrite(capacity: 208, formatted: true), .readWrite(capacity: 208, formatted: false)]
              .contains(status))
          try again.writeNDEF(octets)
          _ = engine.freshSelection()
          try again.verifyNDEF(octets)
          #expect(engine.type3Finding() == .message(octets))
          continue
        }
        break
      }
    }
    #expect(torn >= 10)
  }

  @Test func blocksThatAreRightAreNotWritten() throws {
    let old = message(size: 208, fill: 0x41)
    var new = old
    new[100] = 0x42
    let engine = try EngineTransceiver("FeliCa Lite-S", TagPreparation(state: .formatted, ndef: old))
    let tag = try engine.identify()
    _ = try tag.readNDEF()
    let before = engine.exchanges
    try tag.writeNDEF(old)
    #expect(engine.exchanges == before)
    try tag.writeNDEF(new)
    #expect(engine.exchanges - before == 3)
    #expect(engine.type3Finding() == .message(new))
  }

  // MARK: Locks

  @Test(arguments: ["FeliCa Lite-S", "FeliCa Lite"])
  func theLockIsForEver(chip: String) throws {
    let engine = try EngineTransceiver(chip)
    let tag = try engine.identify()
    #expect(tag.canBeLocked)
    try tag.writeNDEF(urlMessage())
    _ = engine.freshSelection()
    try tag.verifyNDEF(urlMessage())
    try tag.writeLock()
    _ = engine.freshSelection()
    try tag.verifyLock()
    let locked = try engine.identify()
    #expect(try locked.queryNDEFStatus() == .readOnly(capacity: 208, .capabilityContainer))
    #expect(locked.canBeLocked)
    // Neither the message nor the configuration can be changed by anyone any more.
    let before = engine.tag.memory
    for block: UInt8 in [0, 1, 13, 0x88] {
      let frame =
        [32, 0x08] + locked.uid.bytes + [1, 0x09, 0x00, 1, 0x80, block] + [UInt8](repeating: 0xFF, count: 16)
      _ = try engine.transceive(frame, framing: .dataExchange)
    }
    #expect(engine.tag.memory == before)
  }

  @Test func aTornLockIsFinished() throws {
    for afterEffect in [false, true] {
      for exchange in 1...2 {
        let engine = try EngineTransceiver(
          "FeliCa Lite-S", TagPreparation(state: .formatted, ndef: urlMessage()))
        let tag = try engine.identify()
        engine.tear = (engine.exchanges + exchange, afterEffect)
        #expect(throws: TagError.lost) { try tag.writeLock() }
        let again = try engine.identify()
        #expect(try again.readNDEF() == .message(urlMessage()))
        if try again.queryNDEFStatus() == .readOnly(capacity: 208, .capabilityContainer), exchange == 1 {
          #expect(throws: TagError.lockFailed(detail: "MC block still allows writing")) {
            try again.verifyLock()
          }
        }
        try again.writeLock()
        _ = engine.freshSelection()
        try again.verifyLock()
      }
    }
  }

  @Test func lockedAndGuardedBlocksAreTold() throws {
    // MC's place in the memory: block 24 of those listed.
    let configuration = 23 * 16
    func tag(_ change: (inout [UInt8]) -> Void) throws -> any Provision.Tag {
      let engine = try EngineTransceiver("FeliCa Lite-S", Self.formatted)
      var memory = engine.tag.memory
      change(&memory)
      engine.tag.restore(memory: memory)
      return try engine.identify()
    }
    let partly = try tag { $0[configuration] = 0b1111_0111 }
    #expect(try partly.queryNDEFStatus() == .readWrite(capacity: 208, formatted: true))
    #expect(try partly.refusal(forWriting: message(size: 32)) == nil)
    #expect(try partly.refusal(forWriting: message(size: 33)) == .readOnly(.lockBits(pages: [3])))
    let first = try tag { $0[configuration] = 0xFE }
    #expect(try first.queryNDEFStatus() == .readOnly(capacity: 208, .lockBits(pages: [0])))
    let guarded = try tag { $0[configuration + 8] = 0x01 }
    #expect(try guarded.queryNDEFStatus() == .readOnly(capacity: 208, .password))
    let secret = try tag { $0[configuration + 6] = 0x01 }
    #expect(try secret.queryNDEFStatus() == .notSupported(.readProtected))
    let frozen = try tag { $0[configuration + 1] = 0x7F }
    #expect(throws: TagError.unsupported(detail: "memory configuration block is read-only already")) {
      try frozen.checkLock()
    }
  }

  // MARK: Damage

  @Test func damagedAttributesAreNamed() throws {
    let engine = try EngineTransceiver("FeliCa Lite-S", Self.formatted)
    var memory = engine.tag.memory
    memory[15] ^= 0x01
    engine.tag.restore(memory: memory)
    let tag = try engine.identify()
    #expect(
      try tag.queryNDEFStatus() == .notSupported(.malformed(detail: "attribute information block: checksum")))
  }

  /// Attribute blocks, checksum left to the test, and whether they hold a message.
  @Test(arguments: [
    ("1004010 00D 00000000 00 01 000010", true), ("1004010 00D 00000000 0F 01 000010", false),
    ("1004010 00D 00000000 00 01 0000D1", false), ("1004010 00D 00000000 00 01 000000", false),
  ])
  func theAttributesDecide(hex: String, holdsMessage: Bool) throws {
    let start = try #require(Hex.decode(hex.filter { $0 != " " }.utf8))
    let sum = start.reduce(0) { $0 + Int($1) }
    let block = start + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    let attributes = try Type3AttributeBlock(decoding: block)
    #expect(attributes.holdsMessage == holdsMessage)
    #expect(attributes.encoded() == block)
    #expect(attributes.capacity == 208)
  }

  @Test func aByteThatWasLostIsFound() throws {
    let engine = try EngineTransceiver("FeliCa Lite-S", Self.formatted)
    let tag = try engine.identify()
    try tag.writeNDEF(urlMessage())
    var memory = engine.tag.memory
    memory[16 + 17] ^= 0x01
    engine.tag.restore(memory: memory)
    _ = engine.freshSelection()
    #expect(throws: TagError.verifyFailed(offset: 17)) { try tag.verifyNDEF(urlMessage()) }
  }

  @Test func anotherSystemsBlocksAreNobodysBusiness() throws {
    let detected = DetectedTag(
      uid: UID([1, 2, 3, 4, 5, 6, 7, 8]),
      technology: .felica(pmm: [0x01, 0x20, 0, 0, 0, 0, 0, 0], systemCode: 0x0003))
    let engine = try EngineTransceiver("FeliCa Lite-S")
    let tag = try TagDetection.identify(detected, over: engine)
    #expect(try tag.queryNDEFStatus() == .notSupported(.family("FeliCa")))
    #expect(engine.exchanges == 0)
  }
}
