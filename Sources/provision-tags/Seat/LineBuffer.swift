/// Puts lines together from bytes as they arrive, and keeps no more of a line than a command may be long.
struct LineBuffer: Sendable {
  enum Line: Equatable, Sendable {
    case whole([UInt8])
    case tooLong
  }

  private var line: [UInt8] = []
  private var isTooLong = false

  /// The lines that end in `bytes`; at the end of the input (no bytes) what is left counts as a line.
  mutating func take(_ bytes: [UInt8]) -> [Line] {
    if bytes.isEmpty { return line.isEmpty && !isTooLong ? [] : [end()] }
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A {
        lines.append(end())
      } else if line.count < ControllerCommand.longestLine {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }

  private mutating func end() -> Line {
    defer {
      line = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .whole(line)
  }
}
