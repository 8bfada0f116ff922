internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite struct Type4TagTests {
  /// A chip of the table, what it is called, its capacity, and the exchanges of identifying and reading, writing a URL of
  /// 40 bytes, and verifying it, selections not counted.
  struct Row: CustomTestStringConvertible, Sendable {
    var chip: String, name: String, capacity: Int
    var identify: Int, write: Int, verify: Int
    var testDescription: String { chip }
  }

  static let rows = [
    Row(chip: "Type 4 tag", name: "Type 4 tag", capacity: 1022, identify: 6, write: 2, verify: 3),
    Row(chip: "Type 4 tag (mapping 1)", name: "Type 4 tag", capacity: 510, identify: 7, write: 2, verify: 3),
    Row(
      chip: "Type 4 tag (mapping 3)", name: "Type 4 tag", capacity: 39_996, identify: 7, write: 2, verify: 3),
    Row(chip: "NTAG 424 DNA", name: "NTAG 424 DNA", capacity: 254, identify: 8, write: 2, verify: 3),
    Row(chip: "NTAG 413 DNA", name: "NTAG 413 DNA", capacity: 126, identify: 8, write: 2, verify: 3),
    Row(
      chip: "MIFARE DESFire EV1 (NDEF)", name: "MIFARE DESFire EV1", capacity: 2046, identify: 8, write: 2,
      verify: 3),
    Row(chip: "ST25TA02KB", name: "ST25TA02KB", capacity: 254, identify: 7, write: 2, verify: 3),
    Row(chip: "ST25TA512B", name: "ST25TA512B", capacity: 62, identify: 7, write: 2, verify: 3),
  ]

  @Test(arguments: rows)
  func aBlankTagIsIdentifiedWrittenAndVerified(row: Row) throws {
    let engine = try EngineTransceiver(row.chip)
    var tag = try engine.identify()
    #expect(tag.type == .type4)
    #expect(tag.chip == row.name)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: row.capacity, formatted: true))
    #expect(try tag.readNDEF() == .empty)
    let read = engine.exchanges
    let octets = urlMessage()
    try tag.writeNDEF(octets)
    let written = engine.exchanges - read
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    // The generic rows carry an NXP UID, so that GetVersion is asked for and refused.
    #expect((read, written, engine.exchanges) == (row.identify, row.write, row.verify))
    if !row.chip.contains("mapping") { #expect(engine.type4Finding() == .message(octets)) }
    tag = try engine.identify()
    #expect(try tag.readNDEF() == .message(octets))
  }

  @Test(arguments: rows)
  func capacityIsExact(row: Row) throws {
    let engine = try EngineTransceiver(row.chip)
    let tag = try engine.identify()
    #expect(throws: TagError.tooSmall(needed: row.capacity + 1, capacity: row.capacity)) {
      try tag.writeNDEF([UInt8](repeating: 0xAA, count: row.capacity + 1))
    }
    let octets = message(size: row.capacity)
    #expect(octets.count == row.capacity)
    try tag.writeNDEF(octets)
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(try engine.identify().readNDEF() == .message(octets))
  }

  @Test(
    arguments: ["NTAG 424 DNA", "ST25TA02KB", "MIFARE DESFire EV1 (NDEF)", "Type 4 tag"],
    [nil, urlMessage("old.example/1")])
  func aTornWriteReadsAsEmptyOrWhole(chip: String, old: [UInt8]?) throws {
    let octets = message(size: 200)
    let preparation = TagPreparation(state: .formatted, ndef: old)
    var torn = 0
    for afterEffect in [false, true] {
      for exchange in 1... {
        let engine = try EngineTransceiver(chip, preparation)
        let tag = try engine.identify()
        _ = try tag.readNDEF()
        engine.tear = (engine.exchanges + exchange, afterEffect)
        do throws(TagError) { try tag.writeNDEF(octets) } catch {
          #expect(error == .lost)
          torn += 1
          let finding = engine.type4Finding()
          let old = old.map(Finding.message)
          #expect([.empty, .message(octets), old].contains(finding))
          let again = try engine.identify()
          try again.writeNDEF(octets)
          _ = engine.freshSelection()
          try again.verifyNDEF(octets)
          #expect(engine.type4Finding() == .message(octets))
          continue
        }
        break
      }
    }
    #expect(torn >= 4)
  }

  @Test func piecesThatAreRightAreNotWritten() throws {
    let old = message(size: 230, fill: 0x41)
    var new = old
    new[229] = 0x42
    let engine = try EngineTransceiver("ST25TA02KB", TagPreparation(state: .formatted, ndef: old))
    let tag = try engine.identify()
    _ = try tag.readNDEF()
    let before = engine.exchanges
    try tag.writeNDEF(old)
    #expect(engine.exchanges == before)
    try tag.writeNDEF(new)
    // Length to zero, the last of five pieces, length.
    #expect(engine.exchanges - before == 3)
    #expect(engine.type4Finding() == .message(new))
  }

  @Test func offsetsBeyondFifteenBitsAreReached() throws {
    let engine = try EngineTransceiver("Type 4 tag (mapping 3)")
    let octets = message(size: 39_000, fill: 0x5A)
    let tag = try engine.identify()
    try tag.writeNDEF(octets)
    #expect(engine.frames.contains { $0.starts(with: [0x00, 0xD7, 0x00, 0x00]) })
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(engine.frames.contains { $0.starts(with: [0x00, 0xB1, 0x00, 0x00, 0x05, 0x54, 0x03, 0x00]) })
    #expect(try engine.identify().readNDEF() == .message(octets))
  }

  @Test func accessConditionsAreTold() throws {
    let octets = urlMessage()
    let locked = try EngineTransceiver("ST25TA02KB", TagPreparation(state: .locked, ndef: octets)).identify()
    #expect(try locked.queryNDEFStatus() == .readOnly(capacity: 254, .capabilityContainer))
    #expect(try locked.readNDEF() == .message(octets))
    #expect(try locked.refusal(forWriting: [0xD0, 0x00, 0x00]) == .readOnly(.capabilityContainer))
    let guarded = try EngineTransceiver("NTAG 424 DNA", TagPreparation(state: .protected)).identify()
    #expect(try guarded.queryNDEFStatus() == .readOnly(capacity: 254, .password))
    let plain = try EngineTransceiver("MIFARE DESFire EV1").identify()
    #expect(plain.chip == "MIFARE DESFire EV1")
    #expect(try plain.queryNDEFStatus() == .notSupported(.malformed(detail: "no NDEF application")))
  }

  @Test func aRandomIdentifierDoesNotHinder() throws {
    let engine = try EngineTransceiver("NTAG 424 DNA", randomUID: true)
    let tag = try engine.identify()
    #expect(tag.uid.isRandom)
    #expect(tag.chip == "NTAG 424 DNA")
    try tag.writeNDEF(urlMessage())
    #expect(engine.freshSelection().uid != tag.uid)
    try tag.verifyNDEF(urlMessage())
  }

  // MARK: Locking

  @Test(arguments: ["ST25TA02KB", "ST25TA512B"])
  func theLockOfST25TAIsForEver(chip: String) throws {
    let engine = try EngineTransceiver(chip)
    let tag = try engine.identify()
    #expect(tag.canBeLocked)
    let octets = urlMessage()
    try tag.writeNDEF(octets)
    _ = engine.freshSelection()
    try tag.verifyNDEF(octets)
    try tag.writeLock()
    _ = engine.freshSelection()
    try tag.verifyLock()
    let locked = try engine.identify()
    #expect(
      try locked.queryNDEFStatus()
        == .readOnly(capacity: chip == "ST25TA02KB" ? 254 : 62, .capabilityContainer))
    #expect(throws: TagError.self) { try locked.writeNDEF([0xD0, 0x00, 0x00]) }
    #expect(engine.type4Finding() == .message(octets))
    // Locking a locked tag is no error: a lock whose result was lost.
    let again = try engine.identify()
    #expect(again.canBeLocked)
    try again.writeLock()
    try again.verifyLock()
  }

  @Test func anotherWritePasswordIsNamed() throws {
    var random = SeededRandom(seed: 1)
    let made = try #require(VirtualChips.make("ST25TA02KB", using: &random))
    var memory = made.memory
    memory[memory.count - 1] = 0x01
    var changed = made
    changed.restore(memory: memory)
    let tag = try EngineTransceiver(changed).identify()
    #expect(throws: TagError.lockFailed(detail: "write password is not the one of delivery")) {
      try tag.writeLock()
    }
  }

  @Test func aTornLockIsFoundOutAndFinished() throws {
    for afterEffect in [false, true] {
      for exchange in 1...4 {
        let engine = try EngineTransceiver(
          "ST25TA02KB", TagPreparation(state: .formatted, ndef: urlMessage()))
        let tag = try engine.identify()
        engine.tear = (engine.exchanges + exchange, afterEffect)
        #expect(throws: TagError.lost) { try tag.writeLock() }
        let again = try engine.identify()
        try again.writeLock()
        _ = engine.freshSelection()
        try again.verifyLock()
        #expect(engine.type4Finding() == .message(urlMessage()))
      }
    }
  }

  @Test(arguments: ["NTAG 424 DNA", "Type 4 tag", "MIFARE DESFire EV1 (NDEF)", "MIFARE DESFire EV1"])
  func tagsWithoutALockSayWhy(chip: String) throws {
    let engine = try EngineTransceiver(chip)
    let tag = try engine.identify()
    #expect(!tag.canBeLocked)
    let before = engine.tag.memory
    #expect(throws: TagError.self) { try tag.writeLock() }
    #expect(engine.tag.memory == before)
  }

  @Test func aLockThatDidNotTakeIsFoundOut() throws {
    let tag = try EngineTransceiver("ST25TA02KB").identify()
    #expect(throws: TagError.lockFailed(detail: "CC file still allows writing")) { try tag.verifyLock() }
  }

  @Test func detailsAreWhatTheTagSaid() throws {
    let nxp = try #require(try EngineTransceiver("NTAG 424 DNA").identify() as? any TagInspecting).inspect()
    #expect(nxp.version == [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05])
    #expect((nxp.firstGuardedPage, nxp.guardsReading) == (nil, false))
    let st = try #require(
      try EngineTransceiver("ST25TA02KB", TagPreparation(state: .protected)).identify() as? any TagInspecting
    ).inspect()
    #expect((st.version, st.firstGuardedPage) == (nil, 0))
    let lite = try #require(
      try EngineTransceiver("FeliCa Lite-S", TagPreparation(state: .locked)).identify() as? any TagInspecting
    ).inspect()
    #expect((lite.manufacturer, lite.lockedPages) == ("Sony", Array(0..<14)))
  }

  // MARK: Verification

  @Test func aByteThatWasLostIsFound() throws {
    let engine = try EngineTransceiver("NTAG 424 DNA")
    let tag = try engine.identify()
    let octets = urlMessage()
    try tag.writeNDEF(octets)
    var memory = engine.tag.memory
    memory[32 + 2 + 20] ^= 0x10
    engine.tag.restore(memory: memory)
    _ = engine.freshSelection()
    #expect(throws: TagError.verifyFailed(offset: 22)) { try tag.verifyNDEF(octets) }
    // Nothing stored at all: on ST's chips even the read is refused.
    let other = try EngineTransceiver("ST25TA02KB")
    let blank = try other.identify()
    #expect(throws: TagError.verifyFailed(offset: 0)) { try blank.verifyNDEF(octets) }
  }
}
