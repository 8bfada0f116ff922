internal import Testing

@testable internal import VirtualReader

/// Frames are from the PN532 User Manual §6.2.1 and from libnfc's and nfcpy's own bytes.
@Suite struct HostFrameTests {
  static let table: [(HostFrame, String)] = [
    (.acknowledge, "0000FF00FF00"),
    (.negativeAcknowledge, "0000FFFF0000"),
    (.error, "0000FF01FF7F8100"),
    (.information(identifier: 0xD4, data: [0x02]), "0000FF02FED4022A00"),
    (.information(identifier: 0xD4, data: [0x14, 0x01, 0x00]), "0000FF04FCD41401001700"),
    (.information(identifier: 0xD5, data: [0x03, 0x32, 0x01, 0x06, 0x07]), "0000FF06FAD50332010607E800"),
    (
      .information(identifier: 0xD4, data: [0x00] + [UInt8](repeating: 0, count: 262)),
      "0000FFFFFF0108F7D4" + String(repeating: "00", count: 263) + "2C00"
    ),
  ]

  @Test(arguments: table)
  func framesAreEncodedAsTheManualShows(frame: HostFrame, text: String) {
    #expect(frame.encoded() == hex(text))
  }

  @Test(arguments: table)
  func framesAreFoundWhereverTheBytesAreCut(frame: HostFrame, text: String) {
    let bytes = hex(text)
    for cut in 0...bytes.count {
      var parser = HostFrameParser()
      parser.append(bytes[..<cut])
      var found: [HostFrame] = []
      while let frame = parser.next() { found.append(frame) }
      parser.append(bytes[cut...])
      while let frame = parser.next() { found.append(frame) }
      #expect(found == [frame], "cut at \(cut)")
    }
  }

  @Test(arguments: [
    "0000FF02FDD4022A00", "0000FF02FED4022B00", "0000FFFFFF0102FED4022A00", "0000FFFFFFFFFF02D4022A00",
    "55AA7F",
  ])
  func damagedFramesAreDropped(text: String) {
    var parser = HostFrameParser()
    parser.append(hex(text))
    #expect(parser.next() == nil)
    parser.append(hex("0000FF02FED4022A00"))
    #expect(parser.next() == .information(identifier: 0xD4, data: [0x02]))
  }

  @Test(arguments: ["0000FF10F0D44001", "0000FFFFFF0108F7D400", "0000FFFF", "0000FF", "00"])
  func aKilledHostsHalfFrameDoesNotSwallowTheNextHosts(half: String) {
    var parser = HostFrameParser()
    parser.append(hex(half))
    #expect(parser.next() == nil)
    parser.append([0x55, 0x55] + [UInt8](repeating: 0, count: 14) + hex("0000FF03FDD414011700"))
    #expect(parser.next() == .information(identifier: 0xD4, data: [0x14, 0x01]))
  }

  @Test func anEndlessStreamOfNoiseIsNotKept() {
    var parser = HostFrameParser()
    for _ in 0..<1_000 {
      parser.append([UInt8](repeating: 0xA5, count: 64))
      #expect(parser.next() == nil)
    }
    #expect(!parser.hasPartialFrame)
  }
}
