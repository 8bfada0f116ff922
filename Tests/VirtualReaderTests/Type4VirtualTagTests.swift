internal import Testing

@testable internal import VirtualReader

@Suite struct Type4VirtualTagTests {
  private static let selectApplication = "00A4040007D276000085010100"

  /// A selected tag after RATS, with frames of 256 bytes.
  private func tag(_ chip: String, _ preparation: TagPreparation = TagPreparation()) throws -> any VirtualTag
  {
    var random = SeededRandom(seed: 1)
    guard var tag = VirtualChips.make(chip, using: &random) else { throw ScenarioError.unknownChip(chip) }
    try tag.prepare(preparation)
    tag.activate()
    _ = tag.respond(to: [0xE0, 0x80])
    return tag
  }

  /// Sends APDUs one after another, each in one block; the answers in hexadecimal.
  private func send(_ apdus: [String], to tag: inout any VirtualTag) -> [String] {
    var number: UInt8 = 0
    return apdus.map { apdu in
      guard case .bytes(let block) = tag.respond(to: [0x02 | number] + hex(apdu)).reply else { return "-" }
      number ^= 1
      return HexText.encode(Array(block.dropFirst()))
    }
  }

  /// Commands and their answers, in order, on a fresh tag.
  struct Dialogue: CustomTestStringConvertible, Sendable {
    var name: String, chip: String, state = TagPreparation.State.blank
    var exchanges: [(command: String, answer: String)]
    var testDescription: String { name }
  }

  static let dialogues = [
    Dialogue(
      name: "NTAG 424 DNA as delivered", chip: "NTAG 424 DNA",
      exchanges: [
        ("00B0000002", "6986"), ("00A4000C02E103", "6A82"), (selectApplication, "9000"),
        ("00A4000C02E103", "9000"),
        ("00B0000017", "001720010000FF0406E104010000000506E105008082839000"), ("00D6000E01FF", "6982"),
        ("00A4000C02E105", "9000"), ("00B0000010", "6982"), ("00A4000C02E106", "6A82"),
        ("00A4000C02E104", "9000"), ("00B0000002", "00009000"), ("00D6000003" + "0001D0", "9000"),
        ("00B0000003", "0001D09000"), ("00B000FE02", "00009000"), ("00D600FF020000", "6B00"),
      ]),
    Dialogue(
      name: "GetVersion of NTAG 424 DNA", chip: "NTAG 424 DNA",
      exchanges: [
        ("9060000000", "0404023000110591AF"), ("90AF000000", "0404020102110591AF"), ("90AF000000", "?9100"),
        ("90AF000000", "911C"), ("9060000000", "0404023000110591AF"), ("906A000000", "91CA"),
      ]),
    Dialogue(
      name: "ST25TA reads inside its message only", chip: "ST25TA02KB",
      exchanges: [
        (selectApplication, "9000"), ("00A4000C02E103", "9000"),
        ("00B000000F", "000F2000FF00360406000101000000" + "9000"), ("00D6000E01FF", "6982"),
        ("00A4000C020001", "9000"), ("00B0000002", "00009000"), ("00B0000003", "6282"),
        ("00D6000005" + "0003D00000", "9000"), ("00B0000005", "0003D000009000"), ("00B0000006", "6282"),
        ("00D6000037" + String(repeating: "00", count: 55), "6700"), ("00D600FF020000", "6A84"),
        ("00A4000C02E101", "9000"), ("00B0000008", "0012800000000013" + "9000"),
      ]),
    Dialogue(
      name: "ST25TA passwords and permanent state", chip: "ST25TA02KB",
      exchanges: [
        (selectApplication, "9000"), ("0020000210" + String(repeating: "00", count: 16), "6984"),
        ("A2280002", "6A82"), ("00A4000C020001", "9000"), ("A2280002", "6982"),
        ("0020000210" + String(repeating: "11", count: 16), "63C2"),
        ("0020000210" + String(repeating: "00", count: 16), "9000"), ("A2280002", "9000"),
        ("00D6000001" + "00", "6982"), ("0020000210" + String(repeating: "00", count: 16), "6984"),
        ("00A4000C02E103", "9000"), ("00B0000E01", "FF9000"),
      ]),
    Dialogue(
      name: "a protected ST25TA", chip: "ST25TA02KB", state: .protected,
      exchanges: [
        (selectApplication, "9000"), ("00A4000C020001", "9000"), ("00D60000020000", "6982"),
        ("00200002", "6300"),
        ("0020000210" + String(repeating: "00", count: 16), "9000"), ("00D60000020000", "9000"),
        // The right ends when another file is selected.
        ("00A4000C020001", "9000"), ("00D60000020000", "6982"),
      ]),
    Dialogue(
      name: "mapping 1 has its own name and P2", chip: "Type 4 tag (mapping 1)",
      exchanges: [
        (selectApplication, "6A82"), ("00A4040007D2760000850100", "9000"), ("00A4000C02E103", "6A86"),
        ("00A4000002E103", "9000"), ("00B000000F", "000F10003B00340406E10402000000" + "9000"),
      ]),
    Dialogue(
      name: "mapping 3 knows offset data objects", chip: "Type 4 tag (mapping 3)",
      exchanges: [
        (selectApplication, "9000"), ("00A4000C02E104", "9000"),
        ("00D70000" + "09" + "5403008000" + "5302ABCD", "9000"),
        ("00B1000005" + "5403008000" + "04", "5302ABCD9000"), ("00B0800002", "6A86"),
      ]),
    Dialogue(
      name: "what is not known is told", chip: "MIFARE DESFire EV1",
      exchanges: [
        (selectApplication, "6A82"), ("00CA000000", "6D00"), ("80CA000000", "6E00"), ("00B0", "6700"),
      ]),
    Dialogue(
      name: "locked", chip: "NTAG 424 DNA", state: .locked,
      exchanges: [
        (selectApplication, "9000"), ("00A4000C02E104", "9000"), ("00D60000020000", "6982"),
        ("00B0000002", "00009000"),
      ]),
  ]

