extension ClassicTag {
  /// The order, in which a tag torn away between any two exchanges reads as unformatted, empty or broken:
  ///
  /// - A formatted tag: length to 0 first where it is not, then every other block, then the block with the length.
  /// - Any other tag: the NDEF sectors with the whole message and their trailers, the second directory, then sector 0:
  ///   its directory, the block with the checksum last, and its trailer. Nobody finds NDEF data before that.
  ///
  /// A sector is authenticated once, but for the one that is written first and last.
  public func writeNDEF(_ octets: [UInt8]) throws(TagError) {
    switch try refusal(forWriting: octets) {
    case nil: break
    case .tooSmall(let needed, let capacity): throw .tooSmall(needed: needed, capacity: capacity)
    case .readOnly(.lockBits(let blocks)): throw .unsupported(detail: "blocks \(blocks) are locked")
    case .readOnly, .notSupported: throw .unsupported(detail: "no write access")
    }
    switch try state() {
    case .foreign: throw .unsupported(detail: "no write access")
    case .blank(let blank): try format(blank, with: octets)
    case .formatted(let area): try rewrite(area, with: octets)
    }
  }

  /// Reads directory, TLV blocks, message and terminator, and every trailer that was written, from the tag.
  public func verifyNDEF(_ octets: [UInt8]) throws(TagError) {
    lookAgain()
    for sector in [0, ClassicLayout.secondDirectory] where trailers[sector] != nil {
      try verifyTrailer(of: sector, offset: 0)
    }
    guard case .formatted(let named) = try state() else { throw .verifyFailed(offset: 0) }
    for sector in named.sectors where trailers[sector] != nil {
      let first = layout.dataBlocks(of: sector).lowerBound
      let offset = (named.blocks.firstIndex(of: first) ?? 0) * ClassicLayout.blockSize
      try verifyTrailer(of: sector, offset: offset)
      // While the sector is open.
      let end = TLV.header(length: octets.count).count + octets.count
      for block in layout.dataBlocks(of: sector).enumerated()
      where offset + block.offset * ClassicLayout.blockSize < end {
        _ = try memory.read(block.element)
      }
    }
    let position = try tlvs().position
    guard case .formatted(let area) = try state() else { throw .verifyFailed(offset: 0) }
    guard area.size >= position + TLV.header(length: octets.count).count + octets.count else {
      throw .verifyFailed(offset: area.size)
    }
    for (index, byte) in try stream(of: octets, in: area, at: position).enumerated()
    where try self.byte(at: position + index) != byte {
      throw .verifyFailed(offset: position + index)
    }
  }

  /// After a fresh selection nothing counts that was read before.
  func lookAgain() {
    memory.forget()
    known = nil
    knownTLVs = nil
  }

  private func verifyTrailer(of sector: Int, offset: Int) throws(TagError) {
    guard let wanted = trailers[sector], try memory.open(sector, keys: [wanted.keyA]) != nil,
      try memory.trailer(of: sector).matches(wanted)
    else { throw .verifyFailed(offset: offset) }
  }

  // MARK: A formatted tag

  private func rewrite(_ area: ClassicArea, with octets: [UInt8]) throws(TagError) {
    let position = try tlvs().position
    defer { knownTLVs = nil }
    let content = try content(of: octets, in: area, at: position)
    guard content.contains(where: { memory.blocks[$0.block] != $0.bytes }) else { return }
    let last = try silence(area, at: position, new: content)
    for (sector, blocks) in grouped(content.filter { $0.block != last }) {
      try demand(sector, blocks)
    }
    try demand(layout.sector(of: last), content.filter { $0.block == last })
  }

  /// Makes the tag read as empty with at most one write, and says which block brings the message into being.
  private func silence(
    _ area: ClassicArea, at position: Int, new content: [DataBlock]
  ) throws(TagError) -> Int {
    let size = ClassicLayout.blockSize
    let isMessage = try byte(at: position) == TLV.ndefMessage
    guard isMessage || position + 1 < area.size else { return area.block(at: position) }
    // Without an NDEF TLV a terminator in its place holds readers off, and the byte with T comes last.
    let silenced = isMessage ? position + 1 : position
    let quiet: UInt8 = isMessage ? 0 : TLV.terminator
    let block = area.block(at: silenced)
    guard try byte(at: silenced) != quiet else { return block }
    // What follows in the block is new already: only the length is left for the last write.
    var bytes = content.first { $0.block == block }?.bytes ?? []
    guard bytes.count == size else { return block }
    bytes[silenced % size] = quiet
    if isMessage, silenced % size + 1 < size { bytes[silenced % size + 1] = TLV.terminator }
    try demand(layout.sector(of: block), [DataBlock(block: block, bytes: bytes)])
    return block
  }

