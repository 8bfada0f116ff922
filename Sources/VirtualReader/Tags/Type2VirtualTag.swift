/// A virtual NFC Forum Type 2 tag: one engine for all products of ``Type2Product``.
///
/// Memory is what is stored; mirrors and hidden pages are laid over it when it is read. A refusal is answered as the data
/// sheets say, and the field then lets the tag fall back to IDLE or HALT.
public struct Type2VirtualTag: VirtualTag {
  /// The product.
  public let product: Type2Product
  var pages: [UInt8]
  /// A counterfeit's memory, in pages, and whether addresses beyond it wrap around; without the wrap writes there are
  /// acknowledged and forgotten.
  var real: (pages: Int, wraps: Bool)?
  private var fixedUID: [UInt8]
  private var randomIdentifier: [UInt8]?
  private let usesRandomIdentifier: Bool
  var settings = Type2Settings()
  var authenticated = false
  /// Wrong passwords in a row, stored.
  var failures = 0
  var counters = [UInt32](repeating: 0, count: 3)
  /// Whether the NFC counter has counted since power-up.
  private var counted = false
  var pending: Pending?

  /// A command in two parts of which the first has come.
  enum Pending: Equatable, Sendable {
    case compatibilityWrite(page: Int)
    case sectorSelect
    case authentication(challenge: [UInt8])
  }

  /// A tag as it leaves the factory.
  ///
  /// - Parameters:
  ///   - product: the row of the table.
  ///   - uid: 7 bytes.
  ///   - randomUID: whether another 4-byte identifier is shown at each power-up.
  public init(_ product: Type2Product, uid: [UInt8], randomUID: Bool = false) {
    self.product = product
    let seven = Array((uid + [UInt8](repeating: 0, count: 7)).prefix(7))
    fixedUID = seven
    usesRandomIdentifier = randomUID
    pages = Type2VirtualTag.factoryMemory(product, uid: seven)
    settings = Type2Settings(product: product, memory: pages)
  }

  /// Makes it a counterfeit that has only so many pages in truth.
  public mutating func makeCounterfeit(pages: Int, wraps: Bool) {
    real = (max(pages, 4), wraps)
  }

