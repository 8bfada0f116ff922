internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What a tag costs on the air and on the line, from the prompt with the tag lying there to the operator's "done", the
/// selection that finds it included and all promises kept: alone in the field, status and capacity known, intent logged,
/// fresh selection, every byte compared.
@Suite("The cost of a tag") struct ExchangeCountTests {
  /// A message on a chip, and the bounds on its exchanges and host commands: blank, and rewritten with one character
  /// changed.
  struct Cost: Sendable, CustomTestStringConvertible {
    let chip: String
    let message: Int
    let blank: (exchanges: Int, commands: Int)
    let rewritten: (exchanges: Int, commands: Int)

    init(_ chip: String, _ message: Int, _ blank: (Int, Int), _ rewritten: (Int, Int)) {
      self.chip = chip
      self.message = message
      self.blank = blank
      self.rewritten = rewritten
    }

    var testDescription: String { "\(chip), \(message) bytes" }
  }

  // What it costs now, which is the bound; the agreed ones are 18 and 26 for an NTAG213, 225 and 240 for an NTAG216.
  // Much of a blank MIFARE Classic is its formatting, sector by sector, and one block a read or write is all it has.
  // 37 bytes: 40 characters of URL, of which one byte stands for the first eight: 4 + 1 + 32.
  static let costs = [
    Cost("NTAG213", 37, (17, 23), (9, 15)),
    Cost("NTAG216", 810, (214, 220), (16, 22)),
    Cost("NTAG215", 37, (17, 23), (10, 16)),
    Cost("NTAG215", 480, (131, 137), (15, 21)),
    Cost("NTAG203", 37, (29, 35), (23, 29)),
    Cost("NTAG210", 37, (16, 22), (9, 15)),
    Cost("NTAG212", 37, (17, 23), (9, 15)),
    Cost("NTAG I2C 1K", 37, (17, 23), (10, 16)),
    Cost("NTAG I2C plus 1K", 37, (17, 23), (10, 16)),
    Cost("FM11NT021", 37, (27, 33), (21, 27)),
    Cost("MIFARE Ultralight", 37, (24, 30), (19, 25)),
    Cost("MIFARE Ultralight EV1 (MF0UL11)", 37, (17, 23), (9, 15)),
    Cost("MIFARE Ultralight EV1 (MF0UL21)", 37, (17, 23), (9, 15)),
    Cost("MIFARE Ultralight C", 37, (23, 29), (18, 24)),
    Cost("MIFARE Classic Mini", 37, (47, 43), (24, 27)),
    Cost("MIFARE Classic 1K", 37, (102, 87), (24, 27)),
    Cost("MIFARE Classic 1K", 660, (219, 165), (184, 187)),
    Cost("MIFARE Classic EV1 1K", 37, (102, 87), (24, 27)),
    Cost("MIFARE Classic 4K", 37, (233, 191), (34, 37)),
    Cost("Type 4 tag", 37, (14, 20), (16, 22)),
    Cost("Type 4 tag (mapping 1)", 37, (15, 21), (17, 23)),
    Cost("Type 4 tag (mapping 3)", 37, (15, 21), (17, 23)),
    Cost("NTAG 413 DNA", 37, (16, 22), (18, 24)),
    Cost("NTAG 424 DNA", 37, (16, 22), (18, 24)),
    Cost("NTAG 424 DNA", 240, (21, 23), (26, 25)),
    Cost("MIFARE DESFire EV1 (NDEF)", 37, (16, 22), (18, 24)),
    Cost("ST25TA02KB", 37, (15, 21), (17, 23)),
    Cost("FeliCa Lite-S", 37, (17, 23), (9, 14)),
    Cost("FeliCa Lite", 37, (17, 23), (9, 14)),
  ]

  @Test(arguments: costs)
  func staysWithinItsBound(cost: Cost) throws {
    var bench = try WalkBench()
    let device = try bench.open()
    var random = SeededRandom(seed: 7)
    let made = try #require(VirtualChips.make(cost.chip, using: &random), "no chip \(cost.chip)")
    let first = try measure(bench, made, cost, ending: "x", device)
    // The same tag with its memory as it is now, another run, one character changed.
    let written = try #require(bench.field.records.last?.tag)
    try FileManager.default.removeItem(atPath: bench.logPath)
    bench.options.overwrite = true
    let second = try measure(bench, written, cost, ending: "y", device)
    #expect(first.rfExchanges <= cost.blank.exchanges)
    #expect(first.hostCommands <= cost.blank.commands)
    #expect(second.rfExchanges <= cost.rewritten.exchanges)
    #expect(second.hostCommands <= cost.rewritten.commands)
  }

  private func measure(
    _ bench: WalkBench, _ tag: any VirtualTag, _ cost: Cost, ending: Character, _ device: LibNFCReader
  ) throws -> ReaderStatistics {
    // A long record has three more bytes of length.
    let rest = cost.message - (cost.message > 260 ? 8 : 5)
    let path = String(repeating: "x", count: rest - 13) + String(ending)
    try bench.write(manifest: "id,url\nA,https://example.org/\(path)\n")
    var ready = bench.reader.statistics
    var done = ready
    let (end, events) = try bench.run(presenting: [tag], with: device) { event in
      if case .ready(let row, _) = event {
        #expect(row.bytes == cost.message)
        ready = bench.reader.statistics
      }
      if case .done = event { done = bench.reader.statistics }
    }
    #expect(end == .complete, "\(events)")
    return done - ready
  }
}
