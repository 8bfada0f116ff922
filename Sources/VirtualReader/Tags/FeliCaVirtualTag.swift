/// A virtual FeliCa Lite or Lite-S: fourteen user blocks, a register, and the blocks of the system, of which MC decides what
/// may be written (FeliCa Lite-S User's Manual §7). Without authentication: whatever needs the card key is refused.
public struct FeliCaVirtualTag: VirtualTag {
  /// The product.
  public enum Product: String, CaseIterable, Sendable {
    case lite = "FeliCa Lite"
    case liteS = "FeliCa Lite-S"

    /// The IC code in PMm.
    var code: UInt8 { self == .lite ? 0xF0 : 0xF1 }
  }

  /// The product.
  public let product: Product
  private let idm: [UInt8]
  /// All blocks, in the order of ``numbers``.
  private var blocks: [[UInt8]]

  /// S_PAD0–13, REG, RC, MAC, ID, D_ID, SER_C, SYS_C, CKV, CK, MC, and on Lite-S WCNT, MAC_A, STATE, CRC_CHECK.
  static let numbers: [UInt16] = Array(0...0x0E) + Array(0x80...0x88) + [0x90, 0x91, 0x92, 0xA0]
  private static let configuration: UInt16 = 0x88
  private static let keys: Set<UInt16> = [0x80, 0x87]

  /// A tag as it is delivered: user blocks zero, and no NDEF tag.
  public init(_ product: Product, idm: [UInt8]) {
    self.product = product
    self.idm = Array((idm + [UInt8](repeating: 0, count: 8)).prefix(8))
    blocks = Self.numbers.map { _ in [UInt8](repeating: 0, count: 16) }
    self[0x0E] = [UInt8](repeating: 0xFF, count: 16)
    self[0x82] = self.idm + [UInt8](repeating: 0, count: 8)
    self[0x83] = self.idm + pmm
    self[0x84] = [0x0B, 0x00, 0x09, 0x00] + [UInt8](repeating: 0, count: 12)
    self[0x85] = [0x88, 0xB4] + [UInt8](repeating: 0, count: 14)
    self[Self.configuration] = [0xFF, 0xFF, 0xFF, 0x00, 0x07] + [UInt8](repeating: 0, count: 11)
  }

  subscript(number: UInt16) -> [UInt8] {
    get { Self.numbers.firstIndex(of: number).map { blocks[$0] } ?? [UInt8](repeating: 0, count: 16) }
    set {
      guard newValue.count == 16, let index = Self.numbers.firstIndex(of: number) else { return }
      blocks[index] = newValue
    }
  }

  private var pmm: [UInt8] { [0x00, product.code, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00] }

  /// The product, or the family where the product is unknown.
  public var chip: String { product.rawValue }
  /// Bytes of a block.
  public var blockSize: Int { 16 }
  /// Everything that is stored.
  public var memory: [UInt8] { Array(blocks.joined()) }
  /// Puts the memory back.
  public mutating func restore(memory: [UInt8]) {
    for index in blocks.indices where memory.count >= (index + 1) * 16 {
      blocks[index] = Array(memory[index * 16..<(index + 1) * 16])
    }
  }

  /// It answers to the system code of NDEF tags only while SYS_OP says so.
  public var activation: TagActivation {
    let isNDEF = self[Self.configuration][3] & 0x01 != 0
    return .typeF(.init(idm: idm, pmm: pmm, systemCodes: isNDEF ? [0x88B4, 0x12FC] : [0x88B4]))
  }

  /// The field came on.
  public mutating func powerUp(using random: inout SeededRandom) {}
  /// It was selected.
  public mutating func activate() {}

  // MARK: Commands

  /// The second status flag (FeliCa Lite-S User's Manual §5.4).
  private enum Flag {
    static let serviceCount: UInt8 = 0xA1
    static let blockCount: UInt8 = 0xA2
    static let service: UInt8 = 0xA6
    static let block: UInt8 = 0xA8
    static let authentication: UInt8 = 0xB1
  }

