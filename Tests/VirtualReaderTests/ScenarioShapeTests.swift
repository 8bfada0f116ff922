internal import Foundation
internal import Testing

@testable internal import VirtualReader

@Suite struct ScenarioShapeTests {
  private func check(_ text: String) throws {
    try JSONDecoder().decode(ScenarioShape.self, from: Data(text.utf8)).check()
  }

  @Test(arguments: [
    (#"{"tag":[]}"#, "", "tag"), (#"{"tags":[],"endles":true}"#, "", "endles"),
    (#"{"tags":[{"chip":"NTAG213","uuid":"04"}]}"#, ".tags[0]", "uuid"),
    (
      #"{"tags":[{"chip":"NTAG213"},{"chip":"NTAG213","faults":[{"leave":{"exchange":1}}]}]}"#,
      ".tags[1].faults[0]", "leave"
    ),
    (
      #"{"tags":[{"chip":"NTAG213","faults":[{"leaves":{"exchange":1,"back":1}}]}]}"#,
      ".tags[0].faults[0].leaves", "back"
    ),
    (
      #"{"tags":[{"chip":"NTAG213","together":[{"chip":"NTAG213","cout":2}]}]}"#, ".tags[0].together[0]",
      "cout"
    ),
    (#"{"tags":[],"reader":[{"hang":{"command":1}}]}"#, ".reader[0]", "hang"),
    (#"{"tags":[{"chip":"NTAG213","counterfeit":{"page":45}}]}"#, ".tags[0].counterfeit", "page"),
  ])
  func anUnknownKeyIsNamedByItsPlace(_ text: String, _ place: String, _ key: String) {
    #expect {
      try check(text)
    } throws: {
      guard case .unknownKey(place, key, let known)? = $0 as? ScenarioError else { return false }
      return !known.isEmpty
    }
  }

  @Test(arguments: [
    (#"{"tags":[],"leaveAfter":0}"#, ".leaveAfter"), (#"{"tags":[],"remembered":-1}"#, ".remembered"),
    (#"{"tags":[{"chip":"NTAG213","count":-3}]}"#, ".tags[0].count"),
    (#"{"tags":[{"chip":"NTAG213","polls":1e30}]}"#, ".tags[0].polls"),
    (
      #"{"tags":[{"chip":"NTAG213","faults":[{"bitError":{"probability":2}}]}]}"#,
      ".tags[0].faults[0].bitError.probability"
    ),
    (
      #"{"tags":[{"chip":"NTAG213","faults":[{"noise":{"exchange":0}}]}]}"#,
      ".tags[0].faults[0].noise.exchange"
    ),
    (#"{"tags":[],"reader":[{"garbage":{"command":1,"byte":256}}]}"#, ".reader[0].garbage.byte"),
    (
      #"{"tags":[],"reader":[{"delayed":{"command":1,"milliseconds":-1}}]}"#,
      ".reader[0].delayed.milliseconds"
    ),
  ])
  func anOddNumberIsNamedByItsPlace(_ text: String, _ place: String) {
    #expect {
      try check(text)
    } throws: {
      guard case .outOfRange(place, _, _)? = $0 as? ScenarioError else { return false }
      return true
    }
  }

  /// Every key that a scenario can have is known: the form is a list by hand.
  @Test func everythingThatCanBeSaidIsTaken() throws {
    var tag = Scenario.Presentation(chip: "NTAG213", count: 2)
    tag.uid = "04"
    tag.randomUID = true
    tag.state = .blank
    tag.ndef = "D0"
    tag.memory = "00"
    tag.password = "01"
    tag.counterfeit = .init(pages: 45, wraps: true)
    tag.polls = 1
    tag.stays = true
    tag.faults = [
      .leaves(exchange: 1, afterEffect: true, backAfterPolls: 0, replaced: false), .notStored(write: 1),
      .notAcknowledged(write: 1), .bitError(read: 1, probability: 0.5, seed: .max), .noise(exchange: 1),
      .weakPage(0),
    ]
    tag.together = [tag]
    var scenario = Scenario(tags: [tag], seed: .max, endless: true)
    scenario.leaveAfter = 1
    scenario.remembered = 0
    scenario.paced = true
    scenario.reader = [
      .droppedACK(command: 1), .garbage(command: 1, byte: 255), .wrongChecksum(command: 1),
      .delayed(command: 1, milliseconds: 0), .errorFrame(command: 1), .hangs(command: 1, commands: 1),
      .unplugged(command: 1, returns: true),
    ]
    // Every field is set, so that every key is written.
    for child in Mirror(reflecting: scenario).children {
      #expect("\(child.value)" != "nil", "\(child.label ?? "")")
    }
    for child in Mirror(reflecting: tag).children {
      #expect("\(child.value)" != "nil", "\(child.label ?? "")")
    }
    try check(String(decoding: try JSONEncoder().encode(scenario), as: UTF8.self))
  }
}