  @Test(arguments: dialogues)
  func answersAreThoseOfTheDataSheet(dialogue: Dialogue) throws {
    var tag = try tag(dialogue.chip, TagPreparation(state: dialogue.state))
    let answers = send(dialogue.exchanges.map(\.command), to: &tag)
    for (answer, exchange) in zip(answers, dialogue.exchanges) {
      if exchange.answer.hasPrefix("?") {
        #expect(answer.hasSuffix(exchange.answer.dropFirst()), "\(exchange.command)")
      } else {
        #expect(answer == exchange.answer, "\(exchange.command)")
      }
    }
  }

  @Test func deselectionForgetsTheApplication() throws {
    var tag = try tag("NTAG 424 DNA")
    #expect(send([Self.selectApplication, "00A4000C02E104"], to: &tag) == ["9000", "9000"])
    #expect(tag.respond(to: [0xC2]).reply == .farewell([0xC2]))
    #expect(tag.respond(to: [0x02, 0x00, 0xB0, 0x00, 0x00, 0x02]).reply == .dropOut)
    tag.activate()
    _ = tag.respond(to: [0xE0, 0x80])
    #expect(send(["00B0000002"], to: &tag) == ["6986"])
  }

  @Test func memoryComesBackAsItWas() throws {
    var tag = try tag("ST25TA02KB", TagPreparation(state: .formatted, ndef: [0xD0, 0x00, 0x00]))
    let memory = tag.memory
    #expect(memory.count == 15 + 256 + 18 + 32)
    _ = send([Self.selectApplication, "00A4000C020001", "00D6000005" + "0003D10000"], to: &tag)
    #expect(tag.memory != memory)
    tag.restore(memory: memory)
    #expect(tag.memory == memory)
  }
}
