internal import Testing

@testable internal import VirtualReader

@Suite struct FeliCaVirtualTagTests {
  private static let idm = "012E112233445566"

  private func tag(_ state: TagPreparation.State = .formatted) throws -> FeliCaVirtualTag {
    var tag = FeliCaVirtualTag(.liteS, idm: hex(Self.idm))
    try tag.prepare(TagPreparation(state: state))
    return tag
  }

  /// The answer to a frame that begins with code and what follows the IDm; without length, code and IDm.
  private func send(_ code: UInt8, _ body: String, to tag: inout FeliCaVirtualTag) -> String {
    let frame = [code] + hex(Self.idm) + hex(body)
    guard case .bytes(let answer) = tag.respond(to: [UInt8(frame.count + 1)] + frame).reply else {
      return "-"
    }
    #expect(Int(answer[0]) == answer.count)
    #expect(Array(answer[1..<10]) == [code + 1] + hex(Self.idm))
    return HexText.encode(Array(answer.dropFirst(10)))
  }

  @Test func blocksAreReadAndWritten() throws {
    var tag = try tag()
    #expect(
      send(0x06, "010B00018000", to: &tag) == "000001"
        + "1004010 00D00000000000100000000 23".filter { $0 != " " })
    let data = String(repeating: "AB", count: 16)
    #expect(send(0x08, "010900018001" + data, to: &tag) == "0000")
    #expect(send(0x06, "010B00018001", to: &tag) == "000001" + data)
    // Element of three bytes.
    #expect(send(0x06, "010B0001000100", to: &tag) == "000001" + data)
  }

  /// What is refused, and by which flag.
  @Test(
    arguments: [
      (0x06, "020B00090001" + "8000", "FFA1"), (0x06, "010B0005" + "80008001800280038004", "FFA2"),
      (0x06, "01CB00018000", "FFA6"), (0x08, "010B00018001" + String(repeating: "00", count: 16), "FFA6"),
      (0x06, "010B0001800F", "FFA8"), (0x08, "010900018083" + String(repeating: "00", count: 16), "FFA8"),
    ] as [(UInt8, String, String)])
  func refusalsCarryTheirFlag(code: UInt8, body: String, answer: String) throws {
    var tag = try tag()
    #expect(send(code, body, to: &tag) == answer)
  }

  @Test func systemCodesGoByMC() throws {
    guard case .typeF(let blank) = try tag(.blank).activation,
      case .typeF(let formatted) = try tag().activation
    else {
      Issue.record("not FeliCa")
      return
    }
    #expect(blank.systemCodes == [0x88B4])
    #expect(formatted.systemCodes == [0x88B4, 0x12FC])
  }

  @Test func bitsOfMCAreOneWay() throws {
    var tag = try tag()
    let locked = "004000" + "01" + "07" + String(repeating: "00", count: 11)
    #expect(send(0x08, "010900018088" + locked, to: &tag) == "0000")
    #expect(send(0x08, "010900018088" + String(repeating: "FF", count: 16), to: &tag) == "FFA8")
    #expect(send(0x08, "010900018000" + String(repeating: "00", count: 16), to: &tag) == "FFA8")
    #expect(send(0x06, "010B00018088", to: &tag) == "000001" + locked)
  }

  @Test func keysReadAsZero() throws {
    var tag = try tag()
    #expect(send(0x08, "010900018087" + String(repeating: "11", count: 16), to: &tag) == "0000")
    #expect(send(0x06, "010B00018087", to: &tag) == "000001" + String(repeating: "00", count: 16))
  }

  @Test func anotherTagsFramesAreNotAnswered() throws {
    var tag = try tag()
    let frame = [UInt8(16), 0x06] + [UInt8](repeating: 9, count: 8) + hex("010B00018000")
    #expect(tag.respond(to: frame).reply == .silence)
  }
}
