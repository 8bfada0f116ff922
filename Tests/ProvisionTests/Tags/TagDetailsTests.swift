internal import Testing

@testable internal import Provision

@Suite struct TagDetailsTests {
  private func inspect(_ fake: FakeType2) throws -> TagDetails {
    let tag = try TagDetection.identify(fake.detected, over: fake)
    return try #require(tag as? any TagInspecting).inspect()
  }

  @Test func aFactoryTagIsOpen() throws {
    let details = try inspect(.ntag(213))
    #expect(
      details
        == TagDetails(manufacturer: "NXP", memorySize: 180, version: [0, 4, 4, 2, 1, 0, 0x0F, 3]))
  }

  @Test func locksPasswordAndMirrorAreNamed() throws {
    let fake = FakeType2.ntag(215)
    fake.pages[2][3] = 0x02
    fake.pages[0x82][0] = 0x80
    fake.pages[0x83] = [0x84, 0, 0x10, 0x20]
    let details = try inspect(fake)
    #expect(details.lockedPages == [9, 128, 129])
    #expect(details.firstGuardedPage == 0x20)
    #expect(!details.guardsReading)
    #expect(details.mirror == .counter)
  }

  @Test func guardedReadingIsNamed() throws {
    let fake = FakeType2.ntag(213)
    fake.pages[0x29][3] = 4
    fake.pages[0x2A][0] = 0x80
    #expect(try inspect(fake).guardsReading)
  }

  @Test(arguments: TagImage.type2) func everyImageCanBeLookedAt(_ image: TagImage) throws {
    let fake = image.fake
    _ = try inspect(fake)
    #expect(fake.writes.isEmpty)
  }
}
