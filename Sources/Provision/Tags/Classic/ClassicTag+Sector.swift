/// What a sector is to be.
enum ClassicRole: Equatable {
  case ndef
  case directory(version: UInt8)
  case secondDirectory

  func trailer(keyB: ClassicKey) -> SectorTrailer {
    switch self {
    case .ndef: .ndef(keyB: keyB)
    case .directory(let version): .directory(version: version, keyB: keyB)
    case .secondDirectory: .secondDirectory(keyB: keyB)
    }
  }

  /// Whether a trailer that was found serves; what is only unusual is left as it is.
  func isServed(by trailer: VisibleTrailer) -> Bool {
    let isWritable = trailer.access.canWriteData(with: .a) || trailer.access.canWriteData(with: .b)
    switch self {
    case .ndef: return isWritable && !trailer.forbidsWriting
    case .directory(let version): return isWritable && trailer.generalPurpose & 0x83 == 0x80 | version & 3
    case .secondDirectory: return isWritable
    }
  }
}

extension ClassicTag {
  /// Writes data blocks of one sector and makes its trailer what the role needs, in one authentication where all is as
  /// delivered or as it should be. False where no known key may do it; the tag is still selected then.
  func prepare(_ sector: Int, _ role: ClassicRole, _ blocks: [DataBlock]) throws(TagError) -> Bool {
    let pending = blocks.filter { memory.blocks[$0.block] != $0.bytes }
    if pending.isEmpty, trailers[sector] != nil { return true }
    let own = role.trailer(keyB: .transport).keyA
    guard let key = try memory.open(sector, keys: [.transport, own]) else { return false }
    do {
      if trailers[sector] != nil {
        try put(pending)
        return true
      }
      if key == .transport, memory.blocks[layout.trailer(of: sector)] == nil {
        // The delivered key stands for delivered access bits; a tag with others refuses, which changes nothing.
        try put(pending)
        try put(role.trailer(keyB: .transport), in: sector)
        return true
      }
    } catch .refused {
      guard key == .transport, try memory.open(sector, keys: [.transport]) != nil else { return false }
    }
    do {
      return try prepare(sector, role, pending, found: try memory.trailer(of: sector), isOwn: key == own)
    } catch .refused {
      return false
    }
  }

  /// The same for a sector whose trailer was read, with the key that its access bits want.
  private func prepare(
    _ sector: Int, _ role: ClassicRole, _ blocks: [DataBlock], found: VisibleTrailer, isOwn: Bool
  ) throws(TagError) -> Bool {
    let needsTrailer = !isOwn || !role.isServed(by: found)
    let slot = [KeySlot.a, .b].first { slot in
      (!needsTrailer || found.access.canWriteTrailer(with: slot))
        && (blocks.isEmpty || found.access.canWriteData(with: slot))
    }
    guard let slot else { return false }
    var keyB = ClassicKey.transport
    if slot == .b {
      guard let known = try memory.openWithKeyB(sector) else { return false }
      keyB = known
    }
    try put(blocks)
    if needsTrailer { try put(role.trailer(keyB: keyB), in: sector) }
    return true
  }

  private func put(_ blocks: [DataBlock]) throws(TagError) {
    for block in blocks { try memory.write(block.bytes, to: block.block) }
  }

  private func put(_ trailer: SectorTrailer, in sector: Int) throws(TagError) {
    try memory.write(trailer, toSector: sector)
    trailers[sector] = trailer
  }
}
