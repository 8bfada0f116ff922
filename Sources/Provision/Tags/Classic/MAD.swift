/// The MIFARE Application Directory: who uses which sector (AN10787).
struct MAD: Equatable, Sendable {
  /// An application identifier as its two bytes stand on the tag, the function cluster's byte second.
  typealias AID = UInt16

  /// An NDEF sector (AN1304 §3.2).
  static let ndef: AID = 0x03E1
  /// Nobody uses the sector.
  static let free: AID = 0x0000
  /// The sector's keys are unknown or destroyed (AN10787 §3.5).
  static let defect: AID = 0x0001
  /// There is no such sector.
  static let notApplicable: AID = 0x0005

  /// 1, or 2 where a second directory describes sectors 17–39.
  var version: UInt8
  private var aids: [AID]
  private var info: [UInt8]

  /// A directory in which nothing is used; sectors from `sectorCount` on are named as missing.
  init(version: UInt8, sectorCount: Int) {
    self.version = version
    aids = (0..<40).map { $0 < sectorCount ? Self.free : Self.notApplicable }
    // The publisher's sector, by custom the first application's.
    info = [1, 1]
  }

  /// Reads blocks 1 and 2 of sector 0, and the three blocks of sector 16 where they are given; nil where a checksum
  /// is wrong.
  init?(first: [UInt8], second: [UInt8]? = nil) {
    self.init(version: 1, sectorCount: 40)
    guard first.count == 32, first[0] == Self.checksum(first[1...]) else { return nil }
    info[0] = first[1]
    for sector in 1...15 { aids[sector] = Self.aid(first, at: sector * 2) }
    guard let second else { return }
    guard second.count == 48, second[0] == Self.checksum(second[1...]) else { return nil }
    version = 2
    info[1] = second[1]
    for sector in 17...39 { aids[sector] = Self.aid(second, at: (sector - 16) * 2) }
  }

  private static func aid(_ bytes: [UInt8], at offset: Int) -> AID {
    AID(bytes[offset]) << 8 | AID(bytes[offset + 1])
  }

  subscript(sector: Int) -> AID {
    get { aids.indices.contains(sector) ? aids[sector] : Self.notApplicable }
    set { if aids.indices.contains(sector) { aids[sector] = newValue } }
  }

  /// The NDEF sectors: the first contiguous run (AN1304 §3.2 allows one).
  var ndefSectors: [Int] {
    var run: [Int] = []
    for sector in version == 2 ? 1...39 : 1...15 where self[sector] == Self.ndef && sector != 16 {
      if let last = run.last, !ClassicLayout.follows(sector, last) { break }
      run.append(sector)
    }
    return run
  }

  /// Blocks 1 and 2 of sector 0.
  var firstDirectory: [UInt8] { Self.encode(info[0], aids[1...15]) }
  /// The three blocks of sector 16.
  var secondDirectory: [UInt8] { Self.encode(info[1], aids[17...39]) }

  private static func encode(_ info: UInt8, _ aids: ArraySlice<AID>) -> [UInt8] {
    let body = [info] + aids.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return [checksum(body)] + body
  }

  /// CRC-8 over the info byte and the identifiers: x⁸+x⁴+x³+x²+1, preset C7h (AN10787 §3.6, whose E3h is bit-reversed).
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
    var crc: UInt8 = 0xC7
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x1D }
    }
    return crc
  }
}
