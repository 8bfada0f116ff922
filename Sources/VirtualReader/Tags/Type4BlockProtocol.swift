/// The tag's side of ISO-DEP (ISO/IEC 14443-4 §7): RATS, PPS, I-, R- and S-blocks, chaining both ways. Never asks for more
/// time. With or without CID, without NAD.
struct Type4BlockProtocol: Sendable {
  private let ats: [UInt8]
  /// Whether RATS was answered, so that requests mean nothing any more.
  private(set) var isActive = false
  private var cid: UInt8 = 0
  /// The most bytes of a block's content to the reader.
  private var room = 29
  /// Starts at 1, so that the first block of the reader, 0, flips it (rule C).
  private var number: UInt8 = 1
  private var command: [UInt8] = []
  private var answer: ArraySlice<UInt8> = []
  private var lastBlock: [UInt8] = []

  /// Longer commands than any APDU here are cut off.
  private static let longestCommand = 70_000
  private static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

  /// What a frame comes to.
  enum Step: Equatable {
    /// An answer by the protocol itself.
    case reply([UInt8])
    /// A whole command for the application.
    case command([UInt8])
    /// S(DESELECT): answer, then HALT.
    case farewell([UInt8])
    /// Not understood: no answer.
    case silence
    /// No ISO-DEP frame, and not active.
    case dropOut
  }

  init(ats: [UInt8]) { self.ats = ats }

  /// Selected, but not yet activated.
  mutating func reset() { self = Type4BlockProtocol(ats: ats) }

  mutating func receive(_ frame: [UInt8]) -> Step {
    guard let first = frame.first else { return .silence }
    guard isActive else {
      guard first == 0xE0, frame.count == 2, frame[1] & 0x0F != 0x0F else { return .dropOut }
      isActive = true
      cid = frame[1] & 0x0F
      // A block is the frame without its CRC and its first byte.
      room = Self.frameSizes[min(Int(frame[1] >> 4), 8)] - 3
      return .reply(ats)
    }
    // PPS at 106 kbit/s: nothing changes.
    if first & 0xF0 == 0xD0, frame.count >= 2 { return first & 0x0F == cid ? .reply([first]) : .silence }
    var content = frame.dropFirst()
    if first & 0x08 != 0 {
      guard content.popFirst().map({ $0 & 0x0F }) == cid else { return .silence }
    } else if cid != 0 {
      return .silence
    }
    switch first & 0xC0 {
    case 0x00: return receiveInformation(first, content)
    case 0x80: return receiveReady(first)
    default: return first & 0x30 == 0x00 ? leave(first) : .silence
    }
  }

  private mutating func receiveInformation(_ control: UInt8, _ content: ArraySlice<UInt8>) -> Step {
    // NAD is not announced in the ATS.
    guard control & 0x26 == 0x02, control & 0x04 == 0 else { return .silence }
    number ^= 1
    command += content
    guard command.count <= Self.longestCommand else {
      command = []
      return .silence
    }
    if control & 0x10 != 0 { return reply(0xA2) }
    defer { command = [] }
    return .command(command)
  }

  private mutating func receiveReady(_ control: UInt8) -> Step {
    guard control & 0x26 == 0x22 else { return .silence }
    // Rule 11: what was not heard is said again. Rule 12: a NAK for what never came is acknowledged.
    if control & 0x01 == number { return lastBlock.isEmpty ? .silence : .reply(lastBlock) }
    if control & 0x10 != 0 { return reply(0xA2) }
    guard !answer.isEmpty else { return .silence }
    number ^= 1
    return .reply(nextPart())
  }

  private mutating func leave(_ control: UInt8) -> Step {
    let step = Step.farewell(header(0xC2))
    reset()
    return step
  }

  /// The first block of an application's answer.
  mutating func respond(_ bytes: [UInt8]) -> [UInt8] {
    answer = bytes[...]
    return nextPart()
  }

  private mutating func nextPart() -> [UInt8] {
    let head = header(0x02 | number)
    let part = answer.prefix(room + 1 - head.count)
    answer = answer.dropFirst(part.count)
    lastBlock = [head[0] | (answer.isEmpty ? 0x00 : 0x10)] + head.dropFirst() + part
    return lastBlock
  }

  private mutating func reply(_ control: UInt8) -> Step {
    lastBlock = header(control | number)
    return .reply(lastBlock)
  }

  private func header(_ control: UInt8) -> [UInt8] { cid == 0 ? [control] : [control | 0x08, cid] }
}
