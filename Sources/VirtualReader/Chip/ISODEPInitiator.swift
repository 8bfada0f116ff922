/// The reader's side of ISO-DEP (ISO/IEC 14443-4 §7.5), without CID and NAD.
struct ISODEPInitiator: Sendable {
  /// Bytes of a command that are still to come from the host or to be sent.
  var pending: [UInt8] = []
  private let blockSize: Int
  private var number: UInt8 = 0
  private var answer: [UInt8] = []
  private var extensions = 0

  /// The most bytes of an answer; longer ones are cut off by the exchange's end.
  private static let longestAnswer = 70_000

  /// What to do next.
  enum Step: Equatable {
    case send([UInt8])
    case done([UInt8])
    case failed
  }

  /// Starts after RATS; the frame size comes from the answer's T0 (§5.2.4).
  init(ats: [UInt8]) {
    let sizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]
    let index = ats.count > 1 ? Int(ats[1] & 0x0F) : 2
    // Two CRC bytes and the block's first byte go off.
    blockSize = min(sizes[min(index, 8)], 256) - 3
  }

  /// S(DESELECT).
  var deselect: [UInt8] { [0xC2] }

  /// The first block of the pending command.
  mutating func begin() -> Step {
    answer = []
    extensions = 0
    return sendNext()
  }

  private mutating func sendNext() -> Step {
    let part = Array(pending.prefix(blockSize))
    pending.removeFirst(part.count)
    let chaining: UInt8 = pending.isEmpty ? 0x00 : 0x10
    return .send([0x02 | chaining | number] + part)
  }

  /// What a block that came asks for.
  mutating func receive(_ block: [UInt8]) -> Step {
    guard let control = block.first else { return .failed }
    switch control & 0xC0 {
    case 0x00:
      guard control & 0x01 == number else { return .failed }
      number ^= 1
      answer += block.dropFirst()
      guard answer.count <= ISODEPInitiator.longestAnswer else { return .failed }
      return control & 0x10 == 0 ? .done(answer) : .send([0xA2 | number])
    case 0x80:
      // R(ACK) asks for the next part of a chain; anything else is no answer to us.
      guard control & 0x10 == 0, control & 0x01 == number, !pending.isEmpty else { return .failed }
      number ^= 1
      return sendNext()
    default:
      // S(WTX): the tag wants more time and gets it.
      guard control & 0x30 == 0x30, block.count == 2, extensions < 100 else { return .failed }
      extensions += 1
      return .send([0xF2, block[1] & 0x3F])
    }
  }
}
