/// A virtual NFC Forum Type 4 tag of type A: ISO-DEP, the NDEF application, its files. One engine for all products of
/// ``Type4Product``.
public struct Type4VirtualTag: VirtualTag {
  /// The product.
  public let product: Type4Product
  var files: [Type4Product.File]
  var link: ISODEPCard
  private let fixedUID: [UInt8]
  private let usesRandomIdentifier: Bool
  private var randomIdentifier: [UInt8]?
  /// The application is selected, and which of its files.
  var isApplicationSelected = false
  var selectedFile: Int?
  /// Frames of GetVersion that are still to be fetched.
  var versionFrames: [[UInt8]] = []
  /// ST: read and write password, and what was verified in this session.
  var passwords = [[UInt8]](repeating: [UInt8](repeating: 0, count: 16), count: 2)
  var isWriteVerified = false
  var triesLeft = 3

  /// A tag as it is delivered.
  public init(_ product: Type4Product, uid: [UInt8], randomUID: Bool = false) {
    self.product = product
    fixedUID = Array((uid + [UInt8](repeating: 0, count: 7)).prefix(7))
    usesRandomIdentifier = randomUID
    files = product.files
    link = ISODEPCard(ats: product.ats)
    writeSystemFile()
  }

  /// The UID that never changes.
  var trueUID: [UInt8] { fixedUID }

  private mutating func writeSystemFile() {
    guard case .st(let code) = product.make,
      let index = files.firstIndex(where: { $0.identifier == Type4Product.systemIdentifier }),
      let size = files.first(where: { $0.identifier == ndefIdentifier })?.content.count
    else { return }
    // Length, GPO (reserved), counter configuration, counter, version, UID, memory size less one, product code.
    files[index].content =
      [0x00, 0x12, 0x80, 0x00, 0x00, 0x00, 0x00, 0x13] + fixedUID
      + [UInt8(truncatingIfNeeded: (size - 1) >> 8), UInt8(truncatingIfNeeded: size - 1), code]
  }

  /// The product, or the family where the product is unknown.
  public var chip: String { product.name }
  /// Bytes of a block.
  public var blockSize: Int { 16 }
  /// Whether ISO-DEP is active.
  public var ignoresRequests: Bool { link.isActive }

  /// How it is found.
  public var activation: TagActivation {
    let uid = randomIdentifier ?? fixedUID
    let atqa = randomIdentifier == nil ? product.atqa : [product.atqa[0], product.atqa[1] & 0x3F]
    return .typeA(.init(atqa: atqa, sak: 0x20, uid: uid, ats: product.ats))
  }

  /// The files in order, then ST's passwords.
  public var memory: [UInt8] { Array(files.map(\.content).joined()) + secrets }

  private var secrets: [UInt8] {
    guard case .st = product.make else { return [] }
    return Array(passwords.joined())
  }

  /// Puts the memory back.
  public mutating func restore(memory: [UInt8]) {
    var rest = memory[...]
    for index in files.indices {
      let part = rest.prefix(files[index].content.count)
      files[index].content.replaceSubrange(0..<part.count, with: part)
      rest = rest.dropFirst(part.count)
    }
    guard !secrets.isEmpty, rest.count == 32 else { return }
    passwords = [Array(rest.prefix(16)), Array(rest.suffix(16))]
  }

  /// The field came on.
  public mutating func powerUp(using random: inout SeededRandom) {
    activate()
    if usesRandomIdentifier { randomIdentifier = random.uid(maker: 0x08, count: 4) }
  }

  /// It was selected.
  public mutating func activate() {
    link.reset()
    endSession()
  }

  private mutating func endSession() {
    isApplicationSelected = false
    selectedFile = nil
    versionFrames = []
    isWriteVerified = false
    triesLeft = 3
  }

  /// Answers a command.
  public mutating func respond(to command: [UInt8]) -> TagResponse {
    switch link.receive(command) {
    case .answer(let response):
      if !link.isActive { endSession() }
      return response
    case .command(let apdu):
      let answer = execute(apdu)
      let bytes = answer.data + [UInt8(answer.status >> 8), UInt8(truncatingIfNeeded: answer.status)]
      return link.reply(bytes, kind: answer.kind, microseconds: answer.microseconds)
    }
  }

  /// An application's answer.
  struct Answer {
    var data: [UInt8] = []
    var status: UInt16
    var kind = TagResponse.Kind.other
    var microseconds = 0

    init(_ status: UInt16) { self.status = status }
    init(reading data: [UInt8], status: UInt16 = 0x9000) {
      self.data = data
      self.status = status
      kind = .read
    }
    /// A write of so many bytes: as long as it takes to program pages of 16.
    init(writing count: Int) {
      status = 0x9000
      kind = .write
      microseconds = Timing.pageWrite * max(1, (count + 15) / 16)
    }
  }

  // MARK: Access

  var ndefIdentifier: UInt16 { container.file }

  /// The part of the CC file that the tag itself goes by.
  var container: (index: Int, file: UInt16, readAt: Int, mle: Int, mlc: Int) {
    guard let index = files.firstIndex(where: { $0.identifier == Type4Product.containerIdentifier }),
      files[index].content.count >= 15
    else { return (-1, 0, 0, 0, 0) }
    let bytes = files[index].content
    func two(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    let isExtended = bytes[7] == 0x06 && bytes.count >= 17
    return (index, UInt16(two(9)), isExtended ? 15 : 13, two(3), two(5))
  }

  /// The access byte for reading, or for writing, in the CC file.
  func accessByte(writing: Bool) -> UInt8 {
    let container = self.container
    guard container.index >= 0 else { return 0xFF }
    return files[container.index].content[container.readAt + (writing ? 1 : 0)]
  }

  func permits(_ access: Type4Product.File.Access, writing: Bool) -> Bool {
    switch access {
    case .free: true
    case .key, .never: false
    case .container:
      accessByte(writing: writing) == 0x00
        || (writing && accessByte(writing: true) == 0x80 && isWriteVerified)
    }
  }
}
