internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("A run that was stopped") struct ResumeTests {
  static let uids = ["04A1B2C3D4E580", "04112233445566", "040A0B0C0D0E0F"]

  /// The log of a whole run and the tags as it left them.
  private func recorded(_ bench: WalkBench, with device: LibNFCReader) throws -> (
    log: Data, tags: [any VirtualTag]
  ) {
    let tags = try Self.uids.map { try WalkBench.tag("NTAG213", uid: $0) }
    let (ending, _) = try bench.run(presenting: tags, with: device)
    #expect(ending == .complete)
    let log = try Data(contentsOf: URL(filePath: bench.logPath))
    return (log, bench.field.records.suffix(3).map(\.tag))
  }

  /// Whatever part of the log a crash left, the same tags come to the same end: the tags hold more than the log knows.
  @Test func endsTheSameFromEveryCutOfItsLog() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let (log, tags) = try recorded(bench, with: device)
    // Every byte of a line cut off leaves the same history (a test of the journal): three cuts a line are enough here.
    let ends = log.indices.filter { log[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for cut in [0] + ends.flatMap({ [$0 - 80, $0 - 1, $0] }) {
      try log.prefix(cut).write(to: URL(filePath: bench.logPath))
      guard try !bench.job().isComplete else { continue }
      let (ending, events) = try bench.run(presenting: tags, with: device)
      #expect(ending == .complete, "cut at \(cut): \(events)")
      var rows: [String: UID] = [:]
      try JournalReader.forEach(path: bench.logPath) { entry, _ in
        if case .tag(let tag) = entry.event { #expect(rows.updateValue(tag.uid, forKey: tag.id) == nil) }
      }
      #expect(
        rows == ["A1": UID(hex: Self.uids[0]), "A2": UID(hex: Self.uids[1]), "A3": UID(hex: Self.uids[2])],
        "cut at \(cut)")
      // Nothing is written twice: the memories stay as they were.
      for (record, tag) in zip(bench.field.records.suffix(3), tags) { #expect(record.memory == tag.memory) }
    }
  }

  /// A result that never reached the log is adopted: the tag is recognised by UID and content and not written again.
  @Test func adoptsATagWhoseResultWasLost() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let (log, tags) = try recorded(bench, with: device)
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
    let lost = try #require(lines.firstIndex { $0.contains("\"tag\"") && $0.contains("\"A2\"") })
    try Data((lines[..<lost].joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: bench.logPath))
    let (ending, _) = try bench.run(presenting: Array(tags[1...]), with: device)
    #expect(ending == .complete)
    var adopted: [String: Bool] = [:]
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      if case .tag(let tag) = entry.event { adopted[tag.id] = tag.adopted }
    }
    #expect(adopted == ["A1": false, "A2": true, "A3": false])
  }

  @Test func refusesATagThatTheLogKnows() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 2)
    let first = try WalkBench.tag("NTAG213", uid: Self.uids[0])
    let copy = try WalkBench.tag("NTAG213", uid: Self.uids[0])
    let second = try WalkBench.tag("NTAG213", uid: Self.uids[1])
    let (ending, events) = try bench.run(presenting: [first, copy, second], with: device)
    #expect(ending == .complete)
    #expect(
      events.contains { event in
        if case .refused(_, .alreadyUsed(row: 1, id: "A1", blank: true)) = event { true } else { false }
      })
  }

  @Test func tellsRowsWhoseMessageChanged() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    _ = try recorded(bench, with: device)
    try bench.write(
      manifest:
        "id,url\nA1,https://example.org/t/1\nA2,https://example.org/changed\nA3,https://example.org/t/3\nA4,https://example.org/t/4\n"
    )
    #expect(throws: WriteJobError.self) { try bench.job() }
    do { _ = try bench.job() } catch WriteJobError.rowsChanged(let rows) {
      #expect(rows.map(\.id) == ["A2"])
      #expect(rows.first?.line == 3)
    }
    var again = bench
    again.options.redo = ["A2"]
    let fresh = try ["04778899AABBCC", "04DDEEFF001122"].map { try WalkBench.tag("NTAG213", uid: $0) }
    let (ending, _) = try again.run(presenting: fresh, with: device)
    #expect(ending == .complete)
  }
}

extension ResumeTests {
  /// A text's language that came from the locale stays what it was when the run goes on elsewhere.
  @Test func keepsTheLanguageItBeganWith() throws {
    var bench = try WalkBench()
    let device = try bench.open()
    try bench.write(manifest: "id,text\nA1,hello\nA2,world\n")
    bench.manifestOptions.language = "ja"
    bench.languageIsDefault = true
    let first = try WalkBench.tag("NTAG213", uid: Self.uids[0])
    _ = try bench.run(presenting: [first], with: device)
    bench.manifestOptions.language = "ko"
    let (ending, _) = try bench.run(
      presenting: [try WalkBench.tag("NTAG213", uid: Self.uids[1])], with: device)
    #expect(ending == .complete)
    let message = try #require(bench.messages()[Self.uids[1]] ?? nil)
    #expect(try TextRecord(decoding: NDEFMessage(decoding: message).records[0]).language == "ja")
  }
}
