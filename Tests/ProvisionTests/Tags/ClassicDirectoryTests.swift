import Foundation
import Testing

@testable import Provision

/// The directory's checksum and the access bits, against independent values.
struct ClassicDirectoryTests {
  struct ChecksumVector: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var hex: String
    var crc: String
    var testDescription: String { id }
  }

  static let vectors: [ChecksumVector] = {
    guard
      let file = Bundle.module.url(
        forResource: "mad_crc", withExtension: "json", subdirectory: "Vectors/ndef"),
      let data = try? Data(contentsOf: file)
    else { return [] }
    return (try? JSONDecoder().decode([ChecksumVector].self, from: data)) ?? []
  }()

  @Test func theVectorsAreThere() { #expect(Self.vectors.count == 7) }

  @Test(arguments: vectors) func theChecksumIsTheVectors(_ vector: ChecksumVector) throws {
    let bytes = try #require(Hex.decode(vector.hex.utf8))
    #expect(Hex.encode([MAD.checksum(bytes)]) == vector.crc.uppercased())
  }

  @Test func aDirectoryReadsBackAsItWasWritten() throws {
    var directory = MAD(version: 2, sectorCount: 40)
    for sector in [1, 2, 14, 15, 17, 18, 39] { directory[sector] = MAD.ndef }
    directory[5] = 0x1002
    let decoded = try #require(MAD(first: directory.firstDirectory, second: directory.secondDirectory))
    #expect(decoded == directory)
    #expect(decoded.ndefSectors == [1, 2])
    directory[1] = MAD.free
    directory[2] = MAD.free
    #expect(directory.ndefSectors == [14, 15, 17, 18])
  }

  @Test func aWrongChecksumIsNoDirectory() {
    var bytes = MAD(version: 1, sectorCount: 16).firstDirectory
    for index in bytes.indices {
      bytes[index] ^= 0x10
      #expect(MAD(first: bytes) == nil, "byte \(index)")
      bytes[index] ^= 0x10
    }
    #expect(MAD(first: []) == nil)
    #expect(MAD(first: bytes, second: [0]) == nil)
  }

  static let accessBits: [(AccessBits, [UInt8])] = [
    (.transport, [0xFF, 0x07, 0x80]), (.ndef, [0x7F, 0x07, 0x88]), (.directory, [0x78, 0x77, 0x88]),
    (.readOnly, [0x07, 0x8F, 0x0F]),
  ]

  @Test func accessBitsAreThoseOfTheStandards() {
    for (bits, bytes) in Self.accessBits {
      #expect(bits.bytes == bytes)
      #expect(AccessBits(bytes) == bits)
    }
  }

  @Test func oneWrongBitIsFoundBeforeItLocksASector() {
    for (_, bytes) in Self.accessBits {
      for bit in 0..<24 {
        var wrong = bytes
        wrong[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(AccessBits(wrong) == nil)
      }
    }
  }

  @Test func trailersAreTheStandards() throws {
    let keyB = ClassicKey.transport
    #expect(
      try Hex.encode(SectorTrailer.ndef(keyB: keyB).checkedBytes()) == "D3F7D3F7D3F77F078840FFFFFFFFFFFF")
    #expect(
      try Hex.encode(SectorTrailer.directory(version: 1, keyB: keyB).checkedBytes())
        == "A0A1A2A3A4A5787788C1FFFFFFFFFFFF")
    #expect(
      try Hex.encode(SectorTrailer.ndef(keyB: keyB).locked(isNDEF: true).checkedBytes())
        == "D3F7D3F7D3F7078F0F43FFFFFFFFFFFF")
  }
}
