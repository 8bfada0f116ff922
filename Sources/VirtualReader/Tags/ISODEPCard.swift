/// The tag's side of ISO-DEP (ISO/IEC 14443-4 §7.5.4): RATS, blocks and chaining, without CID and NAD.
///
/// A tag that speaks APDUs keeps one, hands it each frame, and answers the commands that come out of it.
public struct ISODEPCard: Equatable, Sendable {
  /// The answer to RATS, length byte first.
  public let ats: [UInt8]
  /// Whether RATS came and neither S(DESELECT) nor a new selection since.
  public private(set) var isActive = false
  private var number: UInt8 = 1
  private var blockSize = 13
  private var command: [UInt8] = []
  private var rest: [UInt8] = []
  private var lastBlock: [UInt8] = []

  private static let longestCommand = 70_000
  private static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

  /// What a frame means.
  public enum Step: Equatable, Sendable {
    /// The protocol answers by itself.
    case answer(TagResponse)
    /// A whole command came; answer with ``ISODEPCard/reply(_:kind:microseconds:)``.
    case command([UInt8])
  }

  /// A card with this answer to RATS.
  public init(ats: [UInt8]) { self.ats = ats }

  /// Back to where RATS is awaited, as at power-up and selection.
  public mutating func reset() { self = ISODEPCard(ats: ats) }

  /// Takes a frame.
  public mutating func receive(_ frame: [UInt8]) -> Step {
    guard let control = frame.first else { return .answer(TagResponse(.silence)) }
    guard isActive else { return .answer(activate(frame)) }
    switch control & 0xC0 {
    case 0x00 where control & 0x0E == 0x02:
      number ^= 1
      command += frame.dropFirst()
      guard command.count <= ISODEPCard.longestCommand else {
        command = []
        return .answer(TagResponse(.silence))
      }
      if control & 0x10 != 0 { return .answer(send([0xA2 | number])) }
      defer { command = [] }
      return .command(command)
    case 0x80 where control & 0x2E == 0x22: return .answer(acknowledge(control))
    case 0xC0 where control == 0xC2:
      reset()
      return .answer(TagResponse(.farewell([0xC2])))
    case 0xC0 where control & 0xF0 == 0xD0 && frame.count >= 2:
      // PPS: any speed is agreed to.
      return .answer(TagResponse(.bytes([control])))
    default: return .answer(TagResponse(.silence))
    }
  }

  /// The first block of an answer to a command.
  public mutating func reply(_ answer: [UInt8], kind: TagResponse.Kind, microseconds: Int = 0) -> TagResponse
  {
    rest = answer
    var response = sendNext()
    response.kind = kind
    response.microseconds = microseconds
    return response
  }

  private mutating func activate(_ frame: [UInt8]) -> TagResponse {
    guard frame.count == 2, frame[0] == 0xE0 else { return TagResponse(.dropOut) }
    isActive = true
    number = 1
    blockSize = ISODEPCard.frameSizes[min(Int(frame[1] >> 4), 8)] - 3
    return TagResponse(.bytes(ats))
  }

  /// An R-block: the next part of a chain, the last block again, or a sign of life.
  private mutating func acknowledge(_ control: UInt8) -> TagResponse {
    if control & 0x01 == number, !lastBlock.isEmpty { return TagResponse(.bytes(lastBlock)) }
    if control & 0x10 != 0 { return send([0xA2 | number]) }
    guard !rest.isEmpty else { return TagResponse(.silence) }
    number ^= 1
    return sendNext()
  }

  private mutating func sendNext() -> TagResponse {
    let part = Array(rest.prefix(blockSize))
    rest.removeFirst(part.count)
    return send([0x02 | (rest.isEmpty ? 0x00 : 0x10) | number] + part)
  }

  private mutating func send(_ block: [UInt8]) -> TagResponse {
    lastBlock = block
    return TagResponse(.bytes(block))
  }
}
