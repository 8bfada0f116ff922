/// Writing, verifying and locking.
extension Type3Tag {
  /// Writes the message, and nothing where it is there already; the length comes last.
  public func writeNDEF(_ octets: [UInt8]) throws(TagError) {
    let found: Type3AttributeBlock
    switch state {
    case .formatted(let attributes), .blank(let attributes): found = attributes
    case .foreign, .malformed, .readProtected: throw .unsupported(detail: chip)
    }
    guard octets.count <= found.capacity else {
      throw .tooSmall(needed: octets.count, capacity: found.capacity)
    }
    let old: [UInt8]
    if case .message(let octets) = try readNDEF() { old = octets } else { old = [] }
    let isFormatted = state == .formatted(found)
    if isFormatted, found.writeFlag == Type3AttributeBlock.isWhole, found.length == octets.count,
      old == octets
    {
      return
    }
    stored = nil
    try open(found, isFormatted: isFormatted)
    try writeData(octets, over: old, found)
    try becomeNDEF()
    var closed = found
    closed.writeFlag = Type3AttributeBlock.isWhole
    closed.length = octets.count
    try writeAttributes(closed)
    stored = octets
  }

  /// Announces the write. The length goes to 0 as well, for readers that don't look at WriteFlag.
  private func open(_ attributes: Type3AttributeBlock, isFormatted: Bool) throws(TagError) {
    var opened = attributes
    opened.writeFlag = Type3AttributeBlock.isBeingWritten
    opened.length = 0
    if !isFormatted || opened != attributes { try writeAttributes(opened) }
  }

  private func writeAttributes(_ attributes: Type3AttributeBlock) throws(TagError) {
    try link.update(0, attributes.encoded())
    state = .formatted(attributes)
  }

  /// Writes the blocks that differ from the old message's, as many at once as the tag takes; the last is padded with 00h.
  private func writeData(_ octets: [UInt8], over old: [UInt8], _ attributes: Type3AttributeBlock)
    throws(TagError)
  {
    let size = Type3AttributeBlock.blockSize
    let data = octets + [UInt8](repeating: 0, count: Self.blocks(for: octets.count) * size - octets.count)
    let most = min(attributes.blocksPerUpdate, FeliCaLink.mostBlocks)
    var start = 0
    while start < data.count {
      guard differs(data, old, at: start) else {
        start += size
        continue
      }
      var end = start + size
      while end < data.count, (end - start) / size < most, differs(data, old, at: end) { end += size }
      try link.update(1 + start / size, data[start..<end])
      start = end
    }
  }

  /// Whether a block must be written. A block that the old message did not fill has an unknown rest.
  private func differs(_ data: [UInt8], _ old: [UInt8], at start: Int) -> Bool {
    let block = start..<start + Type3AttributeBlock.blockSize
    return block.upperBound > old.count || old[block] != data[block]
  }

  /// Sets SYS_OP on a chip that was no NDEF tag, while its attributes still say that it is being written.
  private func becomeNDEF() throws(TagError) {
    guard let configuration, !configuration.isNDEF else { return }
    try replace(configuration, with: configuration.withNDEF)
    becameNDEF = true
  }

  /// Writes the MC block, which is read a second time before: a wrong bit, written back, could stay for ever.
  private func replace(
    _ found: FeliCaLiteConfiguration, with wanted: FeliCaLiteConfiguration
  ) throws(TagError) {
    guard try link.check([FeliCaLiteConfiguration.block]) == found.bytes else {
      throw .malformed(detail: "the MC block is not the same in two readings")
    }
    try link.update(FeliCaLiteConfiguration.block, wanted.bytes)
    configuration = wanted
  }

  /// Reads everything back after a fresh selection and compares.
  public func verifyNDEF(_ octets: [UInt8]) throws(TagError) {
    guard case .formatted(let expected) = state else { throw .unsupported(detail: chip) }
    stored = nil
    let size = Type3AttributeBlock.blockSize
    let data = try read(blocks: 0...Self.blocks(for: octets.count), expected)
    let attributes: Type3AttributeBlock
    do throws(TagError) { attributes = try Type3AttributeBlock(decoding: Array(data[..<size])) } catch {
      throw .verifyFailed(offset: 0)
    }
    guard attributes.writeFlag == Type3AttributeBlock.isWhole, attributes.length == octets.count else {
      throw .verifyFailed(offset: 0)
    }
    let actual = data[size...].prefix(octets.count)
    if let offset = zip(actual, octets).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
      throw .verifyFailed(offset: offset)
    }
    if becameNDEF, let product {
      let block = try link.check([FeliCaLiteConfiguration.block])
      let read = FeliCaLiteConfiguration(block, isLiteS: product == .liteS)
      guard read?.isNDEF == true else { throw .verifyFailed(offset: 0) }
    }
    state = .formatted(attributes)
    stored = octets
  }

  // MARK: Locking

  /// Why this tag can't be made permanently read-only here; nil where it can, or is already.
  var lockObstacle: String? {
    guard let configuration else { return "RWFlag can be set back: \(chip) has no known permanent lock" }
    if configuration.isLocked || configuration.canBeLocked { return nil }
    return "memory configuration block is read-only already"
  }

  /// Throws ``TagError/unsupported(detail:)`` that says why the tag can't be made read-only, where it can't.
  public func checkLock() throws(TagError) {
    if let lockObstacle { throw .unsupported(detail: lockObstacle) }
  }

  /// RWFlag for readers that look at it, then the chip's own bits, in one write of the MC block.
  public func writeLock() throws(TagError) {
    guard case .formatted(var attributes) = state else { throw .unsupported(detail: chip) }
    try checkLock()
    guard let configuration else { return }
    if attributes.accessFlag != Type3AttributeBlock.readOnly {
      attributes.accessFlag = Type3AttributeBlock.readOnly
      try writeAttributes(attributes)
    }
    if !configuration.isLocked {
      try replace(configuration, with: configuration.locked)
    }
  }

  /// Proves the lock after a fresh selection: by what the tag says, and by a refused write that would change nothing.
  public func verifyLock() throws(TagError) {
    try discover()
    guard case .formatted(let attributes) = state, let configuration else {
      throw .lockFailed(detail: "no NDEF tag any more")
    }
    guard attributes.accessFlag == Type3AttributeBlock.readOnly else {
      throw .lockFailed(detail: "RWFlag still allows writing")
    }
    guard configuration.isLocked else { throw .lockFailed(detail: "MC block still allows writing") }
    // A write that would change nothing.
    do throws(TagError) {
      try link.update(0, attributes.encoded())
    } catch {
      if case .refused = error { return }
      throw error
    }
    throw .lockFailed(detail: "UPDATE is still accepted")
  }
}
