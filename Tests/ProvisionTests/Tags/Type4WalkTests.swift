internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Whole walks over tags of these families.
@Suite(.serialized) struct Type4WalkTests {
  private static func scenario(_ chips: [(String, [TagFault])]) -> Scenario {
    var scenario = Scenario(tags: [], seed: 11)
    scenario.tags = chips.map { chip, faults in
      var presentation = Scenario.Presentation(chip: chip)
      presentation.faults = faults
      return presentation
    }
    return scenario
  }

  private static func done(_ events: [WalkEvent]) -> [(chip: String, locked: Bool)] {
    events.compactMap {
      if case .done(_, let tag, let result, _) = $0 { (tag.chip, result.locked) } else { nil }
    }
  }

  static let chips = [
    "NTAG 424 DNA", "ST25TA02KB", "NTAG 424 DNA", "FeliCa Lite-S", "MIFARE DESFire EV1 (NDEF)",
    "FeliCa Lite-S",
    "Type 4 tag", "NTAG213",
  ]

  @Test func aMixedRollIsWritten() throws {
    let bench = try WalkBench(Self.scenario(Self.chips.map { ($0, []) }))
    try bench.write(rows: Self.chips.count)
    let (ending, events) = try bench.run()
    #expect(ending == .complete)
    #expect(Self.done(events).map(\.chip) == Self.chips.map { $0.replacing(" (NDEF)", with: "") })
  }

  /// Torn away at every exchange of the visit, and put back: the same row goes on the same tag.
  @Test(arguments: ["NTAG 424 DNA", "ST25TA02KB", "FeliCa Lite-S"], [false, true])
  func aTagThatLeavesAndComesBackIsFinished(chip: String, afterEffect: Bool) throws {
    for exchange in stride(from: 1, through: 21, by: 4) {
      let fault = TagFault.leaves(
        exchange: exchange, afterEffect: afterEffect, backAfterPolls: 2, replaced: nil)
      let bench = try WalkBench(Self.scenario([(chip, [fault])]))
      try bench.write(rows: 1)
      let (ending, events) = try bench.run()
      #expect(ending == .complete, "exchange \(exchange)")
      #expect(Self.done(events).map(\.chip) == [chip])
      #expect(bench.field.records.count == 1)
    }
  }

  @Test func rowsAreLockedWhereTheChipCan() throws {
    var bench = try WalkBench(
      Self.scenario([("NTAG 424 DNA", []), ("ST25TA02KB", []), ("FeliCa Lite-S", [])]))
    bench.options.lock = true
    try bench.write(rows: 2)
    let (ending, events) = try bench.run()
    #expect(ending == .complete)
    #expect(Self.done(events).map(\.chip) == ["ST25TA02KB", "FeliCa Lite-S"])
    #expect(Self.done(events).map(\.locked) == [true, true])
    let refused = events.contains { event in
      if case .refused(_, .cannotLock) = event { true } else { false }
    }
    #expect(refused)
  }
}
