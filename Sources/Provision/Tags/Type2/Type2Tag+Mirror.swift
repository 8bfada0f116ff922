extension Type2Tag: Mirroring {
  func canMirror(_ mirror: Mirror, at offset: Int, inMessageOf count: Int) throws(TagError) -> Bool {
    try window(mirror, at: offset, inMessageOf: count) != nil
  }

  func enableMirror(_ mirror: Mirror, at offset: Int) throws(TagError) {
    guard case .message(let octets) = try readNDEF(), let product,
      let address = try window(mirror, at: offset, inMessageOf: octets.count)
    else { throw .unsupported(detail: "no mirror \(mirror.rawValue) at byte \(offset)") }
    var wanted = try configuration()
    guard !wanted.isFrozen else { throw .unsupported(detail: "the configuration is frozen") }
    wanted.setMirror(mirror, at: address, of: product)
    try write(wanted)
  }

  @discardableResult
  func verifyMirror(_ mirror: Mirror, at offset: Int, in octets: [UInt8]) throws(TagError) -> [UInt8] {
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    guard case .message(let shown) = try readNDEF(), shown.count == octets.count, offset >= 0,
      offset + mirror.length <= shown.count
    else { throw .verifyFailed(offset: 0) }
    let start = try layout().message?.addresses.first ?? 0
    let text = try pattern(mirror)
    for index in shown.indices {
      let inside = index >= offset && index < offset + mirror.length
      let right =
        switch inside ? text[index - offset] : octets[index] {
        case nil: Self.isHexadecimal(shown[index])
        case let expected: shown[index] == expected
        }
      guard right else {
        throw .verifyFailed(offset: start + index - Self.firstUserPage * Type2Memory.pageSize)
      }
    }
    return shown
  }

  /// Switches off a mirror that an earlier job left over what is to be written: it would show through.
  func removeMirror() throws(TagError) {
    guard let product, !product.mirrors.isEmpty else { return }
    var found: Type2Configuration
    do {
      found = try configuration()
    } catch .refused {
      return
    }
    guard let (mirror, address) = found.mirror(of: product) else { return }
    found.removeMirror()
    try write(found)
    // What was read there was not what is stored.
    memory.forget(address / Type2Memory.pageSize...(address + mirror.length) / Type2Memory.pageSize)
    knownLayout = nil
  }

  /// The address of the window's first byte; nil where the product lacks the mirror or the window leaves message, memory
  /// or a run of bytes.
  private func window(
    _ mirror: Mirror, at offset: Int, inMessageOf count: Int
  ) throws(TagError) -> Int? {
    guard let product, product.configuration != nil else { return nil }
    let needed: Type2Product.Mirrors =
      switch mirror {
      case .uid: .uid
      case .counter: .counter
      case .uidAndCounter: [.uid, .counter]
      }
    guard product.mirrors.isSuperset(of: needed), (0...0xFFFE).contains(count), offset >= 0,
      offset <= count - mirror.length
    else {
      return nil
    }
    let layout = try layout()
    let skipped = TLV.header(length: count).count + offset
    let addresses = layout.addresses(from: layout.position, count: skipped + mirror.length).dropFirst(skipped)
    guard addresses.count == mirror.length, let first = addresses.first, let last = addresses.last,
      last - first == mirror.length - 1
    else { return nil }
    return first
  }

  /// What the window must show; nil for a counter's digit.
  private func pattern(_ mirror: Mirror) throws(TagError) -> [UInt8?] {
    let own = Array(Hex.encode(uid.bytes).utf8).map(Optional.some)
    guard own.count == Mirror.uid.length else {
      throw .malformed(detail: "the UID has \(uid.bytes.count) bytes")
    }
    let counter = [UInt8?](repeating: nil, count: Mirror.counter.length)
    return switch mirror {
    case .uid: own
    case .counter: counter
    case .uidAndCounter: own + [0x78] + counter
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }
}
