internal import Testing

@testable internal import Provision

@Suite struct Type2PasswordTests {
  private let password: [UInt8] = [0x50, 0x61, 0x73, 0x73]
  private let pack: [UInt8] = [0x4F, 0x4B]

  private func identify(_ fake: FakeType2) throws -> any PasswordProtecting {
    try #require(try TagDetection.identify(fake.detected, over: fake) as? any PasswordProtecting)
  }

  @Test(arguments: [false, true]) func protectionIsSwitchedOnLastAndProved(_ reading: Bool) throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    #expect(try tag.canProtect())
    try tag.writeNDEF(Type2TagTests.url())
    fake.resetCounts()
    try tag.protect(password: password, pack: pack, protectReading: reading)
    #expect(fake.writes == (reading ? [0x2B, 0x2C, 0x2A, 0x29] : [0x2B, 0x2C, 0x29]))
    #expect(fake.pages[0x29] == [0x04, 0, 0, 4])
    #expect(fake.pages[0x2A] == [reading ? 0x80 : 0, 5, 0, 0])
    fake.freshSelection()
    try tag.verifyProtection(password: password, pack: pack, protectReading: reading)
    #expect(fake.independentlyRead == Type2TagTests.url())

    fake.freshSelection()
    let found = try identify(fake)
    let status = try found.queryNDEFStatus()
    #expect(status == (reading ? .notSupported(.readProtected) : .readOnly(capacity: 137, .password)))
    #expect(throws: TagError.refused(command: "PWD_AUTH", address: nil)) {
      try found.authenticate(password: [0, 0, 0, 0], pack: pack)
    }
    try found.authenticate(password: password, pack: pack)
    #expect(try found.queryNDEFStatus() == .readWrite(capacity: 137, formatted: true))
    try found.writeNDEF(Type2TagTests.message(of: 90))
    #expect(fake.independentlyRead == Type2TagTests.message(of: 90))
  }

  /// Torn after any write: either no protection yet, or the whole of it with the password that was given.
  @Test(arguments: 0..<4) func aTornProtectionNeverLeavesAnUnknownPassword(_ exchange: Int) throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    _ = try tag.queryNDEFStatus()
    fake.resetCounts()
    fake.stays = exchange
    try? tag.protect(password: password, pack: pack, protectReading: true)
    let isProtected = fake.pages[0x29][3] == 4
    #expect(isProtected == (exchange == 4))
    #expect(!isProtected || fake.pages[0x2B] == password)
    fake.stays = nil
    fake.freshSelection()
    let again = try identify(fake)
    try again.protect(password: password, pack: pack, protectReading: true)
    fake.freshSelection()
    try again.verifyProtection(password: password, pack: pack, protectReading: true)
  }

  @Test func aProtectionThatDidNotTakeIsFoundOut() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    fake.storesNothing = true
    try tag.protect(password: password, pack: pack, protectReading: false)
    fake.freshSelection()
    #expect(throws: TagError.lockFailed(detail: "page 4 takes a write without the password")) {
      try tag.verifyProtection(password: password, pack: pack, protectReading: false)
    }
  }

  @Test func frozenConfigurationsAndChipsWithoutAPasswordAreRefused() throws {
    let frozen = FakeType2.ntag(213)
    frozen.pages[0x2A][0] = 0x40
    for fake in [frozen, .ultralight()] {
      let tag = try identify(fake)
      #expect(try !tag.canProtect())
      fake.resetCounts()
      #expect(throws: TagError.self) {
        try tag.protect(password: password, pack: pack, protectReading: false)
      }
      #expect(fake.writes.isEmpty)
    }
  }

  @Test func lockedAndProtectedTogetherIsProved() throws {
    let fake = FakeType2.ntag(213)
    let tag = try identify(fake)
    try tag.writeNDEF(Type2TagTests.url())
    try tag.checkLock()
    try tag.protect(password: password, pack: pack, protectReading: false)
    fake.freshSelection()
    try tag.verifyProtection(password: password, pack: pack, protectReading: false)
    // In the session that the proof left open: the lock bytes are guarded as well.
    try tag.writeLock()
    fake.freshSelection()
    try tag.verifyLock()
    fake.freshSelection()
    try tag.verifyProtection(password: password, pack: pack, protectReading: false)
  }
}
