/// What the capability container makes of the tag.
enum Type2Format: Equatable, Sendable {
  /// Not formatted; this container can be written.
  case unformatted(CapabilityContainer)
  case formatted(CapabilityContainer)
  /// Neither, and bits that are set can't be taken back.
  case foreign(CapabilityContainer)
}

extension Type2Tag {
  func queryNDEFStatus() throws(TagError) -> NDEFStatus {
    do {
      return try status(forMessageOf: 0)
    } catch .refused(let command, _) where command == "READ" || command == "FAST_READ" {
      // A page that exists and can't be read is guarded.
      return .notSupported(.readProtected)
    }
  }

  func refusal(forWriting octets: [UInt8]) throws(TagError) -> WriteRefusal? {
    switch try queryNDEFStatus() {
    case .notSupported(let reason): return .notSupported(reason)
    case .readOnly(_, .lockBits(let pages)):
      // All that this message needs are named, not only those that any message does.
      guard case .readOnly(_, let reason) = try status(forMessageOf: octets.count) else {
        return .readOnly(.lockBits(pages: pages))
      }
      return .readOnly(reason)
    case .readOnly(_, let reason): return .readOnly(reason)
    case .readWrite(let capacity, _):
      guard octets.count <= capacity else { return .tooSmall(needed: octets.count, capacity: capacity) }
      guard case .readOnly(_, let reason) = try status(forMessageOf: octets.count) else { return nil }
      return .readOnly(reason)
    }
  }

  func readNDEF() throws(TagError) -> NDEFContent {
    guard case .formatted = try format() else { return .unformatted }
    guard let message = try layout().message, message.length > 0 else { return .empty }
    if let first = message.addresses.first, let last = message.addresses.last {
      try memory.load(first / Type2Memory.pageSize...last / Type2Memory.pageSize)
    }
    var octets: [UInt8] = []
    octets.reserveCapacity(message.addresses.count)
    for address in message.addresses { octets.append(try byte(at: address)) }
    return .message(octets)
  }

  /// The status as a message of this size sees it: only pages that it needs matter.
  private func status(forMessageOf length: Int) throws(TagError) -> NDEFStatus {
    let format = try format()
    var pages: [Int] = []
    var isFormatted = true
    switch format {
    case .foreign(let container): return .notSupported(.capabilityContainer(container.bytes))
    case .unformatted:
      isFormatted = false
      pages.append(Self.containerPage)
    case .formatted(let container):
      guard container.readAccess == 0 else { return .notSupported(.readProtected) }
    }
    let layout = try layout()
    let capacity = layout.capacity
    if case .formatted(let container) = format, container.writeAccess == 0x0F {
      return .readOnly(capacity: capacity, .capabilityContainer)
    }
    let size = TLV.header(length: length).count + length
    pages += layout.addresses(from: layout.position, count: size).map { $0 / Type2Memory.pageSize }
    let needed = Set(pages)
    try loadLocksAndConfiguration()
    let locked = try lockedPages().intersection(needed)
    guard locked.isEmpty else { return .readOnly(capacity: capacity, .lockBits(pages: locked.sorted())) }
    if let first = try firstGuardedPage(), needed.contains(where: { $0 >= first }) {
      return .readOnly(capacity: capacity, .password)
    }
    if case .formatted(let container) = format, container.writeAccess != 0, !link.isAuthenticated {
      // Values between 0 and F are a maker's own: write access needs something that was not given.
      return .readOnly(capacity: capacity, .password)
    }
    // A data area without room for the smallest record is no place for a message.
    guard capacity >= 3 else { return .notSupported(.malformed(detail: "no room for an NDEF message TLV")) }
    return .readWrite(capacity: capacity, formatted: isFormatted)
  }

  /// What the container says, and with which it could be made right.
  func format() throws(TagError) -> Type2Format {
    let container = CapabilityContainer(try memory.loadedPage(Self.containerPage))
    let largest = product.map { max($0.dataAreaSize, ($0.lastUserPage + 1 - Self.firstUserPage) * 4) } ?? 2040
    if container.isValid {
      return container.dataAreaSize <= largest ? .formatted(container) : .foreign(container)
    }
    // Bits are only ever set: a container can be made right if it has none that the right one lacks.
    var size = product?.dataAreaSize
    if size == nil, container.bytes.allSatisfy({ $0 == 0 }) { size = try measure() }
    guard let size else { return .foreign(container) }
    let wanted = CapabilityContainer(dataAreaSize: size)
    return container.merged(with: wanted) == wanted ? .unformatted(wanted) : .foreign(container)
  }

