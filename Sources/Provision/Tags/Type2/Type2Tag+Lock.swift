extension Type2Tag {
  func checkLock() throws(TagError) {
    switch try format() {
    case .formatted(let container), .unformatted(let container): _ = try lockable(container)
    case .foreign: throw .unsupported(detail: "no NDEF data area")
    }
  }

  /// Container first, since locking page 3 would freeze it; then the dynamic lock bytes where the table puts them; the
  /// static ones last, which freeze all.
  func writeLock() throws(TagError) {
    guard case .formatted(let container) = try format() else { throw .unsupported(detail: "not formatted") }
    // Nothing is written unless all of it can be: half a lock can't be taken back either.
    let dynamic = try lockable(container)
    if container.writeAccess != 0x0F { try memory.write(Self.containerPage, container.readOnly.bytes) }
    if let dynamic {
      let bytes = try memory.loadedPage(dynamic.page)
      if !Self.covers(bytes, dynamic.lockAll) {
        try memory.write(dynamic.page, dynamic.lockAll + [0])
        // The chip merges and keeps a byte of its own: what it holds now is to be read, not assumed.
        memory.forget(dynamic.page...dynamic.page)
      }
    }
    let page2 = try memory.loadedPage(Self.staticLockPage)
    if page2[2] != 0xFF || page2[3] != 0xFF {
      try memory.write(Self.staticLockPage, [page2[0], page2[1], 0xFF, 0xFF])
    }
    knownLayout = nil
  }

  /// Reads container and lock bytes anew, and offers the last page of the data area the bytes it holds: harmless if it
  /// takes them, and then it is not locked.
  func verifyLock() throws(TagError) {
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    var last = Self.containerPage
    if case .dynamic(let lock)? = product?.locking,
      lock.page - Self.staticLockPage < Type2Memory.longestFastRead,
      memory.usesFastRead
    {
      last = lock.page
    }
    try memory.load(Self.staticLockPage...last)
    guard case .formatted(let container) = try format(), container.writeAccess == 0x0F else {
      throw .lockFailed(detail: "the capability container grants write access")
    }
    let probed = dataArea(container).upperBound / Type2Memory.pageSize - 1
    let page2 = try memory.loadedPage(Self.staticLockPage)
    guard page2[2] == 0xFF, page2[3] == 0xFF else {
      throw .lockFailed(detail: "static lock bits are not set")
    }
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

  /// The dynamic lock bytes to set; throws where some page could never be closed.
  private func lockable(_ container: CapabilityContainer) throws(TagError) -> DynamicLock? {
    let dynamic = try lockBytes(for: container)
    let page2 = try memory.loadedPage(Self.staticLockPage)
    var frozen = StaticLock.frozenOpenPages(Array(page2[2...3]))
    if let dynamic { frozen += dynamic.frozenOpenPages(try memory.loadedPage(dynamic.page)) }
    guard frozen.isEmpty else { throw .lockFailed(detail: "lock bits of pages \(frozen) are frozen open") }
    if container.writeAccess != 0x0F, StaticLock.lockedPages(Array(page2[2...3])).contains(Self.containerPage)
    {
      throw .lockFailed(detail: "the capability container is locked with write access")
    }
    return dynamic
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

  private static func covers(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    zip(bytes, wanted).allSatisfy { $0 & $1 == $1 }
  }
}
