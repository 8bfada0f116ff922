internal import Testing

@testable internal import Provision

@Suite struct Type2MirrorTests {
  private static let before = "https://example.org/t?m="

  private func octets(_ mirror: Mirror) throws -> [UInt8] {
    NDEFMessage([try .uri(Self.before + String(repeating: "0", count: mirror.length) + "&z")]).encoded()
  }
  private let offset = 5 + before.dropFirst(8).utf8.count

  @Test(arguments: [
    (Mirror.uid, "0451AAC3790000", [0x44, 0, 0x0B, 0xFF] as [UInt8]),
    (.counter, "00001F", [0x84, 0, 0x0B, 0xFF]),
    (.uidAndCounter, "0451AAC3790000x00001F", [0xC4, 0, 0x0B, 0xFF]),
  ])
  func theMirrorShowsInItsPlace(_ mirror: Mirror, _ text: String, _ configuration: [UInt8]) throws {
    let fake = FakeType2.ntag(213)
    fake.pages[1] = [0xC3, 0x79, 0x00, 0x00]
    let tag = try #require(try TagDetection.identify(fake.detected, over: fake) as? any Mirroring)
    let octets = try octets(mirror)
    #expect(try tag.canMirror(mirror, at: offset, inMessageOf: octets.count))
    try tag.writeNDEF(octets)
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    try tag.enableMirror(mirror, at: offset)
    #expect(fake.pages[0x29] == configuration)
    #expect(fake.pages[0x2A][0] == (mirror == .uid ? 0 : 0x10))
    fake.freshSelection()
    let shown = try NDEFMessage(decoding: try tag.verifyMirror(mirror, at: offset, in: octets))
    #expect(try URIRecord(decoding: shown.records[0]).uri == Self.before + text + "&z")
    #expect(fake.independentlyRead == octets)
    // Without the mask the window differs.
    fake.freshSelection()
    #expect(throws: TagError.self) { try tag.verifyNDEF(octets) }
    // What is written next must not show through it.
    let again = try TagDetection.identify(fake.detected, over: fake)
    try again.writeNDEF(Type2TagTests.message(of: 100))
    fake.freshSelection()
    try again.verifyNDEF(Type2TagTests.message(of: 100))
  }

  @Test func aWindowOutsideOfTheMessageIsRefused() throws {
    let fake = FakeType2.ntag(213)
    let tag = try #require(try TagDetection.identify(fake.detected, over: fake) as? any Mirroring)
    let octets = try octets(.uid)
    try tag.writeNDEF(octets)
    fake.resetCounts()
    for offset in [-1, octets.count - 13, octets.count, Int.max - 20] {
      #expect(try !tag.canMirror(.uid, at: offset, inMessageOf: octets.count))
      #expect(throws: TagError.self) { try tag.enableMirror(.uid, at: offset) }
    }
    #expect(fake.writes.isEmpty)
  }

  @Test func chipsWithoutAMirrorSaySo() throws {
    let fake = FakeType2.ultralightEV1()
    let tag = try #require(try TagDetection.identify(fake.detected, over: fake) as? any Mirroring)
    #expect(try !tag.canMirror(.uid, at: 5, inMessageOf: 60))
  }
}
