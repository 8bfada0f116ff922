extension Type2VirtualTag {
  /// Puts the tag into the state; throws where the message does not fit or the chip has no password.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    if preparation.state != .blank || preparation.ndef != nil { format() }
    if let message = preparation.ndef { try hold(message) }
    switch preparation.state {
    case .blank, .formatted: break
    case .locked: lock()
    case .protected: try protect(with: preparation.password ?? [0x00, 0x00, 0x00, 0x01])
    }
    settings = Type2Settings(product: product, memory: pages)
  }

  /// Gives a tag without a capability container one that says what it has, and an empty message.
  private mutating func format() {
    guard pages[12] != 0xE1 else { return }
    let size = (product.lastUserPage - 3) * 4 / 8
    pages.replaceSubrange(12..<16, with: [0xE1, 0x10, UInt8(truncatingIfNeeded: size), 0x00])
    pages.replaceSubrange(16..<20, with: [0x03, 0x00, 0xFE, 0x00])
  }

  /// Puts an NDEF TLV where the factory's empty one stands.
  private mutating func hold(_ message: [UInt8]) throws(ScenarioError) {
    var offset = 16
    if pages[16] == 0x01 { offset += 5 }
    let length = message.count
    let header: [UInt8] =
      length < 255
      ? [0x03, UInt8(length)]
      : [0x03, 0xFF, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    let end = 16 + Int(pages[14]) * 8
    guard offset + header.count + length <= end else {
      throw .messageTooLong(chip: chip, needed: length)
    }
    var content = header + message
    if offset + content.count < end { content.append(0xFE) }
    pages.replaceSubrange(offset..<offset + content.count, with: content)
  }

  /// Sets the capability container and every lock bit.
  private mutating func lock() {
    pages[15] |= 0x0F
    pages[10] = 0xFF
    pages[11] = 0xFF
    guard let locks = product.dynamicLocks else { return }
    let bits = locks.lockAll(upTo: product.lastUserPage)
    for byte in 0..<3 {
      pages[locks.page * 4 + byte] |= UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))
    }
  }

  /// Sets password and AUTH0 = 4: what is written needs the password, reading does not.
  private mutating func protect(with password: [UInt8]) throws(ScenarioError) {
    if product.features.contains(.tripleDES) {
      pages[168] = 4
      pages[172] = 0x01
      return
    }
    guard let first = product.configuration, product.features.contains(.password), password.count == 4 else {
      throw .impossibleState(chip: chip, state: TagPreparation.State.protected.rawValue)
    }
    pages.replaceSubrange(first * 4 + 8..<first * 4 + 12, with: password)
    pages[first * 4 + 3] = 4
  }
}
