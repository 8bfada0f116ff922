internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Memory images of real tags on virtual ones: what a run of one row does with each is what its source asks for.
@Suite("An image of a real tag", .serialized) struct ImageWalkTests {
  static let chips = [
    "Mifare Ultralight": "MIFARE Ultralight", "Mifare Ultralight C": "MIFARE Ultralight C",
    "Mifare Ultralight EV1 (MF0UL11)": "MIFARE Ultralight EV1 (MF0UL11)",
    "Mifare Ultralight 11": "MIFARE Ultralight EV1 (MF0UL11)",
    "Mifare Ultralight 21": "MIFARE Ultralight EV1 (MF0UL21)", "NTAG213": "NTAG213", "NTAG215": "NTAG215",
    "NTAG216": "NTAG216",
  ]
  static let images = TagImage.all.filter { chips[$0.family] != nil && $0.units.allSatisfy { $0 != nil } }

  static func tag(_ image: TagImage) throws -> any VirtualTag {
    var random = SeededRandom(seed: 1)
    let chip = try #require(chips[image.family])
    var tag = try #require(
      VirtualChips.make(chip, uid: Hex.decode(image.uid.utf8), randomUID: false, using: &random))
    // A dump shows secrets, and often the configuration, as zeros: the tag keeps its own unless the image is about that.
    let ends = ["MIFARE Ultralight C": 40, "MIFARE Ultralight EV1 (MF0UL11)": 16, "NTAG216": 226]
    let end = image.state.contains("protected") ? nil : ends[chip]
    tag.restore(memory: image.units.prefix(end ?? .max).flatMap { Hex.decode(($0 ?? "").utf8) ?? [] })
    return tag
  }

  @Test func mostOfThemAreThere() {
    #expect(Self.images.count >= 15, "\(Self.images.map(\.testDescription))")
  }

  @Test(arguments: images, [false, true]) func isTakenOrLeftAlone(_ image: TagImage, overwrite: Bool) throws {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.overwrite = overwrite
    try bench.write(rows: 1)
    let tag = try Self.tag(image)
    let before = tag.memory
    let worker = TagOperator(bench.field, presenting: [tag], patience: 2_000)
    let reader = WatchedReader(try bench.open())
    reader.afterCall = worker.look
    let ending = try bench.job().walk(with: reader, control: worker.control).run(worker.hear)
    worker.remove()
    let after = try #require(bench.field.records.first).tag
    let wanted = try Manifest(path: bench.manifestPath).row(at: 0).payload(for: nil).octets
    let holdsMessage = image.state.hasPrefix("ndef") && !image.state.hasPrefix("ndef-empty")
    let isOpen =
      image.state == "unformatted" || image.state.hasPrefix("ndef-empty")
      || holdsMessage && overwrite
    if isOpen {
      #expect(ending == .complete, "\(worker.events)")
      #expect(IndependentReader.message(on: after) == wanted)
    } else {
      #expect(ending == .stopped(reason: "no more tags"), "\(worker.events)")
      #expect(worker.events.contains { if case .refused = $0 { true } else { false } }, "\(worker.events)")
      #expect(after.memory == before, "it was written to")
      #expect(try bench.doneRows() == 0)
    }
  }
}
