extension Type2Tag: Mirroring {
  func canMirror(_ mirror: Mirror, at offset: Int, inMessageOf count: Int) throws(TagError) -> Bool {
    guard try window(mirror, at: offset, inMessageOf: count) != nil else { return false }
    do throws(TagError) {
      return try !configuration().isFrozen
    } catch .refused {
      return false
    }
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

  func isMirroring(_ mirror: Mirror, at offset: Int, inMessageOf count: Int) throws(TagError) -> Bool {
    guard let product, let address = try window(mirror, at: offset, inMessageOf: count) else { return false }
    do throws(TagError) {
      guard let found = try configuration().mirror(of: product) else { return false }
      return found.mirror == mirror && found.address == address
    } catch .refused {
      return false
    }
  }

  @discardableResult
  func verifyMirror(_ mirror: Mirror, at offset: Int, in octets: [UInt8]) throws(TagError) -> [UInt8] {
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    guard case .message(let shown) = try readNDEF() else { throw .verifyFailed(offset: 0) }
    let start = try layout().message?.addresses.first ?? 0
    if let index = mirror.mismatch(of: shown, with: octets, at: offset, on: uid) {
      throw .verifyFailed(offset: start + index - Self.firstUserPage * Type2Memory.pageSize)
    }
    guard try isMirroring(mirror, at: offset, inMessageOf: octets.count) else {
      throw .verifyFailed(offset: start + offset - Self.firstUserPage * Type2Memory.pageSize)
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
}
