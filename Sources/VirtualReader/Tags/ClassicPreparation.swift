/// States that a scenario asks of a virtual MIFARE Classic, in the layout of NXP AN1304 and AN1305.
extension ClassicVirtualTag {
  private static let directoryKey: [UInt8] = [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]
  private static let ndefKey: [UInt8] = [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7]
  private static let delivered = [UInt8](repeating: 0xFF, count: 6)

  /// Sectors for NDEF: all but those of the directory.
  private var ndefSectors: [Int] { (1..<product.sectors).filter { $0 != 16 } }

  /// Puts it into a scenario's state; a password is the six bytes of key B.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    if preparation.state != .blank || preparation.ndef != nil { format() }
    if let message = preparation.ndef { try hold(message) }
    switch preparation.state {
    case .blank, .formatted: break
    case .locked: lock()
    case .protected: try protect(with: preparation.password ?? [0x00, 0x00, 0x00, 0x00, 0x00, 0x01])
    }
    activate()
  }

  private mutating func format() {
    let isLarge = product.sectors > 16
    let first = directory(sectors: 1...15)
    for block in 1...2 { setBlock(block, Array(first[(block - 1) * 16..<block * 16])) }
    setTrailer(Self.directoryKey + [0x78, 0x77, 0x88, isLarge ? 0xC2 : 0xC1] + Self.delivered, of: 0)
    if isLarge {
      let second = directory(sectors: 17...39)
      for block in 0...2 { setBlock(64 + block, Array(second[block * 16..<(block + 1) * 16])) }
      setTrailer(Self.directoryKey + [0x78, 0x77, 0x88, 0x00] + Self.delivered, of: 16)
    }
    for sector in ndefSectors {
      setTrailer(Self.ndefKey + [0x7F, 0x07, 0x88, 0x40] + Self.delivered, of: sector)
    }
    setBlock(4, [0x03, 0x00, 0xFE] + [UInt8](repeating: 0, count: 13))
  }

  private func directory(sectors: ClosedRange<Int>) -> [UInt8] {
    let body: [UInt8] = [0x01] + sectors.flatMap { $0 < product.sectors ? [0x03, 0xE1] : [0x00, 0x05] }
    var crc: UInt8 = 0xC7
    for byte in body {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x1D }
    }
    return [crc] + body
  }

  private mutating func hold(_ message: [UInt8]) throws(ScenarioError) {
    let blocks = (4..<product.blockCount).filter { block in
      let sector = product.sector(of: block)
      return sector != 16 && product.trailer(of: sector) != block
    }
    let length = message.count
    let header: [UInt8] =
      length < 255
      ? [0x03, UInt8(length)]
      : [0x03, 0xFF, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    guard length < 0xFFFF, header.count + length <= blocks.count * Self.size else {
      throw .messageTooLong(chip: chip, needed: length)
    }
    var content = header + message
    if content.count < blocks.count * Self.size { content.append(0xFE) }
    content += [UInt8](repeating: 0, count: (Self.size - content.count % Self.size) % Self.size)
    for (index, start) in stride(from: 0, to: content.count, by: Self.size).enumerated() {
      setBlock(blocks[index], Array(content[start..<start + Self.size]))
    }
  }

  private mutating func lock() {
    for sector in 0..<product.sectors {
      var trailer = block(product.trailer(of: sector))
      trailer.replaceSubrange(6..<9, with: [0x07, 0x8F, 0x0F])
      if ndefSectors.contains(sector) { trailer[9] = 0x43 }
      setTrailer(trailer, of: sector)
    }
  }

  /// NDEF sectors that key A reads and only a secret key B writes.
  private mutating func protect(with password: [UInt8]) throws(ScenarioError) {
    guard password.count == 6 else {
      throw .impossibleState(chip: chip, state: TagPreparation.State.protected.rawValue)
    }
    for sector in ndefSectors { setTrailer(Self.ndefKey + [0x78, 0x77, 0x88, 0x40] + password, of: sector) }
  }
}
