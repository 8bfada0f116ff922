internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Images of real tags of these families: each is told for what it is, and left as it was unless it may be written.
@Suite struct Type4ImageTests {
  private struct Image: Decodable {
    var uid: String
    var units: [String]
    var bytes: [[UInt8]] { units.map { Hex.decode($0.utf8) ?? [] } }
  }

  private func image(_ name: String) throws -> Image {
    let folder = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
    let data = try Data(contentsOf: folder.appending(path: "tags/\(name).json"))
    return try JSONDecoder().decode(Image.self, from: data)
  }

  /// A card that has nothing but the two files of the image.
  private final class Files: Transceiver {
    var files: [UInt16: [UInt8]]
    private var selected: UInt16?
    private(set) var writes = 0

    init(_ files: [UInt16: [UInt8]]) { self.files = files }

    func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
      switch (command[0], command[1]) {
      case (0x00, 0xA4) where command[2] == 0x04: return command[11] == 0x01 ? [0x90, 0x00] : [0x6A, 0x82]
      case (0x00, 0xA4):
        selected = UInt16(command[5]) << 8 | UInt16(command[6])
        return selected.flatMap { files[$0] } == nil ? [0x6A, 0x82] : [0x90, 0x00]
      case (0x00, 0xB0):
        let file = selected.flatMap { files[$0] } ?? []
        let offset = Int(command[2]) << 8 | Int(command[3])
        guard offset + Int(command[4]) <= file.count else { return [0x67, 0x00] }
        return file[offset..<offset + Int(command[4])] + [0x90, 0x00]
      case (0x00, 0xD6):
        writes += 1
        return [0x69, 0x82]
      default: return [0x6E, 0x00]
      }
    }

    func reselect(_ uid: UID) throws(TransceiveError) -> Bool { true }
  }

  @Test func theType4TagOfNfcpysTestsIsRead() throws {
    let image = try image("nfcpy_tt4_ndef")
    let card = Files([0xE103: image.bytes[0], 0xE104: image.bytes[1]])
    let detected = DetectedTag(
      uid: try #require(UID(hex: image.uid)),
      technology: .iso14443A(sensRes: [0x03, 0x44], selRes: 0x20, ats: [0x75, 0x77, 0x81, 0x02, 0x80]))
    let tag = try TagDetection.identify(detected, over: card)
    #expect((tag.chip, tag.type) == ("Type 4 tag", .type4))
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 2046, formatted: true))
    let message = try NDEFMessage(decoding: Array(image.bytes[1][2...]))
    #expect(try tag.readNDEF() == .message(message.encoded()))
    #expect(card.writes == 0)
  }

  /// A FeliCa Lite-S in use for something else: MC says that it is no NDEF tag, and its blocks hold data.
  @Test func theFeliCaImageIsNamedAndLeftAlone() throws {
    let image = try image("unleashed_Felica")
    let idm = try #require(UID(hex: image.uid))
    var tag = FeliCaVirtualTag(.liteS, idm: idm.bytes)
    // Each unit begins with the two status flags that the dump was read with.
    tag.restore(memory: Array(image.bytes.map { Array($0.dropFirst(2)) }.joined()))
    let engine = EngineTransceiver(tag)
    let before = engine.tag.memory
    // As a Lite-S, and by the PMm that the file names, whose IC code no one knows.
    for pmm: [UInt8] in [
      [0x00, 0xF1, 0, 0, 0, 0x01, 0x43, 0], [0x57, 0x4E, 0x10, 0x2A, 0x94, 0x16, 0xBC, 0x8E],
    ] {
      let detected = DetectedTag(uid: idm, technology: .felica(pmm: pmm, systemCode: 0x88B4))
      _ = engine.freshSelection()
      let found = try TagDetection.identify(detected, over: engine)
      #expect(try found.queryNDEFStatus() == .notSupported(.family(found.chip)))
      #expect(found.chip.hasPrefix("FeliCa"))
      #expect(throws: TagError.self) { try found.writeNDEF(urlMessage()) }
    }
    #expect(engine.tag.memory == before)
  }

  @Test(arguments: ["nfcpy_tt1_static", "nfcpy_tt1_dynamic"])
  func theTopazImagesAreNamedAndLeftAlone(name: String) throws {
    let image = try image(name)
    var topaz = TopazVirtualTag(uid: try #require(UID(hex: image.uid)).bytes)
    topaz.restore(memory: Array(image.bytes.joined()))
    let engine = EngineTransceiver(topaz)
    let tag = try engine.identify()
    #expect((tag.chip, tag.type) == ("Topaz", .type1))
    #expect(try tag.queryNDEFStatus() == .notSupported(.family("Topaz")))
    #expect(throws: TagError.self) { try tag.writeNDEF(urlMessage()) }
    #expect(engine.exchanges == 0)
  }
}
