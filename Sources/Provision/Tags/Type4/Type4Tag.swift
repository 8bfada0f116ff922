/// An NFC Forum Type 4 tag: the NDEF application over ISO-DEP, type A, mapping versions 1 to 3.
///
/// Writing never trusts one command to be whole: the length field is zero while the message is being written and is
/// written last, in a command of its own. Never creates applications or files: that takes the maker's keys.
public final class Type4Tag: Tag, TagFamily {
  /// The identifier seen at selection.
  public let uid: UID
  /// The family.
  public let type = TagType.type4
  /// The product, or the family where the product is unknown.
  public private(set) var chip: String

  var session: Type4Session
  private(set) var product: Type4Product?
  /// The first frame of NXP's answer to GetVersion.
  private(set) var version: [UInt8]?
  var layout: Layout = .noApplication
  /// The length field as it was last seen or written; nil where it is not known.
  private var storedLength: Int?
  /// The message as it was last seen whole; nil where it is not known.
  private var stored: [UInt8]?

  enum Layout {
    case noApplication
    case malformed(String)
    case ndef(Type4CapabilityContainer)
  }

  private init(uid: UID, over transceiver: any Transceiver) {
    self.uid = uid
    chip = "Type 4 tag"
    session = Type4Session(transceiver)
  }

  /// Identifies an ISO-DEP tag of type A; nil for any other.
  static func identify(_ detected: DetectedTag, over transceiver: any Transceiver) throws(TagError) -> (
    any Tag
  )? {
    // SEL_RES bit 6 says ISO-DEP (ISO/IEC 14443-3 §6.5.3.4).
    guard case .iso14443A(_, let selRes, _) = detected.technology, selRes & 0x20 != 0 else { return nil }
    let tag = Type4Tag(uid: detected.uid, over: transceiver)
    try tag.discover()
    return tag
  }

  // MARK: Identification

  private func discover() throws(TagError) {
    if uid.bytes.first == Type4Product.Maker.nxp || uid.isRandom { product = try productByVersion() }
    if try session.selectApplication() {
      layout = try readLayout()
      if uid.bytes.first == Type4Product.Maker.st { product = try productBySystemFile() }
      if case .ndef(let container) = layout, try !session.selectFile(container.file) {
        layout = .malformed("no NDEF file")
      }
    }
    if let product {
      chip = product.name
    } else if case .noApplication = layout {
      chip = "ISO/IEC 14443-4 A"
    }
  }

  private func readLayout() throws(TagError) -> Layout {
    do throws(TagError) {
      return .ndef(try readCapabilityContainer())
    } catch {
      switch error {
      case .malformed(let detail): return .malformed(detail)
      case .refused: return .malformed("CC file unreadable")
      default: throw error
      }
    }
  }

  func readCapabilityContainer() throws(TagError) -> Type4CapabilityContainer {
    guard try session.selectFile(Type4CapabilityContainer.identifier) else {
      throw .malformed(detail: "no CC file")
    }
    let first = Type4CapabilityContainer.firstRead
    var bytes = try session.read(0, count: first, limit: first)
    let needed = Type4CapabilityContainer.neededLength(bytes)
    if needed > first { bytes += try session.read(first, count: needed - first, limit: first) }
    return try Type4CapabilityContainer(decoding: bytes)
  }

  /// All three frames are fetched: an unfinished native command makes the next one fail.
  private func productByVersion() throws(TagError) -> Type4Product? {
    let hardware = try session.send(APDU.getVersion)
    var last = hardware
    for _ in 0..<2 where last.status == APDUResponse.moreFrames {
      last = try session.send(APDU.additionalFrame)
    }
    guard last.status == APDUResponse.nativeSuccess else { return nil }
    version = hardware.data
    return Type4Product(version: hardware.data)
  }

  private func productBySystemFile() throws(TagError) -> Type4Product? {
    guard try session.selectFile(Type4Product.systemFile) else { return nil }
    let size = Type4Product.systemFileSize
    let response = try session.send(APDU.readBinary(offset: 0, length: size))
    return response.isSuccess ? Type4Product(systemFile: response.data, uid: uid) : nil
  }

  // MARK: Reading

