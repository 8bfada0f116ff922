extension Type2Tag {
  /// The order, in which a tag torn away between any two page writes reads as unformatted or empty:
  ///
  /// - A formatted tag with a message: length to 0 first, then every other page, then the page with the (first byte of
  ///   the) length. A tag without an NDEF TLV is held by a terminator in its place, and the page with T comes last.
  /// - An unformatted tag: all of the data area, then the capability container. Without it there is no NDEF data, its page
  ///   is proof against tearing (NTAG213/215/216 §8.5.3), and it has to be written anyway.
  func writeNDEF(_ octets: [UInt8]) throws(TagError) {
    switch try refusal(forWriting: octets) {
    case nil: break
    case .tooSmall(let needed, let capacity): throw .tooSmall(needed: needed, capacity: capacity)
    case .readOnly(.lockBits(let pages)): throw .unsupported(detail: "pages \(pages) are locked")
    case .readOnly, .notSupported: throw .unsupported(detail: "no write access")
    }
    try removeMirror()
    let format = try format()
    let layout = try layout()
    defer { knownLayout = nil }
    let content = try content(of: octets, in: layout)
    let pages = try pages(holding: content, in: layout)
    if case .unformatted(let container) = format {
      for (page, bytes) in pages { try writeIfChanged(page, bytes) }
      return try writeIfChanged(Self.containerPage, container.bytes)
    }
    guard pages.contains(where: { memory.page($0.page) != $0.bytes }) else { return }
    let last = try silence(at: content, in: layout)
    for (page, bytes) in pages where page != last { try writeIfChanged(page, bytes) }
    for (page, bytes) in pages where page == last { try writeIfChanged(page, bytes) }
  }

  /// Reads container, TLV blocks, message and terminator from the tag, not from what is remembered.
  func verifyNDEF(_ octets: [UInt8]) throws(TagError) {
    let container = memory.page(Self.containerPage)
    let expected = try content(of: octets, in: layout())
    let last = (expected.last?.address ?? 0) / Type2Memory.pageSize
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    try memory.load(Self.containerPage...max(Self.containerPage, last))
    guard case .formatted = try format(), container == nil || memory.page(Self.containerPage) == container
    else {
      throw .verifyFailed(offset: 0)
    }
    let layout = try layout()
    guard let first = expected.first?.address, layout.position == first, layout.message != nil else {
      throw .verifyFailed(offset: layout.position - layout.area.lowerBound)
    }
    for (address, byte) in expected where try self.byte(at: address) != byte {
      throw .verifyFailed(offset: address - layout.area.lowerBound)
    }
  }

  /// The TLV block byte by byte, and a terminator where there is room that may be written.
  private func content(
    of octets: [UInt8], in layout: TLVLayout
  ) throws(TagError) -> [(address: Int, byte: UInt8)] {
    let block = TLV.header(length: octets.count) + octets
    var addresses = layout.addresses(from: layout.position, count: block.count + 1)
    guard addresses.count >= block.count else {
      throw .tooSmall(needed: octets.count, capacity: layout.capacity)
    }
    if addresses.count > block.count {
      let page = addresses[block.count] / Type2Memory.pageSize
      let isShared = addresses[block.count - 1] / Type2Memory.pageSize == page
      if !isShared, try lockedPages().contains(page) { addresses.removeLast() }
    }
    return zip(addresses, block + [TLV.terminator]).map { ($0, $1) }
  }

  /// The pages that hold these bytes, in order; other bytes of them stay, or are 0 where nobody has read them and they
  /// are the data area's own.
  private func pages(
    holding content: [(address: Int, byte: UInt8)], in layout: TLVLayout
  ) throws(TagError) -> [(page: Int, bytes: [UInt8])] {
    var pages: [(page: Int, bytes: [UInt8])] = []
    for (address, byte) in content {
      let (page, index) = address.quotientAndRemainder(dividingBy: Type2Memory.pageSize)
      if pages.last?.page != page {
        let start = page * Type2Memory.pageSize
        let isAllOurs =
          start >= layout.position && layout.addresses(from: start, count: 4) == Array(start..<start + 4)
        if isAllOurs {
          pages.append((page, memory.page(page) ?? [0, 0, 0, 0]))
        } else {
          pages.append((page, try memory.loadedPage(page)))
        }
      }
      pages[pages.count - 1].bytes[index] = byte
    }
    return pages
  }

  /// Makes the tag read as empty with at most one page write, and says which page brings the message into being.
  private func silence(
    at content: [(address: Int, byte: UInt8)], in layout: TLVLayout
  ) throws(TagError) -> Int {
    let (type, length) = (content[0].address, content[1].address)
    let (typePage, lengthPage) = (type / Type2Memory.pageSize, length / Type2Memory.pageSize)
    switch try byte(at: type) {
    case TLV.ndefMessage:
      guard try byte(at: length) != 0 else { return lengthPage }
      var bytes = try memory.loadedPage(lengthPage)
      bytes[length % Type2Memory.pageSize] = 0
      if content.count > 2, content[2].address / Type2Memory.pageSize == lengthPage {
        bytes[content[2].address % Type2Memory.pageSize] = TLV.terminator
      }
      try memory.write(lengthPage, bytes)
      return lengthPage
    case TLV.terminator:
      return typePage
    default:
      var bytes = try memory.loadedPage(typePage)
      bytes[type % Type2Memory.pageSize] = TLV.terminator
      try memory.write(typePage, bytes)
      return typePage
    }
  }

  private func writeIfChanged(_ page: Int, _ bytes: [UInt8]) throws(TagError) {
    if memory.page(page) != bytes { try memory.write(page, bytes) }
  }
}
