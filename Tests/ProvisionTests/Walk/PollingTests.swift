internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("Waiting for a tag") struct PollingTests {
  /// A second of looking as the walk does, by the timing model on a line of 115,200 baud (ten bits a byte).
  @Test func leavesMostOfTheLineFree() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    let before = bench.reader.statistics
    let looks = 40
    for look in 0..<looks {
      #expect(try (look % 20 == 0 ? device.freshSelection(like: nil) : device.poll()) == nil)
    }
    let spent = bench.reader.statistics - before
    let pauses = WalkOptions().pollInterval * looks
    let seconds =
      Double(pauses.components.seconds) + Double(pauses.components.attoseconds) / 1e18
      + Double(spent.microseconds) / 1e6
    let line = Double(spent.bytesFromHost + spent.bytesToHost) * 10 / 115_200
    #expect(line / seconds < 0.15)
    #expect(Double(spent.hostCommands) / seconds < 60)
  }

  /// Whatever turn the rare technologies have, a tag that can be written is found at the next look.
  @Test(arguments: ["NTAG213", "MIFARE Classic 1K", "Type 4 tag", "FeliCa Lite-S"], 0..<3)
  func findsATagAtTheNextLook(chip: String, turn: Int) throws {
    let bench = try WalkBench()
    let device = try bench.open()
    for _ in 0...turn { #expect(try device.poll() == nil) }
    var random = SeededRandom(seed: 3)
    let tag = try #require(VirtualChips.make(chip, using: &random))
    bench.field.place(tag)
    #expect(try device.poll()?.uid.bytes == tag.activation.identifier)
  }

  /// libnfc sets the port's speed and leaves the chip's alone, so that every command is as it was.
  @Test func takesABaudRate() throws {
    let bench = try WalkBench()
    bench.field.place(try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E580"))
    var counts: [ReaderStatistics] = []
    // The chip is as the opening before left it, which costs a first opening a command more.
    _ = try bench.open().freshSelection(like: nil)
    for suffix in ["", ":921600"] {
      let before = bench.reader.statistics
      let device = try LibNFCReader(
        connectionString: bench.reader.connectionString + suffix, fieldPause: 0)
      #expect(try device.freshSelection(like: nil)?.uid == UID(hex: "04A1B2C3D4E580"))
      counts.append(bench.reader.statistics - before)
    }
    #expect(counts[0].hostCommands == counts[1].hostCommands)
    #expect(counts[0].bytesToHost == counts[1].bytesToHost)
  }
}