  /// Whether the tag may be written, and how much fits.
  public func queryNDEFStatus() throws(TagError) -> NDEFStatus {
    switch layout {
    case .noApplication:
      return .notSupported(product == nil ? .family(chip) : .malformed(detail: "no NDEF application"))
    case .malformed(let detail): return .notSupported(.malformed(detail: detail))
    case .ndef(let container):
      guard container.readAccess == 0x00 else { return .notSupported(.readProtected) }
      switch container.writeAccess {
      case 0x00: return .readWrite(capacity: container.capacity, formatted: true)
      case 0xFF: return .readOnly(capacity: container.capacity, .capabilityContainer)
      default: return .readOnly(capacity: container.capacity, .password)
      }
    }
  }

  /// What the tag holds.
  public func readNDEF() throws(TagError) -> NDEFContent {
    let container = try container()
    if let stored { return stored.isEmpty ? .empty : .message(stored) }
    let length = try readLength(container)
    storedLength = length
    // A length beyond the file is no message; it is what a torn length field of a careless writer may say.
    guard length > 0, length <= container.capacity, length <= NDEFMessage.maximumSize else { return .empty }
    let octets = try session.read(container.lengthSize, count: length, limit: readLimit(container))
    stored = octets
    return .message(octets)
  }

  private func readLength(_ container: Type4CapabilityContainer) throws(TagError) -> Int {
    try session.read(0, count: container.lengthSize, limit: readLimit(container)).reduce(0) {
      $0 << 8 | Int($1)
    }
  }

  func container() throws(TagError) -> Type4CapabilityContainer {
    guard case .ndef(let container) = layout else { throw .unsupported(detail: "no NDEF application") }
    return container
  }

  func readLimit(_ container: Type4CapabilityContainer) -> Int {
    min(container.maximumRead, Type4Session.pieceLimit)
  }

  private func writeLimit(_ container: Type4CapabilityContainer) -> Int {
    min(container.maximumWrite, Type4Session.pieceLimit)
  }

  // MARK: Writing

  /// Writes the message, and nothing where it is there already; the length comes last.
  public func writeNDEF(_ octets: [UInt8]) throws(TagError) {
    let container = try container()
    guard octets.count <= container.capacity else {
      throw .tooSmall(needed: octets.count, capacity: container.capacity)
    }
    if storedLength == nil { _ = try readNDEF() }
    if stored == octets, storedLength == octets.count { return }
    let limit = writeLimit(container)
    if storedLength != 0 { try writeLength(0, container, limit: limit) }
    let old = stored ?? []
    stored = nil
    try session.write(octets, at: container.lengthSize, limit: limit) { piece in
      piece.upperBound <= old.count && old[piece] == octets[piece]
    }
    if !octets.isEmpty { try writeLength(octets.count, container, limit: limit) }
    stored = octets
  }

  private func writeLength(_ length: Int, _ container: Type4CapabilityContainer, limit: Int) throws(TagError)
  {
    storedLength = nil
    let field = Array(UInt32(truncatingIfNeeded: length).bigEndianBytes.suffix(container.lengthSize))
    try session.write(field, at: 0, limit: limit)
    storedLength = length
  }

  /// Reads everything back after a fresh selection and compares.
  public func verifyNDEF(_ octets: [UInt8]) throws(TagError) {
    let container = try container()
    forget()
    try selectNDEFFile(container)
    // One look at length and message together: a tag that refuses it holds a shorter message.
    let expected =
      Array(UInt32(truncatingIfNeeded: octets.count).bigEndianBytes.suffix(container.lengthSize)) + octets
    let actual: [UInt8]
    do throws(TagError) {
      actual = try session.read(0, count: expected.count, limit: readLimit(container))
    } catch {
      if case .refused(_, let offset) = error { throw .verifyFailed(offset: offset ?? 0) }
      throw error
    }
    if let offset = zip(actual, expected).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
    {
      throw .verifyFailed(offset: offset)
    }
    storedLength = octets.count
    stored = octets
  }

  func forget() {
    storedLength = nil
    stored = nil
  }

  func selectNDEFFile(_ container: Type4CapabilityContainer) throws(TagError) {
    guard try session.selectApplication() else { throw .refused(command: "SELECT application", address: nil) }
    guard try session.selectFile(container.file) else {
      throw .refused(command: "SELECT file", address: Int(container.file))
    }
  }
}
