/// An NFC Forum Type 2 tag: NTAG, MIFARE Ultralight and others of their kind.
///
/// Knows products by a table and serves the rest by their capability container. Never writes beyond the data area, the
/// container, and lock or configuration pages that the table names; never retries.
final class Type2Tag: Tag {
  let uid: UID
  let type = TagType.type2
  let chip: String
  /// The answer to GET_VERSION; nil where the tag does not know that command.
  let version: [UInt8]?

  let link: Type2Link
  let memory: Type2Memory
  let product: Type2Product?
  /// The size of a data area that an unknown blank part can be formatted with, once measured.
  var measuredDataAreaSize: Int?
  /// The layout of the pages as they are, until the next write.
  var knownLayout: TLVLayout?

  init(
    link: Type2Link, memory: Type2Memory, product: Type2Product?, version: [UInt8]?, name: String? = nil
  ) {
    uid = link.uid
    self.link = link
    self.memory = memory
    self.product = product
    self.version = version
    chip = name ?? product?.name ?? "Type 2 tag"
  }

  static let firstUserPage = 4
  static let containerPage = 3
  static let staticLockPage = 2
}

extension Type2Tag: TagFamily {
  /// GET_VERSION first, since the table then spares every other question. Probing is bounded: at most five commands.
  static func identify(
    _ detected: DetectedTag, over transceiver: any Transceiver
  ) throws(TagError) -> (any Tag)? {
    guard case .iso14443A(_, 0x00, _) = detected.technology else { return nil }
    let link = Type2Link(uid: detected.uid, transceiver: transceiver)
    let memory = Type2Memory(link: link)
    let version = try link.version()
    var product = version.flatMap(Type2Product.named)
    var name: String?
    if version == nil { (product, name) = try probe(link, memory) }
    memory.usesFastRead = product?.hasFastRead ?? false
    if let lastPage = product?.lastPage { memory.pageCount = lastPage + 1 }
    let tag = Type2Tag(link: link, memory: memory, product: product, version: version, name: name)
    try tag.readHead()
    return tag
  }

  /// Products without GET_VERSION, told apart by Ultralight C's authentication and by where the memory ends.
  private static func probe(
    _ link: Type2Link, _ memory: Type2Memory
  ) throws(TagError) -> (Type2Product?, String?) {
    if try link.beginsTripleDESAuthentication() { return (.ultralightC, nil) }
    // No more can be found out of one that guards its first pages.
    guard try loadHead(memory) else { return (nil, nil) }
    let head = (memory.page(0) ?? []) + (memory.page(1) ?? [])
    let maker = link.uid.bytes.first ?? 0
    // Some copies go on with page 0 instead of refusing.
    guard let behindStatic = try link.probe(0x10), !behindStatic.starts(with: head) else {
      switch maker {
      case 0x04: return (.ultralight, nil)
      case 0x05: return (.ultralight, "my-d move lean")
      default: return (.ultralight, "Type 2 tag")
      }
    }
    guard let last = try link.probe(0x29), !last.starts(with: head) else {
      return (nil, maker == 0x05 ? "my-d move" : nil)
    }
    if try link.probe(0x2C) != nil {
      switch maker {
      case 0x1D: return (.fm11nt021, nil)
      case 0x02: return (nil, "ST25TN")
      default: return (nil, nil)
      }
    }
    return maker == 0x04 ? (.ntag203, nil) : (nil, nil)
  }

  /// Reads pages 0 to 3; false where some of them are guarded against reading.
  private static func loadHead(_ memory: Type2Memory) throws(TagError) -> Bool {
    do {
      try memory.load(0...3)
    } catch .refused {
      return false
    }
    // READ goes on with page 0 where guarded pages begin (MF0ICU2 rev 3.3 §7.5.8): the container is no copy of the UID.
    let pages = (0...3).map { memory.page($0) }
    guard pages[3] == pages[0] || (pages[2] == pages[0] && pages[3] == pages[1]) else { return true }
    memory.forget(1...3)
    return false
  }

  /// One exchange that on small chips brings all the memory. Where reading is guarded, what is not.
  private func readHead() throws(TagError) {
    let last = memory.usesFastRead ? min(memory.pageCount, Type2Memory.longestFastRead) - 1 : 3
    do {
      if last == 3 { _ = try Self.loadHead(memory) } else { try memory.load(0...last) }
    } catch .refused {
      // Where not even the container can be read the status will say so.
      _ = try Self.loadHead(memory)
    }
    guard product?.lastPage == nil else { return }
    if let product {
      memory.pageCount = product.lastUserPage + 1
    } else if let bytes = memory.page(Self.containerPage) {
      let container = CapabilityContainer(bytes)
      let size = container.isValid ? container.dataAreaSize : 0
      memory.pageCount = min(256, Self.firstUserPage + size / Type2Memory.pageSize)
    }
  }
}
