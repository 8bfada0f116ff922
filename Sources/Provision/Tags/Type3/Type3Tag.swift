/// An NFC Forum Type 3 tag: FeliCa with an attribute information block. FeliCa Lite and Lite-S can be formatted and locked;
/// others are taken as they are. Never authenticates.
public final class Type3Tag: Tag, TagFamily {
  /// The identifier seen at selection.
  public let uid: UID
  /// The family.
  public let type = TagType.type3
  /// The product, or the family where the product is unknown.
  public let chip: String

  let link: FeliCaLink
  let product: Product?
  /// Whether it answers to the system code of NDEF tags.
  var isNDEF: Bool
  /// The MC block of a Lite or Lite-S.
  var configuration: FeliCaLiteConfiguration?
  /// Whether SYS_OP was set here, so that it has to be proved.
  var becameNDEF = false
  var state: State = .foreign
  /// The message as it was last seen whole; nil where it is not known.
  var stored: [UInt8]?

  /// The chips that have an MC block, by the IC code in PMm.
  enum Product: String {
    case lite = "FeliCa Lite"
    case liteS = "FeliCa Lite-S"

    init?(icCode: UInt8) {
      switch icCode {
      case 0xF0: self = .lite
      case 0xF1: self = .liteS
      default: return nil
      }
    }
  }

  /// What block 0 was found to be.
  enum State: Equatable {
    case formatted(Type3AttributeBlock)
    /// To be formatted; with the attributes that it gets.
    case blank(Type3AttributeBlock)
    /// In use for something else, or no NDEF tag at all.
    case foreign
    case malformed(String)
    case readProtected
  }

  /// The system code of NDEF tags (Type 3 Tag 1.0 §4.1).
  static let systemCode: UInt16 = 0x12FC

  private init(uid: UID, product: Product?, isNDEF: Bool, over transceiver: any Transceiver) {
    self.uid = uid
    self.product = product
    self.isNDEF = isNDEF
    chip = product?.rawValue ?? (isNDEF ? "Type 3 tag" : "FeliCa")
    link = FeliCaLink(idm: uid.bytes, transceiver: transceiver)
  }

  /// Identifies a FeliCa tag; nil for any other technology.
  static func identify(_ detected: DetectedTag, over transceiver: any Transceiver) throws(TagError) -> (
    any Tag
  )? {
    guard case .felica(let pmm, let systemCode) = detected.technology, detected.uid.bytes.count == 8 else {
      return nil
    }
    let product = pmm.count > 1 ? Product(icCode: pmm[1]) : nil
    let tag = Type3Tag(
      uid: detected.uid, product: product, isNDEF: systemCode == Self.systemCode, over: transceiver)
    try tag.discover()
    return tag
  }

  // MARK: Identification

  func discover() throws(TagError) {
    stored = nil
    // Another system's blocks are nobody's business.
    guard isNDEF || product != nil else { return }
    let size = Type3AttributeBlock.blockSize
    do throws(TagError) {
      if let product {
        let both = try link.check([0, FeliCaLiteConfiguration.block])
        configuration = FeliCaLiteConfiguration(Array(both[size...]), isLiteS: product == .liteS)
        state = try judge(Array(both[..<size]))
      } else {
        state = try judge(try link.check([0]))
      }
    } catch {
      guard case .refused = error else { throw error }
      state = .readProtected
    }
  }

  private func judge(_ first: [UInt8]) throws(TagError) -> State {
    if let configuration, !configuration.isNDEF { return try judgeUnformatted(first, configuration) }
    let isZero = first.allSatisfy { $0 == 0 }
    if isZero, let configuration, configuration.isWritable(0), configuration.dataBlocks > 0 {
      return .blank(.fresh(dataBlocks: configuration.dataBlocks))
    }
    do throws(TagError) { return .formatted(try Type3AttributeBlock(decoding: first)) } catch {
      guard case .malformed(let detail) = error else { throw error }
      return .malformed(detail)
    }
  }