  /// The data area's layout; of an unformatted tag, the one that formatting will make.
  func layout() throws(TagError) -> TLVLayout {
    if let knownLayout { return knownLayout }
    var size: Int
    let isFormatted: Bool
    switch try format() {
    case .formatted(let container), .foreign(let container):
      (size, isFormatted) = (container.dataAreaSize, true)
    case .unformatted(let container): (size, isFormatted) = (container.dataAreaSize, false)
    }
    if let product {
      size = min(size, (product.lastUserPage + 1 - Self.firstUserPage) * Type2Memory.pageSize)
    }
    size = min(size, (256 - Self.firstUserPage) * Type2Memory.pageSize)
    let start = Self.firstUserPage * Type2Memory.pageSize
    // What lies in the pages of an unformatted tag means nothing.
    let layout = try TLVLayout(area: start..<start + size) { (address) throws(TagError) in
      isFormatted ? try self.byte(at: address) : TLV.terminator
    }
    knownLayout = layout
    return layout
  }

  /// The addresses that the container claims, as far as they are user memory of sector 0.
  func dataArea(_ container: CapabilityContainer) -> Range<Int> {
    let lastPage = product?.lastUserPage ?? 255
    let start = Self.firstUserPage * Type2Memory.pageSize
    return start..<min(start + container.dataAreaSize, (lastPage + 1) * Type2Memory.pageSize)
  }

  func byte(at address: Int) throws(TagError) -> UInt8 {
    try memory.byte(at: address, readingAheadTo: product?.lastUserPage ?? memory.pageCount - 1)
  }

  /// Lock bytes and configuration lie side by side: one exchange.
  private func loadLocksAndConfiguration() throws(TagError) {
    guard case .dynamic(let lock)? = product?.locking, let configuration = product?.configuration else {
      return
    }
    do {
      try memory.load(lock.page...configuration + 1)
    } catch .refused {
      // One of them is guarded; each is asked for on its own then.
    }
  }

  /// Pages that lock bits close, as far as the product's lock bytes are known.
  func lockedPages() throws(TagError) -> Set<Int> {
    var pages = Set(StaticLock.lockedPages(Array(try memory.loadedPage(Self.staticLockPage)[2...3])))
    if case .dynamic(let lock)? = product?.locking {
      do {
        pages.formUnion(lock.lockedPages(try memory.loadedPage(lock.page)))
      } catch .refused {
        // Guarded against reading while the data area is not: a locked page will refuse its write.
      }
    }
    return pages
  }

  /// The first page that can't be written without a password, if any.
  func firstGuardedPage() throws(TagError) -> Int? {
    guard !link.isAuthenticated else { return nil }
    let auth0: Int
    if product?.name == Type2Product.ultralightC.name {
      // Guarded against reading too (AUTH1 bit 0 clear), this page itself would not have been readable.
      let page = Type2Product.ultralightCAuth0Page
      guard try memory.loadedPage(page + 1)[0] & 1 == 1 else { return nil }
      auth0 = Int(try memory.loadedPage(page)[0])
    } else if let configuration = product?.configuration {
      do {
        auth0 = Int(try memory.loadedPage(configuration)[3])
      } catch .refused {
        // Reading is guarded from some page above the data area that was read.
        return configuration
      }
    } else {
      return nil
    }
    return auth0 < memory.pageCount ? auth0 : nil
  }

  /// Sizes an unknown blank part. Only layouts that parts on the market share are taken; all else gets the 48 bytes that
  /// every Type 2 tag has, so that lock and configuration pages are never written as data.
  private func measure() throws(TagError) -> Int {
    if let measuredDataAreaSize { return measuredDataAreaSize }
    let head = (memory.page(0) ?? []) + (memory.page(1) ?? [])
    var size = 48
    for (page, bytes) in [(0x29, 144), (0x25, 128)] {
      if let answer = try link.probe(page), !answer.starts(with: head) {
        size = bytes
        break
      }
    }
    measuredDataAreaSize = size
    memory.pageCount = Self.firstUserPage + size / Type2Memory.pageSize
    return size
  }
}
