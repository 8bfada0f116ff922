extension FeliCaVirtualTag {
  /// Puts it into a state a scenario asks for.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    guard preparation.state != .protected else {
      throw .impossibleState(chip: chip, state: preparation.state.rawValue)
    }
    guard preparation.state != .blank || preparation.ndef != nil else { return }
    let message = preparation.ndef ?? []
    guard message.count <= 13 * 16 else { throw .messageTooLong(chip: chip, needed: message.count) }
    let isLocked = preparation.state == .locked
    self[0] = Self.attributes(length: message.count, isLocked: isLocked)
    let padded = message + [UInt8](repeating: 0, count: 13 * 16 - message.count)
    for block in 0..<13 { self[UInt16(block + 1)] = Array(padded[block * 16..<(block + 1) * 16]) }
    var configuration = self[0x88]
    configuration[3] |= 0x01
    if isLocked { configuration.replaceSubrange(0..<3, with: [0x00, 0x40, 0x00]) }
    self[0x88] = configuration
  }

  /// The attribute information block of an NDEF tag: version 1.0, four blocks a CHECK, one an UPDATE, thirteen in all.
  private static func attributes(length: Int, isLocked: Bool) -> [UInt8] {
    let block: [UInt8] =
      [0x10, 0x04, 0x01, 0x00, 0x0D, 0x00, 0x00, 0x00, 0x00, 0x00, isLocked ? 0x00 : 0x01]
      + [
        UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8),
        UInt8(truncatingIfNeeded: length),
      ]
    let sum = block.reduce(0) { $0 + Int($1) }
    return block + [UInt8(truncatingIfNeeded: sum >> 8), UInt8(truncatingIfNeeded: sum)]
  }
}