  private static func factoryMemory(_ product: Type2Product, uid: [UInt8]) -> [UInt8] {
    var memory = [UInt8](repeating: 0, count: product.pages * 4)
    memory.replaceSubrange(0..<3, with: uid[0..<3])
    memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
    memory.replaceSubrange(4..<8, with: uid[3..<7])
    memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    memory[9] = 0x48
    memory.replaceSubrange(12..<16, with: product.capability)
    memory.replaceSubrange(16..<16 + product.factory.count, with: product.factory)
    if let locks = product.dynamicLocks { memory[locks.page * 4 + 3] = product.lockPageTail }
    if let first = product.configuration {
      memory.replaceSubrange(first * 4..<first * 4 + 8, with: product.factoryConfiguration)
      memory.replaceSubrange(first * 4 + 8..<first * 4 + 12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    if product.features.contains(.tripleDES) {
      memory[42 * 4] = 0x30
      memory.replaceSubrange(44 * 4..<48 * 4, with: Array("BREAKMEIFYOUCAN!".utf8))
    }
    return memory
  }

  /// The product's name.
  public var chip: String { product.name }
  /// A page has four bytes.
  public var blockSize: Int { 4 }
  /// All pages, secrets included.
  public var memory: [UInt8] { pages }
  /// ATQA 0044h and SAK 00h, or 0004h with a random identifier.
  public var activation: TagActivation {
    .typeA(.init(atqa: randomIdentifier == nil ? [0x00, 0x44] : [0x00, 0x04], sak: 0, uid: uid))
  }
  private var uid: [UInt8] { randomIdentifier ?? fixedUID }

  /// Forgets the session, and takes another identifier where it is random.
  public mutating func powerUp(using random: inout SeededRandom) {
    counted = false
    activate()
    if usesRandomIdentifier { randomIdentifier = random.uid(maker: 0x08, count: 4) }
  }

  /// Ends the session and loads the configuration.
  public mutating func activate() {
    authenticated = false
    pending = nil
    settings = Type2Settings(product: product, memory: pages)
  }

  /// Puts memory back, from page 0 on.
  public mutating func restore(memory: [UInt8]) {
    pages.replaceSubrange(0..<min(memory.count, pages.count), with: memory.prefix(pages.count))
  }

  /// Answers a command of the Type 2 family.
  public mutating func respond(to command: [UInt8]) -> TagResponse {
    if let pending {
      self.pending = nil
      return finish(pending, with: command)
    }
    let first = command.first ?? 0
    switch (first, command.count) {
    case (0x30, 2): return read(Int(command[1]))
    case (0xA2, 6): return write(Int(command[1]), Array(command[2...]))
    case (0xA0, 2):
      guard permitsWriting(Int(command[1])) else { return refusal(0x0) }
      pending = .compatibilityWrite(page: Int(command[1]))
      return TagResponse(.acknowledge)
    default: return special(command, code: first)
    }
  }

  private mutating func finish(_ pending: Pending, with command: [UInt8]) -> TagResponse {
    switch pending {
    case .compatibilityWrite(let page):
      guard command.count == 16 else { return TagResponse(.dropOut) }
      return write(page, Array(command[..<4]))
    case .sectorSelect:
      // Only sector 0 has user memory in the parts of the table; silence means yes (Type 2 Tag Operation §5.4).
      guard command.count == 4, command[0] == 0 else { return refusal(0x0) }
      return TagResponse(.silence)
    case .authentication(let challenge):
      return finishTripleDES(command, challenge: challenge)
    }
  }

  /// The answer to what is no command of this chip.
  func unknown() -> TagResponse {
    product.features.contains(.refusesUnknown) ? refusal(0x0) : TagResponse(.dropOut)
  }

  /// A 4-bit refusal.
  func refusal(_ code: UInt8) -> TagResponse { TagResponse(.refuse(code)) }
}

// MARK: - Reading

extension Type2VirtualTag {
  /// The first page that can't be read now.
  var readableEnd: Int {
    let end = (product.lastReadablePage ?? product.pages - 1) + 1
    return settings.protectsReading && !authenticated ? min(end, settings.firstProtected) : end
  }

  mutating func read(_ page: Int) -> TagResponse {
    let end = readableEnd
    guard page < end else { return refusal(0x0) }
    countReading()
    let image = visibleMemory()
    var bytes: [UInt8] = []
    for offset in 0..<4 {
      let at = (page + offset) % end * 4
      bytes += image[at..<at + 4]
    }
    return TagResponse(.bytes(bytes), .read)
  }

  mutating func fastRead(_ first: Int, _ last: Int) -> TagResponse {
    guard first <= last, last < readableEnd else { return refusal(0x0) }
    countReading()
    return TagResponse(.bytes(Array(visibleMemory()[first * 4..<last * 4 + 4])), .read)
  }

  private mutating func countReading() {
    guard product.features.contains(.readCounter), settings.counts, !counted else { return }
    counted = true
    counters[2] = min(counters[2] + 1, 0xFF_FFFF)
  }

  /// Memory as a reader sees it: passwords hidden, mirrors laid over, a counterfeit's missing pages made up.
  private func visibleMemory() -> [UInt8] {
    var image = pages
    if let real {
      for page in real.pages..<max(product.pages, real.pages)
      where page <= product.lastUserPage {
        let source = real.wraps ? page % real.pages * 4 : nil
        for byte in 0..<4 { image[page * 4 + byte] = source.map { pages[$0 + byte] } ?? 0 }
      }
    }
    if let first = product.configuration, product.features.contains(.password) {
      for byte in (first + 2) * 4..<(first + 4) * 4 { image[byte] = 0 }
    }
    settings.layMirror(over: &image, uid: fixedUID, counter: counters[2], authenticated: authenticated)
    return image
  }
}

// MARK: - Writing

extension Type2VirtualTag {
  /// Whether a WRITE to the page would be taken.
  func permitsWriting(_ page: Int) -> Bool {
    guard page >= 2, page < product.pages else { return false }
    if page >= settings.firstProtected, !authenticated { return false }
    if page == 2 { return true }
    if page < 16 { return staticLocks & 1 << UInt16(page) == 0 }
    if let locks = product.dynamicLocks {
      if page == locks.page { return true }
      if locks.locks(page, bits: dynamicLockBits) { return false }
    }
    if let first = product.configuration, page == first || page == first + 1 {
      return !settings.configurationLocked
    }
    return page <= product.lastUserPage || page >= (product.configuration ?? .max) || hasSpecialPage(page)
  }

  private func hasSpecialPage(_ page: Int) -> Bool {
    (product.features.contains(.pageCounter) && page == 41)
      || (product.features.contains(.tripleDES) && (42...47).contains(page))
  }

  /// Lock bits of pages 3–15, one a page; bits 0–2 are the block-lock bits.
  private var staticLocks: UInt16 { UInt16(pages[10]) | UInt16(pages[11]) << 8 }

  private var dynamicLockBits: UInt32 {
    guard let page = product.dynamicLocks?.page else { return 0 }
    return UInt32(pages[page * 4]) | UInt32(pages[page * 4 + 1]) << 8 | UInt32(pages[page * 4 + 2]) << 16
  }

  mutating func write(_ page: Int, _ data: [UInt8]) -> TagResponse {
    guard data.count == 4, permitsWriting(page) else { return refusal(0x0) }
    if page == 2 {
      writeStaticLocks(UInt16(data[2]) | UInt16(data[3]) << 8)
    } else if page == 3 {
      for byte in 0..<4 { pages[12 + byte] |= data[byte] }
    } else if let locks = product.dynamicLocks, page == locks.page {
      let written = UInt32(data[0]) | UInt32(data[1]) << 8 | UInt32(data[2]) << 16
      let merged = locks.merged(stored: dynamicLockBits, written: written)
      for byte in 0..<3 { pages[page * 4 + byte] = UInt8(truncatingIfNeeded: merged >> (8 * UInt32(byte))) }
    } else if product.features.contains(.pageCounter), page == 41 {
      guard count(data) else { return refusal(0x0) }
    } else if let real, page >= real.pages, page <= product.lastUserPage {
      if real.wraps, page % real.pages >= 4 { store(data, at: page % real.pages) }
    } else {
      store(data, at: page)
    }
    return TagResponse(.acknowledge, .write, microseconds: Timing.pageWrite)
  }

  private mutating func store(_ data: [UInt8], at page: Int) {
    pages.replaceSubrange(page * 4..<page * 4 + 4, with: data)
  }

  /// Lock bits only ever get set, and not where a block-lock bit freezes them (MF0ICU1 data sheet §7.5.2).
  private mutating func writeStaticLocks(_ written: UInt16) {
    let stored = staticLocks
    var allowed: UInt16 = 0xFFFF
    if stored & 0x0001 != 0 { allowed &= ~0x0008 }
    if stored & 0x0002 != 0 { allowed &= ~0x03F0 }
    if stored & 0x0004 != 0 { allowed &= ~0xFC00 }
    let merged = stored | written & allowed
    pages[10] = UInt8(truncatingIfNeeded: merged)
    pages[11] = UInt8(truncatingIfNeeded: merged >> 8)
  }

  /// The 16-bit one-way counter: the first write sets it, later ones add the low four bits (MF0ICU2 data sheet §7.5.11).
  private mutating func count(_ data: [UInt8]) -> Bool {
    let stored = Int(pages[164]) | Int(pages[165]) << 8
    let written = Int(data[0]) | Int(data[1]) << 8
    let next = stored == 0 ? written : stored + (written & 0x0F)
    guard next <= 0xFFFF else { return false }
    pages[164] = UInt8(truncatingIfNeeded: next)
    pages[165] = UInt8(truncatingIfNeeded: next >> 8)
    return true
  }
}
