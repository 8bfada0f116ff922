internal import Foundation
internal import Testing

@testable internal import Provision

/// The quick way through a log and the strict one say the same.
@Suite struct JournalLineScannerTests {
  private static func scanned(_ line: [UInt8]) -> JournalEntry? {
    var scanner = JournalLineScanner()
    guard let found = scanner.scan(line.span, in: 0..<line.count) else { return nil }
    func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }
    guard found.isTag else {
      return JournalEntry(
        at: found.at,
        event: .begin(
          .init(
            row: found.row, id: text(found.id), uid: found.uid, chip: text(found.chip), attempt: found.attempt
          )))
    }
    return JournalEntry(
      at: found.at,
      event: .tag(
        .init(
          row: found.row, id: text(found.id), uid: found.uid, chip: text(found.chip),
          capacity: found.capacity,
          url: found.url.map(text), text: found.text.map(text),
          ndef: Array(scanner.message.prefix(found.messageCount)),
          locked: found.locked, protected: found.protected, attempts: found.attempt, ms: found.ms,
          adopted: found.adopted, mirror: found.mirror)))
  }

  private static func read(_ line: [UInt8]) -> JournalEntry? {
    try? JournalLineReader.entry(line, in: 0..<line.count)
  }

  /// Every line that we write is either scanned as it was meant or left to the reader.
  @Test func usualLinesAreScannedAsTheyWereMeant() {
    var scanned = 0
    for (entry, line) in zip(Recorded.entries, Recorded.lines) {
      guard let found = Self.scanned(Array(line.dropLast())) else { continue }
      #expect(found == entry)
      scanned += 1
    }
    // All begin and tag lines but the one whose text has escapes.
    #expect(scanned == 9)
  }

  /// One byte changed, added or left out anywhere: what is still scanned, the strict reader reads to the same entry.
  @Test(arguments: [1, 3, 11])
  func whatIsScannedIsWhatTheStrictReaderReads(index: Int) {
    let whole = Array(Recorded.lines[index].dropLast())
    let bytes = Array("\"\\{}:,0139-+.eETZ aAfFxgé\u{7F}\t\u{0}".utf8) + [0x80, 0xC0, 0xFF]
    var taken = 0
    for place in whole.indices {
      for byte in bytes {
        var changed = whole
        changed[place] = byte
        var added = whole
        added.insert(byte, at: place)
        for line in [changed, added] {
          guard let found = Self.scanned(line) else { continue }
          taken += 1
          if Self.read(line) != found { Issue.record("\(String(decoding: line, as: UTF8.self))") }
        }
      }
      var shorter = whole
      shorter.remove(at: place)
      if let found = Self.scanned(shorter), Self.read(shorter) != found {
        Issue.record("\(String(decoding: shorter, as: UTF8.self))")
      }
    }
    if index != 1 { #expect(taken > 0) }
    #expect((0..<whole.count).allSatisfy { Self.scanned(Array(whole.prefix($0))) == nil })
  }

  @Test func aDigestWithoutAllocationIsTheDigest() {
    for count in 0..<200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
      let expected = SHA256.hash(bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      #expect(SHA256.firstBytes(of: bytes.span) == expected)
    }
  }

  /// A begin is taken in with the tag that follows it; what is damaged is damaged in the same line as before.
  @Test(arguments: [
    // A row that is done, begun again with another tag: the begin is at fault, whatever follows it.
    (
      [
        Recorded.tag(1, Recorded.uid(1)), Recorded.begin(1, Recorded.uid(2)),
        Recorded.tag(1, Recorded.uid(2)),
      ], 3
    ),
    ([Recorded.tag(1, Recorded.uid(1)), Recorded.begin(1, Recorded.uid(2))], 3),
    (
      [
        Recorded.tag(1, Recorded.uid(1)), Recorded.begin(2, Recorded.uid(1)),
        Recorded.tag(3, Recorded.uid(3)),
      ], 3
    ),
    (
      [
        Recorded.begin(1, Recorded.uid(1)), Recorded.tag(1, Recorded.uid(1)),
        Recorded.tag(1, Recorded.uid(2)),
      ], 4
    ),
    ([Recorded.tag(1, Recorded.uid(1)), Recorded.begin(1, Recorded.uid(2)), .skip(row: 2, id: "id2")], 3),
  ])
  func aContradictionIsFoundInItsLine(events: [JournalEntry.Event], line: Int) throws {
    let lines = ([.run(Recorded.run)] + events).map { JournalLine.encode(JournalEntry(at: 0, event: $0)) }
    let log = try LogFile(Array(lines.joined()))
    defer { withExtendedLifetime(log) {} }
    var told: [Int] = []
    do {
      try JournalReader.forEach(path: log.path) { _, number in told.append(number) }
      Issue.record("taken")
    } catch {
      guard case .damaged(_, line, _) = error else { throw error }
    }
    #expect(told == Array(1..<line))
  }
}
