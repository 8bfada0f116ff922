import Provision
import Testing
import VirtualReader

@Suite struct ClassicDetailsTests {
  private static let message: [UInt8] = [0xD1, 0x01, 0x04, 0x54, 0x02, 0x65, 0x6E, 0x78]

  private func inspect(
    _ product: ClassicProduct, _ preparation: TagPreparation
  ) throws -> (details: TagDetails, exchanges: Int) {
    let bench = ClassicBench(product)
    try bench.card.prepare(preparation)
    let before = bench.card.memory
    let tag = try bench.present()
    _ = try tag.queryNDEFStatus()
    bench.resetCounts()
    let details = try #require(tag as? any TagInspecting).inspect()
    #expect(bench.card.memory == before)
    return (details, bench.exchanges)
  }

  @Test(arguments: [
    (ClassicProduct.oneK, 1024), (.oneKSevenByteUID, 1024), (.fourK, 4096), (.mini, 320),
  ])
  func theSizeIsThatOfTheProduct(_ product: ClassicProduct, size: Int) throws {
    for state in [TagPreparation.State.blank, .formatted] {
      let (details, exchanges) = try inspect(product, TagPreparation(state: state))
      #expect(details == TagDetails(memorySize: size))
      #expect(exchanges <= 2, "of a tag whose status is known")
    }
  }

  @Test func theMakerIsToldByALongIdentifierOnly() throws {
    let long = ClassicBench(ClassicVirtualTag(.oneKSevenByteUID, uid: [0x04, 1, 2, 3, 4, 5, 6]))
    #expect(try #require(try long.present() as? any TagInspecting).inspect().manufacturer == "NXP")
    let short = ClassicBench(ClassicVirtualTag(.oneK, uid: [0x04, 1, 2, 3]))
    #expect(try #require(try short.present() as? any TagInspecting).inspect().manufacturer == nil)
  }

  @Test func lockedBlocksAreTheDirectorysAndTheMessages() throws {
    let (details, exchanges) = try inspect(.fourK, TagPreparation(state: .locked, ndef: Self.message))
    #expect(details.lockedPages == Array(0..<8))
    #expect(details.firstGuardedPage == nil)
    #expect(exchanges <= 2)
  }

  @Test func aSecretKeyBGuardsWriting() throws {
    let (details, _) = try inspect(.oneK, TagPreparation(state: .protected, ndef: Self.message))
    #expect(details.firstGuardedPage == 4)
    #expect(!details.guardsReading)
    #expect(details.lockedPages == [])
  }

  /// Keys A that nobody knows: of all sectors, or of the sectors of the message.
  @Test(arguments: [(0, 0), (1, 4)])
  func aSecretKeyAGuardsReading(from sector: Int, block: Int) throws {
    let bench = ClassicBench(.oneK)
    try bench.card.prepare(TagPreparation(state: .formatted))
    var memory = bench.card.memory
    for sector in sector..<16 {
      memory.replaceSubrange(sector * 64 + 48..<sector * 64 + 54, with: [9, 9, 9, 9, 9, 9])
    }
    bench.card.restore(memory: memory)
    let details = try #require(try bench.present() as? any TagInspecting).inspect()
    #expect(details == TagDetails(memorySize: 1024, firstGuardedPage: block, guardsReading: true))
  }
}
