/// Evidence of tampering: where a log is chained, each line's `chain` field is the SHA-256 of the line before it,
/// and so any later change of a line shows in the next.
///
/// It shows changes by whoever does not make all following lines anew, and none at the end of the file: keep the last
/// digest elsewhere where that matters.
public enum JournalChain {
  /// What the first line carries.
  static let origin = [UInt8](repeating: 0, count: SHA256.digestCount)

  /// What a look at the chain found.
  public enum Finding: Equatable, Sendable {
    /// Every line fits the line before; `digest` is the last line's SHA-256, in hexadecimal.
    case intact(lines: Int, digest: String)
    /// The log is not chained.
    case notChained
    /// This line does not fit the line before: either of the two was changed, or lines between them are gone.
    case broken(line: Int)
  }

  /// Checks the chain of the log at `path`; what the lines say is not looked at. A line without its end does not count.
  public static func check(path: String) throws(JournalError) -> Finding {
    let file = try POSIXJournalFile.forReading(path)
    var buffer: [UInt8] = []
    var offset = 0
    var lines = 0
    var expected = origin
    while true {
      let count: Int
      do throws(SystemCallError) {
        count = try file.read(1 << 18, at: offset, into: &buffer)
      } catch {
        guard error.errno == SystemCallError.interrupted else {
          throw .cannotOpen(path: path, errno: error.errno)
        }
        continue
      }
      guard count > 0 else { break }
      offset += count
      var start = 0
      while let newline = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let chain = JournalLineReader.chain(buffer, in: start..<newline)
        lines += 1
        if lines == 1, chain == nil { return .notChained }
        guard chain == expected else { return .broken(line: lines) }
        expected = SHA256.hash(Array(buffer[start..<newline]))
        start = newline + 1
      }
      buffer.removeFirst(start)
      guard buffer.count <= JournalLine.limit else {
        throw .damaged(path: path, line: lines + 1, detail: "longer than \(JournalLine.limit) bytes")
      }
    }
    return lines == 0 ? .notChained : .intact(lines: lines, digest: Hex.encode(expected))
  }
}
