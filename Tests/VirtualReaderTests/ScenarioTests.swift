internal import Foundation
internal import Testing

@testable internal import VirtualReader

@Suite struct ScenarioTests {
  /// Polls once and selects.
  private func poll(_ state: inout FieldState) -> [UInt8]? {
    state.pollBegan(.typeA)
    return state.select() ?? state.select()
  }

  private func state(_ json: String) throws -> FieldState {
    let scenario = try JSONDecoder().decode(Scenario.self, from: Data(json.utf8))
    var state = FieldState(director: try VirtualOperator(scenario: scenario))
    state.setPower(true)
    return state
  }

  @Test func aWrittenTagLeavesWhenItIsLetAloneAndTheNextComesAfterEmptyPolls() throws {
    var state = try state(#"{"tags":[{"chip":"NTAG213"}],"endless":true,"seed":7}"#)
    var seen: [[UInt8]] = []
    for _ in 0..<5 {
      let uid = try #require(poll(&state))
      for _ in 0..<10 { #expect(poll(&state) == uid, "never written, never leaves") }
      #expect(state.send([0xA2, 6, 1, 1, 1, 1]) == .nibble(0xA))
      for _ in 0..<3 { #expect(poll(&state) == uid) }
      #expect(state.send([0x30, 4]) != .none, "an exchange after the third begins the count anew")
      for _ in 0..<3 { #expect(poll(&state) == uid) }
      let empty = [poll(&state), poll(&state)]
      #expect(empty[0] == nil)
      seen.append(uid)
      state.pollBegan(.typeF)
      if empty[1] == nil { #expect(state.live.isEmpty || poll(&state) != nil) }
    }
    #expect(Set(seen).count == 5)
    #expect(seen.allSatisfy { $0.first == 0x04 && $0.count == 7 })
  }

  @Test func theSameSeedBringsTheSameTags() throws {
    var first = try state(#"{"tags":[{"chip":"NTAG213"}],"seed":7}"#)
    var second = try state(#"{"tags":[{"chip":"NTAG213"}],"seed":7}"#)
    #expect(poll(&first) == poll(&second))
  }

  @Test func aTagThatIsNeverWrittenLeavesToo() throws {
    var state = try state(
      #"{"tags":[{"chip":"NTAG215","uid":"04010203040506","polls":2},{"chip":"NTAG213","stays":true}]}"#)
    #expect(poll(&state) == hex("04010203040506"))
    #expect(poll(&state) != nil)
    var next: [UInt8]?
    for _ in 0..<4 where next == nil { next = poll(&state) }
    #expect(next != nil && next != hex("04010203040506"))
    for _ in 0..<100 { #expect(poll(&state) == next) }
  }

  @Test func afterTheLastTagTheFieldStaysEmpty() throws {
    var state = try state(#"{"tags":[{"chip":"NTAG213","count":2,"polls":1}]}"#)
    var uids: Set<[UInt8]> = []
    for _ in 0..<50 { if let uid = poll(&state) { uids.insert(uid) } }
    #expect(uids.count == 2)
    #expect(state.isExhausted)
    #expect(state.tags.count == 2, "memory of those that left stays readable")
  }

  @Test func tagsComeInTheStateThatIsAsked() throws {
    let state = try state(
      """
      {"tags":[{"chip":"Ultralight","state":"formatted","together":[
        {"chip":"NTAG216","ndef":"D1010C55026578616D706C652E636F6D"},
        {"chip":"NTAG213","state":"locked"},
        {"chip":"NTAG213","state":"protected","password":"0A0B0C0D"},
        {"chip":"NTAG213","memory":"04112233"},
        {"chip":"NTAG216","counterfeit":{"pages":45,"wraps":true}}]}]}
      """)
    var field = state
    field.pollBegan(.typeA)
    let memories = field.tags.map(\.tag.memory)
    #expect(Array(memories[0][12..<20]) == hex("E1100600 0300FE00"))
    #expect(Array(memories[1][16..<36]) == hex("0310D1010C55026578616D706C652E636F6DFE00"))
    #expect(memories[2][15] == 0x0F && Array(memories[2][160..<164]) == hex("FF0F3FBD"))
    #expect(memories[3][167] == 4 && Array(memories[3][172..<176]) == hex("0A0B0C0D"))
    #expect(Array(memories[4][0..<4]) == hex("04112233"))
  }

  @Test(arguments: [
    (#"{"tags":[{"chip":"NTAG999"}]}"#, ScenarioError.unknownChip("NTAG999")),
    (#"{"tags":[{"chip":"NTAG213","uid":"04zz"}]}"#, .badHexadecimal(field: "uid", value: "04zz")),
    (#"{"tags":[{"chip":"NTAG213","count":0}]}"#, .badNumber(field: "count", value: 0)),
    (
      #"{"tags":[{"chip":"Ultralight","state":"protected"}]}"#,
      .impossibleState(chip: "MIFARE Ultralight", state: "protected")
    ),
  ])
  func badScenariosAreNamedBeforeAnythingRuns(json: String, error: ScenarioError) throws {
    #expect(throws: error) { _ = try state(json) }
  }

  @Test func aLongRunForgetsItsOldestTags() throws {
    let scenario = try JSONDecoder().decode(
      Scenario.self,
      from: Data(#"{"tags":[{"chip":"NTAG213","polls":1}],"endless":true,"remembered":10}"#.utf8))
    var state = FieldState(director: try VirtualOperator(scenario: scenario), remembered: scenario.remembered)
    state.setPower(true)
    for _ in 0..<2_000 {
      if poll(&state) != nil { #expect(state.send([0xA2, 6, 1, 1, 1, 1]) == .nibble(0xA)) }
      for _ in 0..<4 { _ = poll(&state) }
      #expect(state.tags.count <= 21)
    }
    #expect(state.forgotten > 500)
  }

  @Test func faultsSurviveJSON() throws {
    let faults: [TagFault] = [
      .leaves(exchange: 4, afterEffect: true, backAfterPolls: 2, replaced: nil), .notStored(write: nil),
      .weakPage(9),
    ]
    let data = try JSONEncoder().encode(faults)
    #expect(try JSONDecoder().decode([TagFault].self, from: data) == faults)
  }
}
