internal import Testing

@testable internal import Provision

@Suite struct TLVTests {
  @Test(arguments: NDEFVector.load("libfreefare_tlv")) func blocksAreTheVectors(_ vector: NDEFVector) throws {
    let layout = try layout(vector.octets)
    let first = try #require(vector.independent_tlvs?.first)
    guard first.hasPrefix("03") else {
      #expect(layout.message == nil)
      return
    }
    #expect(layout.message?.length == first.split(separator: "=").last.flatMap { Int($0) })
    #expect(layout.message?.addresses.count == layout.message?.length)
  }

  @Test(arguments: [
    ("0103A00C340300FE", 16, 5), ("00000300FE", 16, 2), ("FD0211220300", 16, 4), ("0300", 16, 0),
    // An unknown block that runs out of the area, nothing but NULL, a terminator.
    ("4150000000", 16, 0), ("0000000000", 16, 0), ("FE00000000", 16, 0), ("0103A00C34FE00", 16, 5),
    ("0103A0", 16, 0),
    // The reserved length.
    ("03FFFFFF00", 16, 0),
  ])
  func theMessageStandsWhereTheBlocksEnd(_ hex: String, _ start: Int, _ position: Int) throws {
    let octets = try #require(Hex.decode(hex.utf8))
    #expect(try layout(octets, start: start).position == start + position)
  }

  @Test(arguments: [
    (0, 0), (1, 0), (2, 0), (48, 46), (139, 137), (256, 254), (257, 254), (258, 254), (259, 255), (496, 492),
    (872, 868),
  ])
  func capacityFollowsTheLengthForm(_ room: Int, _ capacity: Int) {
    #expect(TLV.capacity(ofRoom: room) == capacity)
  }

  @Test func aControlBlockThatReservesEverythingLeavesNoRoom() throws {
    // Memory control: 256 bytes from byte 0.
    let octets = try #require(Hex.decode("02030000040300".utf8)) + [UInt8](repeating: 0, count: 100)
    let layout = try layout(octets, start: 16)
    #expect(layout.room == 0)
    #expect(layout.capacity == 0)
  }

  private func layout(_ octets: [UInt8], start: Int = 0) throws -> TLVLayout {
    try TLVLayout(area: start..<start + octets.count) { (address) throws(TagError) in octets[address - start]
    }
  }
}