  /// Answers a command.
  public mutating func respond(to command: [UInt8]) -> TagResponse {
    // Length, code, IDm, number of services, service, number of blocks, block list, data.
    guard command.count >= 14, Int(command[0]) == command.count, Array(command[2..<10]) == idm else {
      return TagResponse(.silence)
    }
    let isUpdate = command[1] == 0x08
    guard isUpdate || command[1] == 0x06 else { return TagResponse(.silence) }
    guard command[10] == 1 else { return failure(command[1], Flag.serviceCount) }
    let service = UInt16(command[11]) | UInt16(command[12]) << 8
    guard service == 0x0009 || (service == 0x000B && !isUpdate) else {
      return failure(command[1], Flag.service)
    }
    let count = Int(command[13])
    guard (1...(isUpdate ? 2 : 4)).contains(count) else { return failure(command[1], Flag.blockCount) }
    guard let (list, data) = blockList(command[14...], count: count) else { return TagResponse(.silence) }
    return isUpdate ? update(list, Array(data)) : check(list, hasRest: !data.isEmpty)
  }

  private func blockList(_ bytes: ArraySlice<UInt8>, count: Int) -> (list: [UInt16], rest: ArraySlice<UInt8>)?
  {
    var rest = bytes
    var list: [UInt16] = []
    for _ in 0..<count {
      guard let head = rest.popFirst(), let low = rest.popFirst() else { return nil }
      // Access mode and service order must be 0; bit 8 tells the element's length.
      guard head & 0x7F == 0 else { return nil }
      if head & 0x80 != 0 {
        list.append(UInt16(low))
      } else {
        guard let high = rest.popFirst() else { return nil }
        list.append(UInt16(low) | UInt16(high) << 8)
      }
    }
    return (list, rest)
  }

  private func bit(_ block: UInt16, from byte: Int) -> Bool {
    block < 0x0F && self[Self.configuration][byte + Int(block) / 8] & 1 << UInt8(block % 8) != 0
  }

  private func exists(_ block: UInt16) -> Bool {
    Self.numbers.contains(block) && (product == .liteS || block < 0x90)
  }

  private func check(_ list: [UInt16], hasRest: Bool) -> TagResponse {
    guard !hasRest else { return TagResponse(.silence) }
    guard list.allSatisfy(exists) else { return failure(0x06, Flag.block) }
    guard product == .lite || !list.contains(where: { bit($0, from: 6) }) else {
      return failure(0x06, Flag.authentication)
    }
    // Keys read as zero.
    let data = list.flatMap { Self.keys.contains($0) ? [UInt8](repeating: 0, count: 16) : self[$0] }
    return answer(0x06, [0x00, 0x00, UInt8(list.count)] + data, .read)
  }

  private mutating func update(_ list: [UInt16], _ data: [UInt8]) -> TagResponse {
    // Two blocks at once are for a block together with its MAC.
    guard data.count == list.count * 16 else { return TagResponse(.silence) }
    guard list.count == 1, let block = list.first else { return failure(0x08, Flag.authentication) }
    guard exists(block), isWritable(block) else { return failure(0x08, Flag.block) }
    guard product == .lite || !(bit(block, from: 8) || bit(block, from: 10)) else {
      return failure(0x08, Flag.authentication)
    }
    if block == Self.configuration { writeConfiguration(data) } else { self[block] = data }
    return answer(0x08, [0x00, 0x00], .write, microseconds: Timing.pageWrite)
  }

  private func isWritable(_ block: UInt16) -> Bool {
    let configuration = self[Self.configuration]
    switch block {
    case 0...0x0E: return bit(block, from: 0)
    case 0x80: return true
    case 0x82, 0x84, 0x86, 0x87: return configuration[2] == 0xFF
    case 0x88: return configuration[2] == 0xFF || configuration[1] & 0x80 != 0
    default: return false
    }
  }

  /// Bytes 0–1 and 6–12 go by bit 15 of the first two, 2–5 by MC_ALL.
  private mutating func writeConfiguration(_ data: [UInt8]) {
    var configuration = self[Self.configuration]
    let system = configuration[2] == 0xFF
    let user = configuration[1] & 0x80 != 0
    for byte in 0..<13 where (2...5).contains(byte) ? system : user { configuration[byte] = data[byte] }
    self[Self.configuration] = configuration
  }

  private func failure(_ code: UInt8, _ flag: UInt8) -> TagResponse { answer(code, [0xFF, flag], .other) }

  private func answer(
    _ code: UInt8, _ body: [UInt8], _ kind: TagResponse.Kind, microseconds: Int = 0
  ) -> TagResponse {
    TagResponse(.bytes([UInt8(body.count + 10), code + 1] + idm + body), kind, microseconds: microseconds)
  }
}
