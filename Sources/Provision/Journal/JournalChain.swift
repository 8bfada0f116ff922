/// Evidence of tampering: where a log is chained, each line's `chain` field is the SHA-256 of the line before it,
/// and so any later change of a line shows in the next.
///
/// It shows changes by whoever does not make all following lines anew, and none at the end of the file: keep the last
/// digest elsewhere where that matters.
public enum JournalChain {
  /// What the first line carries.
  static let origin = [UInt8](repeating: 0, count: SHA256.digestCount)
  /// What is wrong with a line that does not fit.
  static let brokenDetail =
    "the chain breaks: this line or the one before it was changed, or lines are missing"

  /// What a look at the chain found.
  public enum Finding: Equatable, Sendable {
    /// Every line fits the line before; `digest` is the last line's SHA-256, in hexadecimal.
    case intact(lines: Int, digest: String)
    /// The log is not chained.
    case notChained
    /// This line does not fit the line before: either of the two was changed, or lines between them are gone.
    case broken(line: Int)
    /// Every line fits, but none has the digest that was kept: lines are missing at the end, or all were made anew.
    case lacksDigest(lines: Int)
  }

  /// Checks the chain of the log at `path`; what the lines say is not looked at. A line without its end does not count.
  ///
  /// - Parameters:
  ///   - path: of the log.
  ///   - kept: a digest that an earlier check found, in hexadecimal: one of the lines must have it.
  public static func check(path: String, including kept: String? = nil) throws(JournalError) -> Finding {
    let file = try POSIXJournalFile.forReading(path)
    let kept = kept.map { Hex.decode($0.utf8) ?? [] }
    var buffer: [UInt8] = []
    var offset = 0
    var lines = 0
    var expected: [UInt8]? = origin
    var hasKept = kept == nil
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
        let line = start..<newline
        let chain = JournalLineReader.chain(buffer, in: line)
        lines += 1
        // A first line that lost its chain is told by its own options, or by the lines behind it.
        if lines == 1, chain == nil, !isAsked(buffer, line) { expected = nil }
        guard chain == expected else { return .broken(line: expected == nil ? 1 : lines) }
        if expected != nil {
          let digest = SHA256.hash(Array(buffer[line]))
          expected = digest
          if digest == kept { hasKept = true }
        }
        start = newline + 1
      }
      buffer.removeFirst(start)
      guard buffer.count <= JournalLine.limit else {
        throw .damaged(path: path, line: lines + 1, detail: "longer than \(JournalLine.limit) bytes")
      }
    }
    guard lines > 0, let expected else { return .notChained }
    return hasKept ? .intact(lines: lines, digest: Hex.encode(expected)) : .lacksDigest(lines: lines)
  }

  /// Whether a first line says that its log was begun with a chain.
  static func isAsked(_ entry: JournalEntry) -> Bool {
    if case .run(let run) = entry.event { run.options[option] != nil } else { false }
  }

  /// The option's name as a `run` line records it.
  static let option = "chain"

  private static func isAsked(_ buffer: [UInt8], _ range: Range<Int>) -> Bool {
    // What is no line has no options either; it is damage, which a replay tells.
    guard let entry = try? JournalLineReader.entry(buffer, in: range) else { return false }
    return isAsked(entry)
  }
}