  /// A data block and what it is to hold.
  struct DataBlock: Equatable {
    var block: Int
    var bytes: [UInt8]
  }

  /// The TLV block, and a terminator where there is room for it in a sector that is needed anyway.
  private func stream(
    of octets: [UInt8], in area: ClassicArea, at position: Int
  ) throws(TagError) -> [UInt8] {
    let bytes = TLV.header(length: octets.count) + octets
    let end = position + bytes.count
    guard end <= area.size else {
      throw .tooSmall(needed: octets.count, capacity: TLV.capacity(ofRoom: area.size - position))
    }
    let hasRoom =
      end < area.size && layout.sector(of: area.block(at: end)) == layout.sector(of: area.block(at: end - 1))
    return hasRoom ? bytes + [TLV.terminator] : bytes
  }

  /// The blocks that hold this. What lies before it stays; what lies after it stays where it is known, and is 0 else.
  private func content(
    of octets: [UInt8], in area: ClassicArea, at position: Int
  ) throws(TagError) -> [DataBlock] {
    let size = ClassicLayout.blockSize
    var blocks: [DataBlock] = []
    for (index, byte) in try stream(of: octets, in: area, at: position).enumerated() {
      let offset = position + index
      let block = area.block(at: offset)
      if blocks.last?.block != block {
        blocks.append(
          DataBlock(block: block, bytes: memory.blocks[block] ?? [UInt8](repeating: 0, count: size)))
      }
      blocks[blocks.count - 1].bytes[offset % size] = byte
    }
    return blocks
  }

  private func grouped(_ blocks: [DataBlock]) -> [(sector: Int, blocks: [DataBlock])] {
    var groups: [(sector: Int, blocks: [DataBlock])] = []
    for block in blocks {
      let sector = layout.sector(of: block.block)
      if groups.last?.sector == sector {
        groups[groups.count - 1].blocks.append(block)
      } else {
        groups.append((sector, [block]))
      }
    }
    return groups
  }

  private func demand(_ sector: Int, _ blocks: [DataBlock]) throws(TagError) {
    guard try prepare(sector, .ndef, blocks) else {
      throw .refused(command: "WRITE", address: blocks.first?.block)
    }
  }

  // MARK: Formatting

  private func format(_ start: ClassicBlank, with octets: [UInt8]) throws(TagError) {
    var blank = start
    // Each turn ends or finds one more sector unusable. What is right already costs nothing again.
    while true {
      known = .blank(blank)
      let area = blank.area(layout)
      if let sector = try firstUnusable(in: area, octets: octets) {
        blank.unusable.insert(sector)
        continue
      }
      let directory = directory(of: blank, area: area)
      let second = ClassicLayout.secondDirectory
      if directory.version == 2,
        try !prepare(second, .secondDirectory, blocks(directory.secondDirectory, in: second))
      {
        blank.unusable.insert(second)
        continue
      }
      guard try prepare(0, .directory(version: directory.version), blocks(directory.firstDirectory, in: 0))
      else {
        throw .refused(command: "WRITE", address: 1)
      }
      known = .formatted(area)
      knownTLVs = nil
      namedSectors = area.sectors
      return
    }
  }

  /// The directory there is, or a new one, with this area in it.
  private func directory(of blank: ClassicBlank, area: ClassicArea) -> MAD {
    var directory = blank.directory ?? MAD(version: 1, sectorCount: layout.sectorCount)
    directory.version = layout.hasSecondDirectory && blank.reachesSecondHalf ? 2 : 1
    for sector in layout.applicationSectors {
      if area.sectors.contains(sector) {
        directory[sector] = MAD.ndef
      } else if directory[sector] == MAD.ndef {
        directory[sector] = MAD.free
      }
      if blank.unusable.contains(sector), directory[sector] == MAD.free { directory[sector] = MAD.defect }
    }
    return directory
  }

  /// Makes every sector of the area an NDEF sector, with the message; nil where all went well.
  private func firstUnusable(in area: ClassicArea, octets: [UInt8]) throws(TagError) -> Int? {
    let message = grouped(try content(of: octets, in: area, at: 0))
    for sector in area.sectors {
      let blocks = message.first { $0.sector == sector }?.blocks ?? []
      guard try prepare(sector, .ndef, blocks) else { return sector }
    }
    return nil
  }

  /// A directory's blocks, the one with the checksum last.
  private func blocks(_ bytes: [UInt8], in sector: Int) -> [DataBlock] {
    let numbers = layout.dataBlocks(of: sector).suffix(bytes.count / ClassicLayout.blockSize)
    return numbers.enumerated().reversed().map { index, block in
      let start = index * ClassicLayout.blockSize
      return DataBlock(block: block, bytes: Array(bytes[start..<start + ClassicLayout.blockSize]))
    }
  }
}
