internal import Testing

@testable internal import Provision

@Suite struct Type2TagTests {
  static let url40 = "https://example.org/badge/0123456789abcd"

  static func url(_ text: String = url40) -> [UInt8] {
    (try? NDEFMessage([.uri(text)]).encoded()) ?? []
  }

  /// A message of exactly this size.
  static func message(of size: Int, filler: UInt8 = 0x61) -> [UInt8] {
    let header = size > 258 ? 7 : 4
    let payload = [UInt8](repeating: filler, count: size - header)
    let record = NDEFRecord(unchecked: .wellKnown, type: [0x55], payload: [4] + payload.dropFirst())
    return NDEFMessage([record]).encoded()
  }

  private func identify(_ fake: FakeType2) throws -> any Provision.Tag {
    try TagDetection.identify(fake.detected, over: fake)
  }

  @Test func anNTAG213WithA40ByteURLCostsTwoElevenAndOneExchanges() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    #expect(tag.chip == "NTAG213")
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 137, formatted: true))
    #expect(try tag.readNDEF() == .empty)
    #expect(fake.exchanges == 2)
    fake.resetCounts()
    try tag.writeNDEF(Self.url())
    #expect(fake.exchanges == 11)
    #expect(fake.independentlyRead == Self.url())
    fake.resetCounts()
    fake.freshSelection()
    try tag.verifyNDEF(Self.url())
    #expect(fake.exchanges == 1)
    #expect(fake.selections == 0)
  }

  @Test func anNTAG216With810BytesCostsAtMost205Writes() throws {
    let fake = FakeType2.ntag(216)
    let tag = try identify(fake)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 868, formatted: true))
    #expect(try tag.readNDEF() == .empty)
    #expect(fake.exchanges <= 3)
    fake.resetCounts()
    let octets = Self.message(of: 810)
    try tag.writeNDEF(octets)
    #expect(fake.exchanges <= 205)
    #expect(fake.independentlyRead == octets)
    fake.resetCounts()
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(fake.exchanges == 4)
  }

  @Test func theSameMessageIsNotWrittenAgainAndOneCharacterCostsThreePages() throws {
    let fake = FakeType2.ntag(213)
    try identify(fake).writeNDEF(Self.url())
    fake.resetCounts()
    let tag = try identify(fake)
    try tag.writeNDEF(Self.url())
    #expect(fake.writes.isEmpty)
    let changed = Self.url(Self.url40.dropLast() + "Z")
    try tag.writeNDEF(changed)
    #expect(fake.writes == [5, 14, 5])
    #expect(fake.independentlyRead == changed)
  }

  @Test(arguments: [(213, 137), (215, 492), (216, 868)]) func capacityIsExact(_ model: Int, _ capacity: Int)
    throws
  {
    for size in [capacity, capacity - 1, capacity - 2] {
      let fake = FakeType2.ntag(model)
      let tag = try identify(fake)
      let octets = Self.message(of: size)
      #expect(octets.count == size)
      #expect(try tag.refusal(forWriting: octets) == nil)
      try tag.writeNDEF(octets)
      fake.freshSelection()
      try tag.verifyNDEF(octets)
      #expect(fake.independentlyRead == octets)
    }
    let fake = FakeType2.ntag(model)
    let tag = try identify(fake)
    let octets = Self.message(of: capacity + 1)
    #expect(try tag.refusal(forWriting: octets) == .tooSmall(needed: capacity + 1, capacity: capacity))
    #expect(throws: TagError.tooSmall(needed: capacity + 1, capacity: capacity)) { try tag.writeNDEF(octets) }
    #expect(fake.writes.isEmpty)
  }

  @Test(arguments: [253, 254, 255, 256, 257]) func lengthsAroundTheLongFormAreRight(_ size: Int) throws {
    let fake = FakeType2.ntag(216)
    let tag = try identify(fake)
    let octets = Self.message(of: size)
    try tag.writeNDEF(octets)
    #expect(fake.independentlyRead == octets)
    #expect(try identify(fake).readNDEF() == .message(octets))
  }

  /// From one content to another, torn away after every exchange: unformatted, empty, the old or the new message whole,
  /// and from there the same message can be finished.
  @Test(arguments: [
    ("213", 0, 41), ("213", 41, 60), ("213", 60, 41), ("213", 41, 41), ("213", 137, 5), ("215", 0, 300),
    ("215", 300, 100), ("215", 100, 300), ("215", 300, 310), ("ultralight", 0, 46), ("ev1", 0, 126),
    ("garbage", 0, 60),
    ("spanning", 0, 300), ("spanning", 300, 60), ("spanning", 60, 300), ("nulls", 0, 60),
  ])
  func aTornWriteReadsAsEmpty(_ kind: String, _ before: Int, _ after: Int) throws {
    let old = before > 0 ? Self.message(of: before, filler: 0x6F) : []
    let new = Self.message(of: after, filler: 0x6E)
    var exchange = 0
    var isFinished = false
    while !isFinished {
      let fake = try make(kind)
      if before > 0 { try identify(fake).writeNDEF(old) }
      let initially = fake.independentlyRead
      let tag = try identify(fake)
      _ = try tag.readNDEF()
      fake.resetCounts()
      fake.stays = exchange
      do throws(TagError) {
        try tag.writeNDEF(new)
        isFinished = true
        #expect(fake.independentlyRead == new)
      } catch {
        #expect(error == .lost)
        let read = fake.independentlyRead
        if fake.writes.isEmpty {
          #expect(read == initially)
        } else {
          #expect(read == nil || read == [] || read == new)
        }
        fake.stays = nil
        fake.freshSelection()
        let again = try identify(fake)
        try again.writeNDEF(new)
        #expect(fake.independentlyRead == new)
      }
      exchange += 1
      try #require(exchange < 300)
    }
  }

  private func make(_ kind: String) throws -> FakeType2 {
    switch kind {
    case "213": return .ntag(213)
    case "215": return .ntag(215)
    case "ultralight": return .ultralight()
    case "ev1": return .ultralightEV1()
    case "garbage":
      let fake = FakeType2.ntag(213)
      for page in 4...0x27 { fake.pages[page] = [0x41, 0x50, 0x03, 0x02] }
      return fake
    case "nulls":
      let fake = FakeType2.ntag(213)
      for page in 4...0x27 { fake.pages[page] = [0, 0, 0, 0] }
      return fake
    default:
      // T in the last byte of one page, L in the first of the next.
      let fake = FakeType2.ntag(215)
      fake.pages[4] = [0xFD, 0x01, 0x00, 0x03]
      fake.pages[5] = [0x00, 0xFE, 0x00, 0x00]
      return fake
    }
  }

  @Test func aTornTagIsEmptyAndNotForeign() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[5] = [0x34, 0x03, 0x00, 0xD1]
    fake.pages[6] = [0x01, 0x55, 0x04, 0x61]
    #expect(try identify(fake).readNDEF() == .empty)
  }

  @Test func anUltralightIsFormattedContainerLast() throws {
    let fake = FakeType2.ultralight()
    let tag = try identify(fake)
    #expect(tag.chip == "MIFARE Ultralight")
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 46, formatted: false))
    #expect(try tag.readNDEF() == .unformatted)
    fake.resetCounts()
    try tag.writeNDEF(Self.message(of: 46))
    #expect(fake.writes == Array(4...15) + [3])
    #expect(fake.pages[3] == [0xE1, 0x10, 0x06, 0x00])
    fake.freshSelection()
    try tag.verifyNDEF(Self.message(of: 46))
    try tag.writeLock()
    fake.freshSelection()
    try tag.verifyLock()
    #expect(fake.pages[2][2...3] == [0xFF, 0xFF])
    #expect(fake.pages[3][3] == 0x0F)
  }

  @Test(arguments: [
    (213, [0xFF, 0x0F, 0x3F, 0xBD] as [UInt8], 0x28), (215, [0xFF, 0x00, 0x0F, 0xBD], 0x82),
    (216, [0xFF, 0x3F, 0x7F, 0xBD], 0xE2),
  ])
  func theLockIsTheChipsOwn(_ model: Int, _ bytes: [UInt8], _ page: Int) throws {
    let fake = FakeType2.ntag(model)
    let tag = try identify(fake)
    try tag.writeNDEF(Self.url())
    fake.resetCounts()
    try tag.writeLock()
    #expect(fake.writes == [3, page, 2])
    #expect(fake.pages[page] == bytes)
    fake.resetCounts()
    fake.freshSelection()
    try tag.verifyLock()
    #expect(fake.writes.isEmpty)
    fake.freshSelection()
    let again = try identify(fake)
    #expect(try again.queryNDEFStatus() == .readOnly(capacity: try again.capacity, .capabilityContainer))
    #expect(try again.readNDEF() == .message(Self.url()))
  }

  @Test func aLockThatDidNotTakeIsFoundOut() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    try tag.writeNDEF(Self.url())
    fake.storesNothing = true
    try tag.writeLock()
    fake.freshSelection()
    #expect(throws: TagError.self) { try tag.verifyLock() }
  }

  @Test func frozenLockBitsAreFoundBeforeAnythingIsWritten() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[0x28] = [0x00, 0x00, 0x3F, 0xBD]
    let tag = try identify(fake)
    try tag.writeNDEF(Self.url())
    fake.resetCounts()
    #expect(throws: TagError.self) { try tag.writeLock() }
    #expect(fake.writes.isEmpty)
  }

  @Test func aTagThatStoresNothingFailsTheVerify() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    fake.storesNothing = true
    try tag.writeNDEF(Self.url())
    fake.freshSelection()
    #expect(throws: TagError.verifyFailed(offset: 6)) { try tag.verifyNDEF(Self.url()) }
  }

  @Test func lockBitsMatterOnlyToAMessageThatReachesThem() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[2][3] = 0x02
    let tag = try identify(fake)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 137, formatted: true))
    #expect(try tag.refusal(forWriting: Self.url()) == .readOnly(.lockBits(pages: [9])))
    let short = Self.message(of: 13)
    #expect(try tag.refusal(forWriting: short) == nil)
    try tag.writeNDEF(short)
    fake.freshSelection()
    try tag.verifyNDEF(short)
    #expect(fake.independentlyRead == short)
  }

  @Test(
    arguments: [
      ([0xE1, 0x10, 0x12, 0x0F], NDEFStatus.readOnly(capacity: 137, .capabilityContainer)),
      ([0xE1, 0x10, 0x12, 0xF0], .notSupported(.readProtected)),
      ([0xE1, 0x10, 0x12, 0x08], .readOnly(capacity: 137, .password)),
      ([0xF1, 0x10, 0xFF, 0xEE], .notSupported(.capabilityContainer([0xF1, 0x10, 0xFF, 0xEE]))),
      ([0xE1, 0x10, 0xFF, 0x00], .notSupported(.capabilityContainer([0xE1, 0x10, 0xFF, 0x00]))),
      ([0xE1, 0x20, 0x12, 0x00], .notSupported(.capabilityContainer([0xE1, 0x20, 0x12, 0x00]))),
      ([0x00, 0x00, 0x00, 0x00], .readWrite(capacity: 142, formatted: false)),
      ([0xE1, 0x10, 0x00, 0x00], .readWrite(capacity: 142, formatted: false)),
      ([0xE1, 0x10, 0x06, 0x00], .readWrite(capacity: 41, formatted: true)),
    ] as [([UInt8], NDEFStatus)])
  func theContainerDecides(_ container: [UInt8], _ status: NDEFStatus) throws {
    let fake = FakeType2.ntag(213)
    fake.pages[3] = container
    #expect(try identify(fake).queryNDEFStatus() == status)
  }

  @Test func aWriteProtectedTagIsNamedAndSurvivesTheQuestion() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[0x29][3] = 4
    #expect(try identify(fake).queryNDEFStatus() == .readOnly(capacity: 137, .password))
  }

  @Test func aReadProtectedTagIsNamedInBoundedExchanges() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[0x29][3] = 4
    fake.pages[0x2A][0] = 0x80
    #expect(try identify(fake).queryNDEFStatus() == .notSupported(.readProtected))
    #expect(fake.exchanges <= 5)
  }

  @Test func onlyTheConfigurationGuardedLeavesTheRestWritable() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[0x29][3] = 0x29
    fake.pages[0x2A][0] = 0x80
    let tag = try identify(fake)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 137, formatted: true))
    try tag.writeNDEF(Self.url())
    #expect(fake.independentlyRead == Self.url())
  }

  @Test func anUnknownVersionIsServedByItsContainer() throws {
    let fake = FakeType2.ntag(213)
    fake.version = [0, 0x53, 4, 2, 1, 0, 0x0F, 3]
    let tag = try identify(fake)
    #expect(tag.chip == "Type 2 tag")
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 137, formatted: true))
    try tag.writeNDEF(Self.url())
    fake.freshSelection()
    try tag.verifyNDEF(Self.url())
    #expect(fake.independentlyRead == Self.url())
    #expect(throws: TagError.unsupported(detail: "the lock bytes of this chip are not known")) {
      try tag.writeLock()
    }
  }

  @Test func reservedBytesInsideTheAreaAreJumpedOver() throws {
    let fake = FakeType2.ntag(213)
    // Memory control: 8 bytes from byte 40 (page 10); lock control: byte 64, 8 bits.
    fake.pages[4] = [0x02, 0x03, 0x28, 0x08]
    fake.pages[5] = [0x04, 0x01, 0x03, 0x40]
    fake.pages[6] = [0x08, 0x04, 0x03, 0x00]
    for page in 7...0x27 { fake.pages[page] = [0xAA, 0xAA, 0xAA, 0xAA] }
    let tag = try identify(fake)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 144 - 10 - 2 - 9, formatted: true))
    let octets = Self.message(of: 100)
    try tag.writeNDEF(octets)
    #expect(fake.pages[10] == [0xAA, 0xAA, 0xAA, 0xAA] && fake.pages[11] == [0xAA, 0xAA, 0xAA, 0xAA])
    #expect(fake.pages[16][0] == 0xAA && fake.pages[16][1] == 0x61)
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(try identify(fake).readNDEF() == .message(octets))
  }

  @Test func aTagThatLeavesIsLostAndOneThatRefusesIsNot() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    fake.stays = 0
    #expect(throws: TagError.lost) { try tag.writeNDEF(Self.url()) }
    fake.stays = nil
    // Locked behind our back.
    fake.pages[2][2] = 0x40
    #expect(throws: TagError.refused(command: "WRITE", address: 6)) { try tag.writeNDEF(Self.url()) }
  }

  @Test(arguments: 0..<300) func hostileMemoryNeverTraps(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let fake = seed.isMultiple(of: 2) ? FakeType2.ntag(213) : FakeType2.ultralightEV1()
    if seed.isMultiple(of: 3) { fake.version = [0, 4, 9, 9, 9, 9, 9, 3] }
    for page in 2..<fake.pages.count where page > 3 || Bool.random(using: &random) {
      fake.pages[page] = (0..<4).map { _ in
        let choices: [UInt8] = [0, 1, 2, 3, 0xFD, 0xFE, 0xFF, UInt8.random(in: 0...255, using: &random)]
        return choices.randomElement(using: &random) ?? 0
      }
    }
    if seed.isMultiple(of: 5) { fake.pages[3] = [0xE1, 0x10, UInt8.random(in: 0...255, using: &random), 0] }
    do {
      let tag = try identify(fake)
      _ = try tag.queryNDEFStatus()
      _ = try tag.readNDEF()
      let octets = Self.message(of: 20)
      if try tag.refusal(forWriting: octets) == nil {
        try tag.writeNDEF(octets)
        fake.freshSelection()
        try tag.verifyNDEF(octets)
      }
    } catch is TagError {
      // A named fault is an answer.
    }
    #expect(fake.exchanges < 200)
  }
}

extension Provision.Tag {
  var capacity: Int {
    get throws {
      switch try queryNDEFStatus() {
      case .readOnly(let capacity, _), .readWrite(let capacity, _): capacity
      case .notSupported: 0
      }
    }
  }
}
