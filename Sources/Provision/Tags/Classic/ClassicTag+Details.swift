extension ClassicTag: TagInspecting {
  /// What the trailers of the directory's sector and of the sectors that hold the message say; the others, of which a 4K
  /// has forty, are not asked. Pages are blocks, trailers included.
  public func inspect() throws(TagError) -> TagDetails {
    var details = TagDetails(manufacturer: uid.manufacturer)
    details.memorySize = layout.blocks(of: layout.sectorCount - 1).upperBound * ClassicLayout.blockSize
    switch try state() {
    case .foreign(.readProtected):
      details.guardsReading = true
      details.firstGuardedPage = try firstUnreadableBlock()
    case .foreign, .blank: break
    case .formatted:
      for sector in try [0] + messageSectors() {
        guard let access = try access(to: sector) else { continue }
        if access.isPermanentlyReadOnly { details.lockedPages += layout.blocks(of: sector) }
        // The directory's sector is always key B's.
        guard sector != 0, details.firstGuardedPage == nil else { continue }
        if !access.canWriteData(with: .a), access.canWriteData(with: .b),
          try memory.openWithKeyB(sector) == nil
        {
          details.firstGuardedPage = layout.blocks(of: sector).lowerBound
        }
      }
    }
    return details
  }

  /// The sectors from the data area's first byte to the message's last, at least one.
  private func messageSectors() throws(TagError) -> [Int] {
    let tlvs = try tlvs()
    guard case .formatted(let area) = try state(), let first = area.sectors.first else { return [] }
    guard let last = tlvs.message?.addresses.last, last < area.size else { return [first] }
    let sector = layout.sector(of: area.block(at: last))
    guard let index = area.sectors.firstIndex(of: sector) else { return [first] }
    return Array(area.sectors[...index])
  }

  /// A sector's access bits, from the tag only where they were not read yet; nil where no known key opens the sector.
  private func access(to sector: Int) throws(TagError) -> AccessBits? {
    if memory.blocks[layout.trailer(of: sector)] == nil {
      let keys: [ClassicKey] = sector == 0 ? [.directory, .transport] : [.ndef, .transport]
      guard try memory.open(sector, keys: keys) != nil else { return nil }
    }
    return try memory.trailer(of: sector).access
  }

  /// The first block of the sector that no known key opens: the directory's, or the first that it gives to NDEF.
  private func firstUnreadableBlock() throws(TagError) -> Int? {
    guard let first = memory.blocks[1], let second = memory.blocks[2] else { return 0 }
    guard let sector = MAD(first: first + second)?.ndefSectors.first else { return nil }
    return layout.blocks(of: sector).lowerBound
  }
}
