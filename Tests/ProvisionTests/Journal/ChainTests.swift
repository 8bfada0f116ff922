internal import Foundation
internal import Testing

@testable internal import Provision

/// What a chain shows of a log that was changed afterwards, and what it can't.
@Suite final class ChainTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Something done to a log's lines.
  struct Tampering: Sendable, CustomTestStringConvertible {
    let name: String
    /// The line that the check names; nil where the chain can't show it.
    let line: Int?
    let change: @Sendable (inout [[UInt8]]) -> Void
    var testDescription: String { name }
  }

  private static let last = Recorded.entries.count

  static let tamperings: [Tampering] = [
    Tampering(name: "a byte of the first line", line: 2) { replace(&$0[0], "station-1", "station-2") },
    Tampering(name: "a digit of a time", line: 4) { replace(&$0[2], "\"ms\":412", "\"ms\":413") },
    Tampering(name: "another UID", line: 4) { replace(&$0[2], "04A1B2C3D4E501", "04A1B2C3D4E507") },
    Tampering(name: "a digit of a chain", line: 7) { $0[6][$0[6].count - 4] ^= 1 },
    Tampering(name: "a space more", line: 6) { $0[4].append(0x20) },
    Tampering(name: "the line before the last", line: last) { replace(&$0[last - 2], "id4", "id9") },
    Tampering(name: "a line removed", line: 4) { $0.remove(at: 3) },
    Tampering(name: "the first line removed", line: 1) { $0.removeFirst() },
    Tampering(name: "several lines removed", line: 5) { $0.removeSubrange(4..<9) },
    Tampering(name: "two lines swapped", line: 5) { $0.swapAt(4, 5) },
    Tampering(name: "a line put in twice", line: 5) { $0.insert($0[3], at: 4) },
    Tampering(name: "a line put in with the right digest of the one before", line: 6) {
      $0.insert(
        Array(
          JournalLine.encode(Recorded.entries[7], chain: SHA256.hash($0[3])).dropLast()), at: 4)
    },
    Tampering(name: "a line put in without a chain", line: 3) {
      $0.insert(Array(#"{"type":"note","at":"2026-11-30T06:53:00Z"}"#.utf8), at: 2)
    },
    Tampering(name: "the chain taken off the first line", line: 1) { unchain(&$0[0]) },
    Tampering(name: "the chain taken off a line", line: 8) { unchain(&$0[7]) },
    Tampering(name: "the last line changed", line: nil) { replace(&$0[last - 1], "incomplete", "complete") },
    Tampering(name: "the end cut off", line: nil) { $0.removeLast(3) },
    Tampering(name: "the chain taken off every line", line: nil) {
      for index in $0.indices { unchain(&$0[index]) }
    },
  ]

  private static func replace(_ line: inout [UInt8], _ old: String, _ new: String) {
    line = Array(String(decoding: line, as: UTF8.self).replacing(old, with: new, maxReplacements: 1).utf8)
  }

  private static func unchain(_ line: inout [UInt8]) {
    line = Array(
      String(decoding: line, as: UTF8.self).replacing(/,"chain":"[0-9A-F]*"/, with: "").utf8)
  }

  private func chained(_ run: JournalEntry.Run = Recorded.run) throws -> [[UInt8]] {
    try? FileManager.default.removeItem(atPath: path)
    let journal = try FileJournal.create(path: path, run: run, at: Recorded.entries[0].at, chained: true)
    for entry in Recorded.entries.dropFirst() { try journal.commit(entry) }
    return try Data(contentsOf: URL(filePath: path)).split(separator: 0x0A).map { Array($0) }
  }

  private func write(_ lines: [[UInt8]]) throws {
    try Data(lines.joined(separator: [0x0A]) + [0x0A]).write(to: URL(filePath: path))
  }

  @Test(arguments: tamperings) func aTamperingShowsAtItsLineOrNotAtAll(_ tampering: Tampering) throws {
    var lines = try chained()
    guard case .intact(_, let digest) = try JournalChain.check(path: path) else {
      Issue.record("not intact")
      return
    }
    tampering.change(&lines)
    try write(lines)
    let finding = try JournalChain.check(path: path)
    if let line = tampering.line {
      #expect(finding == .broken(line: line))
      // No run goes on from it, and no report is made of it.
      #expect {
        _ = try FileJournal.open(path: path)
      } throws: {
        guard case .damaged(_, let found, _)? = $0 as? JournalError else { return false }
        return found <= line
      }
      #expect(throws: JournalError.self) { try RunReport(log: path) }
    } else {
      #expect(throws: Never.self) { try FileJournal.open(path: path) }
      // What was kept elsewhere shows it.
      let kept = try JournalChain.check(path: path, including: digest)
      #expect(kept == .lacksDigest(lines: lines.count) || kept == .notChained)
    }
  }

  @Test func aDigestThatWasKeptIsFoundInALogThatGrew() throws {
    let lines = try chained()
    try write(Array(lines.prefix(7)))
    guard case .intact(7, let digest) = try JournalChain.check(path: path) else {
      Issue.record("not intact")
      return
    }
    try write(lines)
    guard case .intact(lines.count, _) = try JournalChain.check(path: path, including: digest.lowercased())
    else {
      Issue.record("not found")
      return
    }
  }

  @Test func aLogThatWasBegunWithAChainMustHaveOne() throws {
    var run = Recorded.run
    run.options[JournalChain.option] = "true"
    var lines = try chained(run)
    for index in lines.indices { Self.unchain(&lines[index]) }
    try write(lines)
    #expect(try JournalChain.check(path: path) == .broken(line: 1))
    #expect(throws: JournalError.damaged(path: path, line: 1, detail: JournalChain.brokenDetail)) {
      _ = try FileJournal.open(path: path)
    }
  }

  /// A crash in the middle of a line, then a run that goes on.
  @Test func aTornLineLeavesAWholeChain() throws {
    let lines = try chained()
    let whole = try Data(contentsOf: URL(filePath: path))
    let cut = lines[11].count + 1
    let before = lines.prefix(11).reduce(0) { $0 + $1.count + 1 }
    for length in 0...cut {
      try whole.prefix(before + length).write(to: URL(filePath: path))
      do {
        let journal = try FileJournal.open(path: path)
        #expect(journal.isChained)
        let isWhole = length >= cut - 1
        for entry in Recorded.entries[(isWhole ? 12 : 11)...] { try journal.commit(entry) }
      }
      guard case .intact(lines.count, _) = try JournalChain.check(path: path) else {
        Issue.record("\(length) bytes of the line")
        return
      }
    }
  }

  @Test func aLogWithoutAChainIsNotGivenOneLater() throws {
    try Data(Recorded.bytes).write(to: URL(filePath: path))
    let journal = try FileJournal.open(path: path)
    #expect(!journal.isChained)
    #expect(throws: JournalError.notChained(path: path)) { try journal.beginChain() }
  }
}
