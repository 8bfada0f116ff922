/// A frame of the PN532's serial protocol (PN532 User Manual UM0701-02 §6.2.1), as it comes from or goes to the host.
enum HostFrame: Equatable, Sendable {
  /// A normal or extended information frame: command code or response code, then data. TFI stripped.
  case information(identifier: UInt8, data: [UInt8])
  /// 00 00 FF 00 FF 00: from the host, it also ends the command under way.
  case acknowledge
  /// 00 00 FF FF 00 00: send the last response again.
  case negativeAcknowledge
  /// 00 00 FF 01 FF 7F 81 00: the command can't be understood.
  case error

  /// TFI of frames from the host.
  static let fromHost: UInt8 = 0xD4
  /// TFI of frames to the host.
  static let toHost: UInt8 = 0xD5
  /// The most bytes of TFI and data together, and so of any frame's LEN (§6.2.1.2).
  static let longestLength = 265

  /// The bytes on the line.
  func encoded() -> [UInt8] {
    switch self {
    case .acknowledge: return [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
    case .negativeAcknowledge: return [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
    case .error: return [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]
    case .information(let identifier, let data):
      let length = data.count + 1
      var bytes: [UInt8] = [0x00, 0x00, 0xFF]
      bytes.reserveCapacity(length + 10)
      if length <= 255 {
        let octet = UInt8(length)
        bytes += [octet, 0 &- octet]
      } else {
        let high = UInt8(truncatingIfNeeded: length >> 8)
        let low = UInt8(truncatingIfNeeded: length)
        bytes += [0xFF, 0xFF, high, low, 0 &- high &- low]
      }
      bytes.append(identifier)
      bytes += data
      bytes.append(data.reduce(0 &- identifier) { $0 &- $1 })
      bytes.append(0x00)
      return bytes
    }
  }
}

/// Cuts what a host sends into frames, skipping wake-up preambles and damaged frames.
///
/// A damaged frame is dropped without a word, as the chip does: the host then misses its acknowledgement.
struct HostFrameParser: Sendable {
  private var buffer: [UInt8] = []
  /// Whether 55h, the wake-up byte, was skipped since this was last set to false.
  var sawWakeUp = false

  /// Bytes of a frame that has begun and not ended.
  var hasPartialFrame: Bool { !buffer.isEmpty }

  /// Forgets a frame that will never end, as of a host that was killed.
  mutating func reset() { buffer.removeAll() }

  /// Takes bytes in.
  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole frame, taken out.
  mutating func next() -> HostFrame? {
    while true {
      guard let start = startCode(from: 0) else {
        skipNoise(upTo: buffer.last == 0x00 ? buffer.count - 1 : buffer.count)
        return nil
      }
      skipNoise(upTo: start)
      switch HostFrameParser.frame(in: buffer, at: 0) {
      case .whole(let frame, let end):
        buffer.removeFirst(end)
        return frame
      case .damaged:
        buffer.removeFirst(1)
      case .partial:
        guard let restart = frameAfterPreamble() else { return nil }
        skipNoise(upTo: restart)
      }
    }
  }

  private mutating func skipNoise(upTo end: Int) {
    if buffer[..<end].contains(0x55) { sawWakeUp = true }
    buffer.removeFirst(end)
  }

  /// Where 00 FF stands next.
  private func startCode(from offset: Int) -> Int? {
    guard buffer.count >= 2 else { return nil }
    var index = offset
    while index < buffer.count - 1 {
      if buffer[index] == 0x00, buffer[index + 1] == 0xFF { return index }
      index += 1
    }
    return nil
  }

  /// Where a whole frame stands behind a new host's long preamble (ten 00h or more) inside what began as another frame:
  /// the earlier host was killed in the middle.
  private func frameAfterPreamble() -> Int? {
    var offset = 2
    while let start = startCode(from: offset) {
      if start >= 10, buffer[(start - 10)..<start].allSatisfy({ $0 == 0x00 }),
        case .whole = HostFrameParser.frame(in: buffer, at: start)
      {
        return start
      }
      offset = start + 1
    }
    return nil
  }

  private enum Found {
    case whole(HostFrame, end: Int)
    case partial, damaged
  }

  /// Reads the frame whose start code (00 FF) stands at `start`.
  private static func frame(in buffer: [UInt8], at start: Int) -> Found {
    func byte(_ offset: Int) -> UInt8? {
      start + offset < buffer.count ? buffer[start + offset] : nil
    }
    guard let first = byte(2), let second = byte(3) else { return .partial }
    var length = Int(first)
    var body = 4
    if first == 0x00, second == 0xFF { return .whole(.acknowledge, end: min(start + 5, buffer.count)) }
    if first == 0xFF, second == 0x00 {
      return .whole(.negativeAcknowledge, end: min(start + 5, buffer.count))
    }
    if first == 0xFF, second == 0xFF {
      guard let high = byte(4), let low = byte(5), let checksum = byte(6) else { return .partial }
      guard high &+ low &+ checksum == 0 else { return .damaged }
      length = Int(high) << 8 | Int(low)
      body = 7
    } else if first &+ second != 0 {
      return .damaged
    }
    guard length >= 1, length <= HostFrame.longestLength else { return .damaged }
    let checksum = start + body + length
    guard checksum < buffer.count else { return .partial }
    let content = buffer[(start + body)..<checksum]
    guard content.reduce(buffer[checksum], &+) == 0, let identifier = content.first else { return .damaged }
    if identifier == 0x7F, length == 1 { return .whole(.error, end: min(checksum + 2, buffer.count)) }
    return .whole(
      .information(identifier: identifier, data: Array(content.dropFirst())),
      end: min(checksum + 2, buffer.count))
  }
}