  /// A chip that is no NDEF tag yet is made one only where nothing is on it, or where its formatting was torn.
  private func judgeUnformatted(
    _ first: [UInt8], _ configuration: FeliCaLiteConfiguration
  ) throws(TagError) -> State {
    guard configuration.isSystemWritable, configuration.isWritable(0), configuration.dataBlocks > 0 else {
      return .foreign
    }
    let blank = State.blank(.fresh(dataBlocks: configuration.dataBlocks))
    if (try? Type3AttributeBlock(decoding: first)) != nil { return blank }
    guard first.allSatisfy({ $0 == 0 }) else { return .foreign }
    for start in stride(from: 1, to: FeliCaLiteConfiguration.userBlocks, by: 4) {
      let blocks = Array(start..<min(start + 4, FeliCaLiteConfiguration.userBlocks))
      guard try link.check(blocks).allSatisfy({ $0 == 0 }) else { return .foreign }
    }
    return blank
  }

  // MARK: Status

  /// Whether the tag may be written, and how much fits.
  public func queryNDEFStatus() throws(TagError) -> NDEFStatus {
    switch state {
    case .foreign: return .notSupported(.family(chip))
    case .malformed(let detail): return .notSupported(.malformed(detail: detail))
    case .readProtected: return .notSupported(.readProtected)
    case .blank(let attributes): return .readWrite(capacity: attributes.capacity, formatted: false)
    case .formatted(let attributes):
      if let configuration, configuration.guardsReading(0) { return .notSupported(.readProtected) }
      guard attributes.accessFlag == Type3AttributeBlock.readWrite else {
        return .readOnly(capacity: attributes.capacity, .capabilityContainer)
      }
      if let reason = obstacle(inBlocks: 0...0) { return .readOnly(capacity: attributes.capacity, reason) }
      return .readWrite(capacity: attributes.capacity, formatted: true)
    }
  }

  /// Why this message can't be written; nil where it can.
  public func refusal(forWriting octets: [UInt8]) throws(TagError) -> WriteRefusal? {
    switch try queryNDEFStatus() {
    case .notSupported(let reason): return .notSupported(reason)
    case .readOnly(_, let reason): return .readOnly(reason)
    case .readWrite(let capacity, _):
      if octets.count > capacity { return .tooSmall(needed: octets.count, capacity: capacity) }
      return obstacle(inBlocks: 0...Self.blocks(for: octets.count)).map { .readOnly($0) }
    }
  }

  private func obstacle(inBlocks blocks: ClosedRange<Int>) -> ReadOnlyReason? {
    guard let configuration else { return nil }
    let locked = blocks.filter { $0 < FeliCaLiteConfiguration.userBlocks && !configuration.isWritable($0) }
    if !locked.isEmpty { return .lockBits(pages: locked) }
    return blocks.contains(where: configuration.guardsWriting) ? .password : nil
  }

  static func blocks(for count: Int) -> Int {
    (count + Type3AttributeBlock.blockSize - 1) / Type3AttributeBlock.blockSize
  }

  // MARK: Reading

  /// What the tag holds.
  public func readNDEF() throws(TagError) -> NDEFContent {
    switch state {
    case .blank: return .unformatted
    case .foreign, .malformed, .readProtected: throw .unsupported(detail: chip)
    case .formatted(let attributes):
      guard attributes.holdsMessage, attributes.length <= NDEFMessage.maximumSize else { return .empty }
      if let stored { return .message(stored) }
      let count = Self.blocks(for: attributes.length)
      let octets = Array(try read(blocks: 1...count, attributes).prefix(attributes.length))
      stored = octets
      return .message(octets)
    }
  }

  /// Reads blocks in as few CHECKs as the tag allows.
  func read(blocks: ClosedRange<Int>, _ attributes: Type3AttributeBlock) throws(TagError) -> [UInt8] {
    let step = min(attributes.blocksPerCheck, FeliCaLink.mostBlocks)
    var data: [UInt8] = []
    for start in stride(from: blocks.lowerBound, through: blocks.upperBound, by: step) {
      data += try link.check(Array(start...min(start + step - 1, blocks.upperBound)))
    }
    return data
  }
}
