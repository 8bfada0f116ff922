/// A virtual MIFARE Classic. The cipher is left out: an authentication comes as the PN532 gets it (command, block, key,
/// last four bytes of the UID) and is acknowledged, or the tag is silent and drops out.
public struct ClassicVirtualTag: VirtualTag {
  /// The product.
  public let product: ClassicProduct
  var bytes: [UInt8]
  private let uid: [UInt8]
  private var session: (sector: Int, key: ClassicAccess.Key)?
  private var pending: Pending?
  /// The internal register of the value commands.
  private var transferBuffer: UInt32?

  /// A command in two parts of which the first has come.
  private enum Pending {
    case write(block: Int)
    case value(command: UInt8, block: Int)
  }

  /// The size of a block in bytes.
  static let size = 16
  /// No data sheet gives it; the PN532 waits 10 ms. An assumption of the timing model, in microseconds.
  private static let blockWrite = 5_000

  /// A tag as it leaves the factory: zeros, keys FFFFFFFFFFFF, access bits FF 07 80.
  public init(_ product: ClassicProduct, uid: [UInt8]) {
    self.product = product
    self.uid = Array((uid + [UInt8](repeating: 0, count: product.uidSize)).prefix(product.uidSize))
    bytes = [UInt8](repeating: 0, count: product.blockCount * Self.size)
    let check =
      product.uidSize == 4 ? [self.uid.reduce(0, ^), product.sak, product.atqa[1], product.atqa[0]] : []
    bytes.replaceSubrange(0..<self.uid.count + check.count, with: self.uid + check)
    for sector in 0..<product.sectors { setTrailer(Self.transport, of: sector) }
  }

  static let transport: [UInt8] =
    [UInt8](repeating: 0xFF, count: 6) + [0xFF, 0x07, 0x80, 0x69] + [UInt8](repeating: 0xFF, count: 6)

  /// The product's name.
  public var chip: String { product.name }
  /// All blocks, keys included.
  public var memory: [UInt8] { bytes }
  /// 16 bytes.
  public var blockSize: Int { Self.size }
  /// Type A, without ISO-DEP.
  public var activation: TagActivation {
    .typeA(.init(atqa: product.atqa, sak: product.sak, uid: uid))
  }

  /// The field came on: no sector is open.
  public mutating func powerUp(using random: inout SeededRandom) { activate() }

  /// Selected anew: no sector is open.
  public mutating func activate() {
    session = nil
    pending = nil
    transferBuffer = nil
  }

  /// Puts blocks back as they were.
  public mutating func restore(memory: [UInt8]) {
    bytes.replaceSubrange(0..<min(memory.count, bytes.count), with: memory.prefix(bytes.count))
  }

  /// The 16 bytes of a block as they are stored.
  public func block(_ number: Int) -> [UInt8] { Array(bytes[number * Self.size..<(number + 1) * Self.size]) }

  mutating func setBlock(_ number: Int, _ content: [UInt8]) {
    bytes.replaceSubrange(number * Self.size..<(number + 1) * Self.size, with: content.prefix(Self.size))
  }

  mutating func setTrailer(_ content: [UInt8], of sector: Int) {
    setBlock(product.trailer(of: sector), content)
  }

  // MARK: Commands (MF1S50YYX §9)

  /// Answers a command, or the second part of one.
  public mutating func respond(to command: [UInt8]) -> TagResponse {
    if let pending {
      self.pending = nil
      return finish(pending, with: command)
    }
    guard let code = command.first, command.count >= 2, Int(command[1]) < product.blockCount else {
      return refusal()
    }
    let block = Int(command[1])
    switch (code, command.count) {
    case (0x60, 12): return authenticate(block, .a, command)
    case (0x61, 12): return authenticate(block, .b, command)
    // The nonce of a raw authentication would need the cipher.
    case (0x60, _), (0x61, _): return dropOut()
    case (0x30, 2): return read(block)
    case (0xA0, 2):
      guard mayBeWritten(block) else { return refusal() }
      pending = .write(block: block)
      return TagResponse(.acknowledge)
    case (0xC0, 2), (0xC2, 2):
      guard permits(.decrement, block) else { return refusal() }
      pending = .value(command: code, block: block)
      return TagResponse(.acknowledge)
    case (0xC1, 2):
      guard permits(.increment, block) else { return refusal() }
      pending = .value(command: code, block: block)
      return TagResponse(.acknowledge)
    case (0xB0, 2): return transfer(to: block)
    default: return refusal()
    }
  }

