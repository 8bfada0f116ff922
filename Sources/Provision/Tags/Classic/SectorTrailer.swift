/// The last block of a sector: key A, access bits, the general-purpose byte, key B (MF1S50YYX §8.6.3).
struct SectorTrailer: Equatable, Sendable {
  var keyA: ClassicKey
  var access: AccessBits
  /// Mapping version and access of an NDEF sector, or the directory's version (AN1304 §3.3.2, AN10787 §3.3).
  var generalPurpose: UInt8
  var keyB: ClassicKey

  /// An NDEF sector: mapping version 1.0, read and write (40h).
  static func ndef(keyB: ClassicKey) -> SectorTrailer {
    SectorTrailer(keyA: .ndef, access: .ndef, generalPurpose: 0x40, keyB: keyB)
  }

  /// The directory of sectors 1–15: available, several applications, version 1 or 2.
  static func directory(version: UInt8, keyB: ClassicKey) -> SectorTrailer {
    SectorTrailer(keyA: .directory, access: .directory, generalPurpose: 0xC0 | version & 3, keyB: keyB)
  }

  /// The directory of sectors 17–39; its general-purpose byte is not used.
  static func secondDirectory(keyB: ClassicKey) -> SectorTrailer {
    SectorTrailer(keyA: .directory, access: .directory, generalPurpose: 0, keyB: keyB)
  }

  /// The same, readable for ever and never to be written: write access of an NDEF sector's byte says so too (43h).
  func locked(isNDEF: Bool) -> SectorTrailer {
    var trailer = self
    trailer.access = .readOnly
    if isNDEF { trailer.generalPurpose |= 0x03 }
    return trailer
  }

  /// The 16 bytes, proved before they can leave: a trailer with disagreeing access bits would lock the sector for ever.
  func checkedBytes() throws(TagError) -> [UInt8] {
    let bytes = keyA.bytes + access.bytes + [generalPurpose] + keyB.bytes
    guard bytes.count == 16, AccessBits(bytes[6..<9]) == access else {
      throw .malformed(detail: "sector trailer fails its own check")
    }
    return bytes
  }
}

/// What can be read of a trailer: never key A.
struct VisibleTrailer: Equatable, Sendable {
  let access: AccessBits
  let generalPurpose: UInt8

  /// Takes a trailer that was read; nil where its access bits contradict themselves.
  init?(_ block: [UInt8]) {
    guard block.count == 16, let access = AccessBits(block[6..<9]) else { return nil }
    self.access = access
    generalPurpose = block[9]
  }

  /// Whether the general-purpose byte is that of an NDEF sector, mapping version 1 (AN1304 §3.3.2).
  var isNDEF: Bool { generalPurpose >> 6 == 1 }
  /// Whether it says that there is no write access.
  var forbidsWriting: Bool { isNDEF && generalPurpose & 0x03 == 0x03 }

  /// Whether it is as `wanted` as far as can be seen.
  func matches(_ wanted: SectorTrailer) -> Bool {
    access == wanted.access && generalPurpose == wanted.generalPurpose
  }
}
