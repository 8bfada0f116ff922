extension Type2Tag {
  /// Container first, since locking page 3 would freeze it; then the dynamic lock bytes where the table puts them; the
  /// static ones last, which freeze all.
  public func writeLock() throws(TagError) {
    guard case .formatted(let container) = try format() else { throw .unsupported(detail: "not formatted") }
    let dynamic = try lockBytes(for: container)
    let page2 = try memory.loadedPage(Self.staticLockPage)
    // Nothing is written unless all of it can be: half a lock can't be taken back either.
    var frozen = StaticLock.frozenOpenPages(Array(page2[2...3])).filter { $0 != Self.containerPage }
    if container.writeAccess != 0x0F, try lockedPages().contains(Self.containerPage) {
      throw .lockFailed(detail: "the capability container is locked with write access")
    }
    if let dynamic { frozen += dynamic.frozenOpenPages(try memory.loadedPage(dynamic.page)) }
    guard frozen.isEmpty else { throw .lockFailed(detail: "lock bits of pages \(frozen) are frozen open") }

    if container.writeAccess != 0x0F { try memory.write(Self.containerPage, container.readOnly.bytes) }
    if let dynamic {
      let bytes = try memory.loadedPage(dynamic.page)
      if !Self.covers(bytes, dynamic.lockAll) { try memory.write(dynamic.page, dynamic.lockAll + [0]) }
    }
    if page2[2] != 0xFF || page2[3] != 0xFF {
      try memory.write(Self.staticLockPage, [page2[0], page2[1], 0xFF, 0xFF])
    }
    knownLayout = nil
  }

  /// Reads container and lock bytes anew, and offers the last page of the data area the bytes it holds: harmless if it
  /// takes them, and then it is not locked.
  public func verifyLock() throws(TagError) {
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    let probed = try lastLockedPage()
    guard case .formatted(let container) = try format(), container.writeAccess == 0x0F else {
      throw .lockFailed(detail: "the capability container grants write access")
    }
    let page2 = try memory.loadedPage(Self.staticLockPage)
    guard page2[2] == 0xFF, page2[3] == 0xFF else { throw .lockFailed(detail: "static lock bits are not set") }
    if let dynamic = try lockBytes(for: container) {
      // Together with the page that is offered a write, where they are neighbours.
      try memory.load(min(probed, dynamic.page)...dynamic.page)
      guard Self.covers(try memory.loadedPage(dynamic.page), dynamic.lockAll) else {
        throw .lockFailed(detail: "dynamic lock bits are not set")
      }
    }
    let bytes = try memory.loadedPage(probed)
    guard try !link.acceptsWrite(probed, bytes) else {
      throw .lockFailed(detail: "page \(probed) still takes a write")
    }
  }

  public var lockObstacle: String? {
    switch product?.locking {
    case .staticOnly, .dynamic: return nil
    case .unknown: return "the lock bytes of this chip are not known"
    case nil:
      // 48 bytes are pages 4 to 15, which the static bytes cover on every Type 2 tag.
      guard case .formatted(let container)? = try? format(), container.dataAreaSize <= 48 else {
        return "the lock bytes of this chip are not known"
      }
      return nil
    }
  }

  /// The dynamic lock bytes to set, nil where the static ones are enough.
  private func lockBytes(for container: CapabilityContainer) throws(TagError) -> DynamicLock? {
    switch product?.locking {
    case .staticOnly: return nil
    case .dynamic(let lock): return lock
    // 48 bytes are pages 4 to 15, which the static bytes cover on every Type 2 tag.
    case nil where container.dataAreaSize <= 48: return nil
    case .unknown, nil: throw .unsupported(detail: "the lock bytes of this chip are not known")
    }
  }

  private func lastLockedPage() throws(TagError) -> Int {
    try memory.load(Self.staticLockPage...Self.containerPage)
    guard let product else { return memory.pageCount - 1 }
    return product.lastUserPage
  }

  private static func covers(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    zip(bytes, wanted).allSatisfy { $0 & $1 == $1 }
  }
}