  private mutating func authenticate(
    _ block: Int, _ key: ClassicAccess.Key, _ command: [UInt8]
  ) -> TagResponse {
    let sector = product.sector(of: block)
    let trailer = self.block(product.trailer(of: sector))
    let stored = key == .a ? trailer[..<6] : trailer[10...]
    guard Array(command[2..<8]) == Array(stored), Array(command[8...]) == Array(uid.suffix(4)),
      access(sector) != nil
    else { return dropOut() }
    session = (sector, key)
    return TagResponse(.acknowledge)
  }

  private mutating func read(_ block: Int) -> TagResponse {
    guard let session, let access = access(of: block) else { return refusal() }
    guard product.group(of: block) == 3 else {
      guard permits(.read, block) else { return refusal() }
      return TagResponse(.bytes(self.block(block)), .read)
    }
    let parts = access.readableParts(with: session.key)
    guard parts.access else { return refusal() }
    let stored = self.block(block)
    let keyB = parts.keyB ? Array(stored[10...]) : [UInt8](repeating: 0, count: 6)
    return TagResponse(.bytes([UInt8](repeating: 0, count: 6) + stored[6..<10] + keyB), .read)
  }

  private mutating func finish(_ pending: Pending, with data: [UInt8]) -> TagResponse {
    switch pending {
    case .write(let block):
      guard data.count == Self.size else { return refusal() }
      if product.group(of: block) == 3 {
        writeTrailer(data, at: block)
      } else {
        setBlock(block, data)
      }
      return TagResponse(.acknowledge, .write, microseconds: Self.blockWrite)
    case .value(let command, let block):
      guard data.count == 4, let value = value(of: block) else { return refusal() }
      let operand = data.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      switch command {
      case 0xC0: transferBuffer = value &- operand
      case 0xC1: transferBuffer = value &+ operand
      default: transferBuffer = value
      }
      // The second part is not acknowledged (§9.3).
      return TagResponse(.silence)
    }
  }

  private mutating func writeTrailer(_ data: [UInt8], at block: Int) {
    guard let session, let access = access(of: block) else { return }
    let parts = access.writableParts(with: session.key)
    var trailer = self.block(block)
    if parts.keyA { trailer.replaceSubrange(0..<6, with: data[0..<6]) }
    if parts.access { trailer.replaceSubrange(6..<10, with: data[6..<10]) }
    if parts.keyB { trailer.replaceSubrange(10..<16, with: data[10..<16]) }
    setBlock(block, trailer)
  }

  private mutating func transfer(to block: Int) -> TagResponse {
    guard let value = transferBuffer, permits(.decrement, block) else { return refusal() }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    let address = UInt8(truncatingIfNeeded: block)
    setBlock(block, bytes + bytes.map { ~$0 } + bytes + [address, ~address, address, ~address])
    return TagResponse(.acknowledge, .write, microseconds: Self.blockWrite)
  }

  /// The number in a value block (§8.6.2.1): three times, once inverted.
  private func value(of number: Int) -> UInt32? {
    let stored = block(number)
    guard stored[0..<4] == stored[8..<12], Array(stored[4..<8]) == stored[0..<4].map({ ~$0 }) else {
      return nil
    }
    return stored[0..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  // MARK: Rights

  private func access(_ sector: Int) -> ClassicAccess? {
    let start = product.trailer(of: sector) * Self.size
    return ClassicAccess(trailer: bytes[start..<start + Self.size])
  }

  /// The conditions of a block whose sector is authenticated.
  private func access(of block: Int) -> ClassicAccess? {
    guard let session, session.sector == product.sector(of: block) else { return nil }
    return access(session.sector)
  }

  private func permits(_ operation: ClassicAccess.Operation, _ block: Int) -> Bool {
    guard let session, let access = access(of: block), product.group(of: block) < 3 else { return false }
    return access.permits(operation, group: product.group(of: block), with: session.key)
  }

  private func mayBeWritten(_ block: Int) -> Bool {
    guard block > 0, let session, let access = access(of: block) else { return false }
    guard product.group(of: block) == 3 else { return permits(.write, block) }
    let parts = access.writableParts(with: session.key)
    return parts.keyA || parts.access || parts.keyB
  }

  /// The 4-bit answer to what is not allowed (§9.1); the authentication is lost.
  private mutating func refusal() -> TagResponse {
    activate()
    return TagResponse(.refuse(0x4))
  }

  private mutating func dropOut() -> TagResponse {
    activate()
    return TagResponse(.dropOut)
  }
}
