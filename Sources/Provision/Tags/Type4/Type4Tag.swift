/// An NFC Forum Type 4 tag: the NDEF application over ISO-DEP, type A, mapping versions 1 to 3.
///
/// Writing never trusts one command to be whole: the length field is zero while the message is being written and is
/// written last, in a command of its own. Never creates applications or files: that takes the maker's keys.
public final class Type4Tag: Tag, TagFamily {
  public let uid: UID
  public let type = TagType.type4
  public private(set) var chip: String

  private var session: Type4Session
  private var product: Type4Product?
  private var layout: Layout = .noApplication
  /// The length field as it was last seen or written; nil where it is not known.
  private var storedLength: Int?
  /// The message as it was last seen whole; nil where it is not known.
  private var stored: [UInt8]?

  private enum Layout {
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

  private func readCapabilityContainer() throws(TagError) -> Type4CapabilityContainer {
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
    return Type4Product(version: hardware.data)
  }

  private func productBySystemFile() throws(TagError) -> Type4Product? {
    guard try session.selectFile(Type4Product.systemFile) else { return nil }
    let size = Type4Product.systemFileSize
    let response = try session.send(APDU.readBinary(offset: 0, length: size))
    return response.isSuccess ? Type4Product(systemFile: response.data, uid: uid) : nil
  }

  // MARK: Reading

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

  private func container() throws(TagError) -> Type4CapabilityContainer {
    guard case .ndef(let container) = layout else { throw .unsupported(detail: "no NDEF application") }
    return container
  }

  private func readLimit(_ container: Type4CapabilityContainer) -> Int {
    min(container.maximumRead, Type4Session.pieceLimit)
  }

  private func writeLimit(_ container: Type4CapabilityContainer) -> Int {
    min(container.maximumWrite, Type4Session.pieceLimit)
  }

  // MARK: Writing

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

  private func forget() {
    storedLength = nil
    stored = nil
  }

  private func selectNDEFFile(_ container: Type4CapabilityContainer) throws(TagError) {
    guard try session.selectApplication() else { throw .refused(command: "SELECT application", address: nil) }
    guard try session.selectFile(container.file) else {
      throw .refused(command: "SELECT file", address: Int(container.file))
    }
  }

  // MARK: Locking

  /// Why this tag can't be made permanently read-only here; nil where it can, or is already.
  public var lockObstacle: String? {
    guard case .ndef(let container) = layout else { return "no NDEF application" }
    if container.writeAccess == 0xFF || product?.hasPermanentLock == true { return nil }
    if product != nil { return "\(chip): read-only needs an authentication with the application's key 0" }
    return "Type 4 tag of unknown make: there is no common command that makes it read-only"
  }

  /// On ST25TA: write password as delivered (16 zero bytes), then EnablePermanentState (SRTAG2KL DocID026583 §3.2, §5.8.2).
  public func writeLock() throws(TagError) {
    let container = try container()
    if container.writeAccess == 0xFF { return }
    if let lockObstacle { throw .unsupported(detail: lockObstacle) }
    try selectNDEFFile(container)
    guard try session.send(APDU.verifyWritePassword([UInt8](repeating: 0, count: 16))).isSuccess else {
      throw .lockFailed(detail: "write password is not the one of delivery")
    }
    guard try session.send(APDU.enablePermanentWriteLock).isSuccess else {
      throw .refused(command: "EnablePermanentState", address: nil)
    }
  }

  public func verifyLock() throws(TagError) {
    let before = try container()
    forget()
    guard try session.selectApplication() else { throw .refused(command: "SELECT application", address: nil) }
    let container = try readCapabilityContainer()
    layout = .ndef(container)
    guard container.writeAccess == 0xFF else { throw .lockFailed(detail: "CC file still allows writing") }
    guard container.file == before.file, try session.selectFile(container.file) else {
      throw .lockFailed(detail: "NDEF file is gone")
    }
    // A write that would change nothing: what is there already, to where it is.
    let field = try session.read(0, count: container.lengthSize, limit: readLimit(container))
    let attempt = try session.send(APDU.updateBinary(offset: 0, data: field))
    if attempt.isSuccess { throw .lockFailed(detail: "UPDATE BINARY is still accepted") }
  }
}
