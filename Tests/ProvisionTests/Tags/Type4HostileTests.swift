internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags that answer anything.
@Suite struct Type4HostileTests {
  /// Answers with random bytes, or with a status word that invites to go on.
  final class Liar: Transceiver {
    private var random: SeededRandom
    private var left = 4_000
    private let isPlausible: Bool

    init(seed: UInt64, isPlausible: Bool) {
      random = SeededRandom(seed: seed)
      self.isPlausible = isPlausible
    }

    func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
      left -= 1
      guard left > 0 else { throw .noAnswer }
      let wanted =
        isPlausible && command.count == 5 ? Int(command[4]) : Int.random(in: 0...64, using: &random)
      let bytes = (0..<wanted).map { _ in UInt8.random(in: 0...255, using: &random) }
      return isPlausible ? bytes + [0x90, 0x00] : bytes
    }

    func reselect(_ uid: UID) throws(TransceiveError) -> Bool { true }
  }

  @Test(arguments: 0..<60 as Range<UInt64>, [false, true])
  func nothingATagSaysTraps(seed: UInt64, isPlausible: Bool) throws {
    let maker: UInt8 = seed.isMultiple(of: 2) ? 0x02 : 0x04
    let detected = DetectedTag(
      uid: UID([maker, 1, 2, 3, 4, 5, 6]),
      technology: .iso14443A(sensRes: [0x03, 0x44], selRes: 0x20, ats: []))
    let felica = DetectedTag(
      uid: UID([1, 2, 3, 4, 5, 6, 7, 8]),
      technology: .felica(pmm: [0x00, 0xF1, 0, 0, 0, 0, 0, 0], systemCode: 0x12FC))
    for found in [detected, felica] {
      let liar = Liar(seed: seed, isPlausible: isPlausible)
      do throws(TagError) {
        let tag = try TagDetection.identify(found, over: liar)
        _ = try tag.queryNDEFStatus()
        _ = try tag.readNDEF()
        try tag.writeNDEF(urlMessage())
        try tag.verifyNDEF(urlMessage())
      } catch {
        #expect(error != .tooSmall(needed: 0, capacity: 0))
      }
    }
  }

  /// CC files and what is wrong with them.
  static let wrong: [(hex: String, detail: String)] = [
    ("000E20003B00340406E10400FF0000", "CC file: length"),
    ("FFFF20003B00340406E10400FF0000", "CC file: length"),
    ("000F40003B00340406E10400FF0000", "CC file: mapping version"),
    ("000F20000000340406E10400FF0000", "CC file: MLe or MLc"),
    ("000F20003B00000406E10400FF0000", "CC file: MLe or MLc"),
    ("000F20003B00010406E10400FF0000", "CC file: MLc is shorter than the length field"),
    ("000F20003B00340506E10400FF0000", "CC file: no NDEF file control TLV"),
    ("000F20003B00340608E10400FF0000", "CC file: no NDEF file control TLV"),
    ("000F20003B00340406E10300FF0000", "CC file: NDEF file identifier"),
    ("000F20003B0034040600000 0FF0000", "CC file: NDEF file identifier"),
    ("000F20003B00340406E10400020000", "CC file: NDEF file size"),
    ("001130003B00340608E104FFFFFFFF0000", "CC file: NDEF file size"),
  ]

  @Test(arguments: wrong.indices)
  func aWrongCapabilityContainerIsNamed(index: Int) throws {
    let row = Self.wrong[index]
    let bytes = try #require(Hex.decode(row.hex.filter { $0 != " " }.utf8))
    #expect(throws: TagError.malformed(detail: row.detail)) { try Type4CapabilityContainer(decoding: bytes) }
  }

  @Test func aLengthBeyondTheFileIsNoMessage() throws {
    let engine = try EngineTransceiver("NTAG 424 DNA")
    var memory = engine.tag.memory
    memory[32] = 0xFF
    memory[33] = 0xFF
    engine.tag.restore(memory: memory)
    let tag = try engine.identify()
    #expect(try tag.readNDEF() == .empty)
    try tag.writeNDEF(urlMessage())
    #expect(engine.type4Finding() == .message(urlMessage()))
  }
}
