internal import Testing

@testable internal import Provision

/// Parts that GET_VERSION does not name, and what each costs.
@Suite struct Type2ProbingTests {
  struct Part: CustomTestStringConvertible {
    var chip: String
    var capacity: Int
    var formatted: Bool
    /// Exchanges until the status is known, refused ones included; page writes and read-back of the 40-byte URL.
    var costs: (status: Int, write: Int, verify: Int)
    var make: @Sendable () -> FakeType2

    var testDescription: String { chip }
  }

  static let parts: [Part] = [
    Part(chip: "NTAG213", capacity: 137, formatted: true, costs: (2, 11, 1)) { .ntag(213) },
    Part(chip: "NTAG215", capacity: 492, formatted: true, costs: (3, 10, 1)) { .ntag(215) },
    Part(chip: "NTAG216", capacity: 868, formatted: true, costs: (3, 10, 1)) { .ntag(216) },
    Part(chip: "MIFARE Ultralight", capacity: 46, formatted: false, costs: (4, 11, 3)) { .ultralight() },
    Part(chip: "MIFARE Ultralight C", capacity: 142, formatted: false, costs: (4, 11, 3)) { .ultralightC() },
    Part(chip: "MIFARE Ultralight EV1 21", capacity: 126, formatted: false, costs: (2, 11, 1)) {
      .ultralightEV1()
    },
    Part(chip: "NTAG203", capacity: 142, formatted: true, costs: (8, 10, 3)) {
      .plain(pages: 42, container: [0xE1, 0x10, 0x12, 0x00])
    },
    Part(chip: "FM11NT021", capacity: 142, formatted: true, costs: (7, 10, 3)) {
      .plain(pages: 45, container: [0xE1, 0x10, 0x12, 0x00], maker: 0x1D)
    },
    Part(chip: "my-d move lean", capacity: 46, formatted: true, costs: (5, 10, 3)) {
      .plain(pages: 16, container: [0xE1, 0x10, 0x06, 0x00], maker: 0x05)
    },
    Part(chip: "my-d move", capacity: 126, formatted: false, costs: (7, 11, 3)) {
      .plain(pages: 38, maker: 0x05)
    },
  ]

  @Test(arguments: parts) func aPartIsKnownAndWrittenAtItsCost(_ part: Part) throws {
    let fake = part.make()
    let tag = try TagDetection.identify(fake.detected, over: fake)
    #expect(tag.chip == part.chip)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: part.capacity, formatted: part.formatted))
    #expect(try tag.readNDEF() == (part.formatted ? .empty : .unformatted))
    #expect(fake.exchanges == part.costs.status)
    fake.resetCounts()
    try tag.writeNDEF(Type2TagTests.url())
    #expect(fake.writes.count == part.costs.write)
    #expect(fake.exchanges == part.costs.write)
    #expect(fake.independentlyRead == Type2TagTests.url())
    fake.resetCounts()
    fake.freshSelection()
    try tag.verifyNDEF(Type2TagTests.url())
    #expect(fake.exchanges == part.costs.verify)
  }

  @Test(arguments: parts) func theWholeCapacityIsWrittenAndReadBack(_ part: Part) throws {
    let fake = part.make()
    let tag = try TagDetection.identify(fake.detected, over: fake)
    let octets = Type2TagTests.message(of: part.capacity)
    try tag.writeNDEF(octets)
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(fake.independentlyRead == octets)
    fake.freshSelection()
    #expect(try TagDetection.identify(fake.detected, over: fake).readNDEF() == .message(octets))
  }

  /// Lock bytes of NTAG203 and Ultralight C; other parts of this size are not locked by guess.
  @Test func onlyKnownLockBytesAreWritten() throws {
    for (fake, lockAll) in [
      (FakeType2.ultralightC(), [0xFF, 0xFF, 0, 0]),
      (.plain(pages: 42, container: [0xE1, 0x10, 0x12, 0x00]), [0xFF, 0x01, 0, 0]),
    ] as [(FakeType2, [UInt8])] {
      fake.dynamicLock = (0x28, 4)
      let tag = try TagDetection.identify(fake.detected, over: fake)
      try tag.checkLock()
      try tag.writeNDEF(Type2TagTests.url())
      fake.resetCounts()
      try tag.writeLock()
      #expect(fake.writes == [3, 0x28, 2])
      #expect(fake.pages[0x28] == lockAll)
    }
    let unknown = FakeType2.plain(pages: 45, container: [0xE1, 0x10, 0x12, 0x00], maker: 0x1D)
    let tag = try TagDetection.identify(unknown.detected, over: unknown)
    #expect(throws: TagError.self) { try tag.checkLock() }
    #expect(throws: TagError.self) { try tag.writeLock() }
    #expect(unknown.writes.isEmpty)
  }

  @Test func aLockProofCostsTwoExchangesOnNTAG213() throws {
    let fake = FakeType2.ntag(213)
    let tag = try TagDetection.identify(fake.detected, over: fake)
    try tag.writeNDEF(Type2TagTests.url())
    fake.resetCounts()
    try tag.writeLock()
    #expect(fake.exchanges == 3)
    fake.resetCounts()
    fake.freshSelection()
    try tag.verifyLock()
    #expect(fake.exchanges == 2)
    #expect(fake.selections == 1)
  }

  /// A chip that claims to be an NTAG216 and has 48 pages, over and over.
  @Test func aChipThatWrapsIsFoundOutByTheVerify() throws {
    let fake = FakeType2.ntag(216)
    fake.wrapsAt = 48
    let tag = try TagDetection.identify(fake.detected, over: fake)
    let octets = (0..<600).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try? tag.writeNDEF(octets)
    fake.freshSelection()
    #expect(throws: TagError.self) { try tag.verifyNDEF(octets) }
  }

  @Test func sectorZeroBoundsAnNTAGI2C2K() throws {
    var pages = FakeType2.head + [[0xE1, 0x10, 0xEA, 0x00], [0x03, 0x00, 0xFE, 0x00]]
    pages += Array(repeating: [0, 0, 0, 0], count: 256 - pages.count)
    let fake = FakeType2(pages: pages, version: [0, 4, 4, 5, 2, 1, 0x15, 3])
    fake.hasFastRead = true
    let tag = try TagDetection.identify(fake.detected, over: fake)
    #expect(tag.chip == "NTAG I2C 2K")
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 1004, formatted: true))
    let octets = Type2TagTests.message(of: 1004)
    try tag.writeNDEF(octets)
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(fake.independentlyRead == octets)
  }

  @Test(arguments: [
    (DetectedTag.Technology.jewel, "Topaz"), (.iso14443B, "ISO/IEC 14443 B"),
    (.felica(pmm: [], systemCode: 0x12FC), "FeliCa"),
    (.iso14443A(sensRes: [0x00, 0x04], selRes: 0x08, ats: []), "MIFARE Classic 1K"),
    (.iso14443A(sensRes: [0x00, 0x02], selRes: 0x18, ats: []), "MIFARE Classic 4K"),
    (.iso14443A(sensRes: [0x03, 0x44], selRes: 0x20, ats: [0x75]), "ISO/IEC 14443-4 A"),
  ])
  func aFamilyWithoutAWriterIsNamed(_ technology: DetectedTag.Technology, _ name: String) throws {
    let tag = UnsupportedTag(DetectedTag(uid: UID([1, 2, 3, 4]), technology: technology))
    #expect(try tag.queryNDEFStatus() == .notSupported(.family(name)))
    #expect(throws: TagError.unsupported(detail: name)) { try tag.writeNDEF([0xD0, 0, 0]) }
  }
}
