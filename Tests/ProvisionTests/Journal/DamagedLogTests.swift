internal import Testing

@testable internal import Provision

/// A byte of the log that is another one now: told with the number of its line, wherever it stands.
@Suite struct DamagedLogTests {
  /// The recorded log with a chain through it.
  static let chained: [UInt8] = {
    let file = FaultyFile()
    var chain = JournalChain.origin
    for entry in Recorded.entries {
      let line = JournalLine.encode(entry, chain: chain)
      file.contents += line
      chain = SHA256.hash(Array(line.dropLast()))
    }
    return file.contents
  }()

  /// Lines that bear the format's version.
  private static let versioned = Recorded.lines.indices.filter {
    String(decoding: Recorded.lines[$0], as: UTF8.self).contains("\"version\":")
  }.map { $0 + 1 }

  /// What becomes of a byte: bits flipped, and what a broken disk or editor leaves.
  private static func changes(of byte: UInt8) -> Set<UInt8> {
    Set((0..<8).map { byte ^ 1 << UInt8($0) } + [0x00, 0x0A, 0x20, 0xFF]).subtracting([byte])
  }

  /// The log with one byte changed, opened: the number of the line that is told, or how many entries it says; nil for a log
  /// of another version.
  private static func open(_ bytes: [UInt8]) -> (damaged: Int?, entries: Int)? {
    var entries = 0
    do throws(JournalError) {
      _ = try JournalReplay(
        FaultyFile(bytes), path: "log",
        audience: .reader { _, _ in
          entries += 1
          return true
        })
    } catch {
      switch error {
      case .damaged(_, let line, _): return (line, entries)
      case .foreign: return nil
      default: return (0, entries)
      }
    }
    return (nil, entries)
  }

  private static func eachChange(of log: [UInt8], _ body: ([UInt8], _ line: Int, _ position: Int) -> Void) {
    var line = 1
    var tried = 0
    for position in log.indices {
      // With bytes between them a prime apart, each kind of place comes up in the sample.
      if Force.isExhaustive || position % 13 == 0 || log[position] == 0x0A {
        for byte in changes(of: log[position]) {
          var changed = log
          changed[position] = byte
          body(changed, line, position)
          tried += 1
        }
      }
      if log[position] == 0x0A { line += 1 }
    }
    Force.count("changed bytes in a log", tried)
  }

  /// Without a chain, a text may say something else that it could have said; but no line is left out in silence.
  @Test func isToldWithItsLineOrLeavesAWholeLine() {
    let count = Recorded.lines.count
    Self.eachChange(of: Recorded.bytes) { log, line, position in
      guard let (damaged, entries) = Self.open(log) else {
        #expect(Self.versioned.contains(line), "byte \(position): another version in line \(line)")
        return
      }
      guard let damaged else {
        // What follows the last line feed, if that one is gone, is a line that was not finished.
        let isLastEnd = position == log.count - 1
        #expect(entries == count || isLastEnd && entries == count - 1, "byte \(position), line \(line)")
        return
      }
      // A line that says something else may contradict one that comes later, and only that can be seen.
      let itself = Array(log.split(separator: 0x0A, omittingEmptySubsequences: false)[line - 1])
      let isReadable = (try? JournalLineReader.entry(itself, in: 0..<itself.count)) != nil
      #expect(damaged == line || isReadable && damaged > line, "byte \(position): \(damaged), not \(line)")
    }
  }

  /// With a chain every change but one in the last line is told: in its line, or in the next, whose digest does not fit.
  @Test func isAlwaysToldWhereTheLogIsChained() {
    let count = Recorded.lines.count
    Self.eachChange(of: Self.chained) { log, line, position in
      guard line < count else { return }
      guard let (damaged, _) = Self.open(log) else {
        #expect(Self.versioned.contains(line), "byte \(position)")
        return
      }
      #expect(
        damaged == line || damaged == line + 1,
        "byte \(position): \(damaged.map(String.init) ?? "nothing told") for line \(line)")
    }
  }
}
