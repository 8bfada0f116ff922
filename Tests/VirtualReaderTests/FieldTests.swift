internal import Testing

@testable internal import VirtualReader

/// ISO/IEC 14443-3 §6: who hears what in which state.
@Suite struct FieldTests {
  static let low: [UInt8] = [0x04, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06]
  static let high: [UInt8] = [0x04, 0x01, 0x02, 0x03, 0x04, 0x05, 0x07]

  @Test func theLowestUIDIsSelectedFirst() throws {
    var state = field([try type2("NTAG213", uid: Self.high), try type2("NTAG215", uid: Self.low)])
    #expect(state.select() == Self.low)
    #expect(state.send([0x50, 0x00]) == .none)
    #expect(state.select() == Self.high)
    _ = state.send([0x50, 0x00])
    #expect(state.select() == nil, "both are halted")
    #expect(state.select(wake: true) == Self.low)
  }

  @Test func aTagWithoutPowerIsSilent() throws {
    var state = field([try type2("NTAG213")])
    state.setPower(false)
    #expect(state.select() == nil)
    state.setPower(true)
    #expect(state.select() != nil)
  }

  @Test func aRefusalEndsInIdleAndFromHaltInHalt() throws {
    var state = field([try type2("NTAG213")])
    _ = state.select()
    #expect(state.send([0xA2, 0x00, 1, 2, 3, 4]) == .nibble(0x0))
    #expect(state.send([0x30, 0x00]) == .none, "it hears nothing before it is selected")
    #expect(state.select() != nil)
    _ = state.send([0x50, 0x00])
    #expect(state.select(wake: true) != nil)
    #expect(state.send([0x99]) == .none)
    #expect(state.select() == nil, "it came from HALT")
    #expect(state.select(wake: true) != nil)
    state.setPower(false)
    state.setPower(true)
    #expect(state.select() != nil)
  }

  @Test func anUnexpectedREQASendsAnActiveTagBack() throws {
    var state = field([try type2("NTAG213")])
    _ = state.select()
    #expect(state.sendA(.short(0x26)) == .none)
    #expect(state.send([0x30, 0x00]) == .none)
    #expect(state.select() != nil)
  }

  @Test func selectingAnotherUIDMutesTheRest() throws {
    var state = field([try type2("NTAG213", uid: Self.low), try type2("NTAG213", uid: Self.high)])
    #expect(state.select() == Self.low)
    guard case .checked(let page) = state.send([0x30, 0x00]) else { return }
    #expect(Array(page[4..<8]) == Array(Self.low[3...]))
    #expect(state.tags[1].state == .idle)
  }

  @Test func theCRCMatchesTheStandardsExamples() {
    // ISO/IEC 14443-3 annex B: 00 00 gives A0 1E, 12 34 gives 26 CF; HLTA is 50 00 57 CD.
    #expect(CRCA.of([0x00, 0x00]) == [0xA0, 0x1E])
    #expect(CRCA.of([0x12, 0x34]) == [0x26, 0xCF])
    #expect(CRCA.of([0x50, 0x00]) == [0x57, 0xCD])
  }

  // MARK: Faults

  @Test(arguments: [false, true])
  func aTagLeavesBeforeOrAfterACommandTookEffect(afterEffect: Bool) throws {
    let fault = TagFault.leaves(exchange: 2, afterEffect: afterEffect, backAfterPolls: 1, replaced: nil)
    var state = field([try type2("NTAG213")], faults: [fault])
    _ = state.select()
    #expect(state.send([0xA2, 4, 1, 1, 1, 1]) == .nibble(0xA))
    #expect(state.send([0xA2, 5, 2, 2, 2, 2]) == .none)
    #expect((state.tags[0].tag.memory[20] == 2) == afterEffect)
    state.pollBegan(.typeA)
    #expect(state.select() == nil)
    state.pollBegan(.typeA)
    #expect(state.select() != nil)
    #expect(state.send([0xA2, 5, 2, 2, 2, 2]) == .nibble(0xA))
  }

  @Test func anotherTagComesInstead() throws {
    let fault = TagFault.leaves(exchange: 1, afterEffect: nil, backAfterPolls: nil, replaced: true)
    var state = field([try type2("NTAG213")], faults: [fault])
    let first = state.select()
    #expect(state.send([0x30, 0x00]) == .none)
    let second = state.select()
    #expect(second != nil && second != first)
    #expect(state.tags[1].tag.chip == "NTAG213")
  }

  @Test func liesAreTold() throws {
    var state = field(
      [try type2("NTAG213")],
      faults: [
        .notStored(write: 1), .notAcknowledged(write: 2), .bitError(read: 1, probability: nil, seed: 1),
        .noise(exchange: 4),
      ])
    _ = state.select()
    #expect(state.send([0xA2, 6, 1, 1, 1, 1]) == .nibble(0xA))
    #expect(state.tags[0].tag.memory[24] == 0)
    #expect(state.send([0xA2, 7, 7, 7, 7, 7]) == .none)
    #expect(state.tags[0].tag.memory[28] == 7)
    guard case .checked(let wrong) = state.send([0x30, 4]) else { return }
    #expect(
      zip(wrong, state.tags[0].tag.memory[16..<32]).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } == 1)
    guard case .damaged = state.send([0x30, 4]) else {
      Issue.record("no noise")
      return
    }
    #expect(state.send([0x30, 4]) == .checked(Array(state.tags[0].tag.memory[16..<32])))
  }

  @Test func aWeakPageForgetsABit() throws {
    var state = field([try type2("NTAG213")], faults: [.weakPage(9)])
    _ = state.select()
    #expect(state.send([0xA2, 9, 3, 3, 3, 3]) == .nibble(0xA))
    #expect(Array(state.tags[0].tag.memory[36..<40]) == [2, 3, 3, 3])
  }

  @Test func aRandomUIDChangesWithThePower() throws {
    guard let product = Type2Product.named("NTAG213") else { return }
    var state = field([Type2VirtualTag(product, uid: Self.low, randomUID: true)])
    let first = state.select()
    state.setPower(false)
    state.setPower(true)
    let second = state.select()
    #expect(first?.count == 4 && first?.first == 0x08)
    #expect(first != second)
  }
}
