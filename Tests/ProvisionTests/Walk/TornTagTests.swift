internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What must hold after any run, whatever went wrong: rows and tags belong to each other one to one, each tag that was
/// promised holds its row's message, and no tag holds anything that is no row's message.
func expectNothingWrong(
  _ bench: WalkBench, rows: Int, context: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var done: [String: String] = [:]
  var wanted: [[UInt8]] = []
  let manifest = try Manifest(path: bench.manifestPath, options: bench.manifestOptions)
  for index in 0..<manifest.count {
    let row = try manifest.row(at: index)
    wanted.append(try row.payload(for: nil).octets)
  }
  let messages = bench.messages()
  try JournalReader.forEach(path: bench.logPath) { entry, _ in
    guard case .tag(let tag) = entry.event else { return }
    #expect(
      done.updateValue(tag.uid.description, forKey: tag.id) == nil, "\(context)",
      sourceLocation: sourceLocation)
    #expect(messages[tag.uid.description] == tag.ndef, "\(context) \(tag.id)", sourceLocation: sourceLocation)
  }
  #expect(done.count == rows, "\(context)", sourceLocation: sourceLocation)
  #expect(Set(done.values).count == rows, "\(context)", sourceLocation: sourceLocation)
  for (uid, message) in messages {
    guard let message, !message.isEmpty else { continue }
    #expect(
      wanted.contains(message), "\(context): \(uid) holds \(Hex.encode(message))",
      sourceLocation: sourceLocation)
  }
}

@Suite("A tag torn away") struct TornTagTests {
  static let exchanges = Array(1...18)

  @Test(arguments: exchanges, [false, true])
  func isFinishedWhenItComesBack(exchange: Int, afterEffect: Bool) throws {
    var torn = Scenario.Presentation(chip: "NTAG213")
    torn.faults = [.leaves(exchange: exchange, afterEffect: afterEffect, backAfterPolls: 2, replaced: nil)]
    let bench = try WalkBench(Scenario(tags: [torn, .init(chip: "NTAG213")], endless: true))
    try bench.write(rows: 3)
    let (ending, _) = try bench.run()
    #expect(ending == .complete)
    try expectNothingWrong(bench, rows: 3, context: "exchange \(exchange) after effect \(afterEffect)")
  }

  @Test(arguments: exchanges, [false, true])
  func isGivenUpWhenAnotherComesInstead(exchange: Int, afterEffect: Bool) throws {
    var torn = Scenario.Presentation(chip: "NTAG213")
    torn.faults = [.leaves(exchange: exchange, afterEffect: afterEffect, backAfterPolls: 2, replaced: true)]
    let bench = try WalkBench(Scenario(tags: [torn, .init(chip: "NTAG213")], endless: true))
    try bench.write(rows: 3)
    let (ending, _) = try bench.run()
    #expect(ending == .complete)
    try expectNothingWrong(bench, rows: 3, context: "exchange \(exchange) after effect \(afterEffect)")
  }

  static let lies: [(String, [TagFault])] = [
    ("acknowledges and stores nothing", [.notStored(write: nil)]),
    ("loses the third write", [.notStored(write: 3)]),
    ("stores and does not acknowledge", [.notAcknowledged(write: 2)]),
    ("has a weak page", [.weakPage(8)]),
    ("shows a wrong bit once", [.bitError(read: 2, probability: nil, seed: nil)]),
    ("shows wrong bits often", [.bitError(read: nil, probability: 0.5, seed: 7)]),
    ("is disturbed once", [.noise(exchange: 6)]),
  ]

  @Test(arguments: lies)
  func thatLiesIsFoundOut(lie: String, faults: [TagFault]) throws {
    var liar = Scenario.Presentation(chip: "NTAG213")
    liar.faults = faults
    let bench = try WalkBench(Scenario(tags: [liar, .init(chip: "NTAG213")], endless: true))
    try bench.write(rows: 3)
    let (ending, events) = try bench.run()
    #expect(ending == .complete)
    var logged: Set<String> = []
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      if case .tag(let tag) = entry.event {
        logged.insert(tag.id)
        #expect(bench.messages()[tag.uid.description] == tag.ndef, "\(lie)")
      }
    }
    #expect(logged.count == 3, "\(lie): \(events)")
  }
}
