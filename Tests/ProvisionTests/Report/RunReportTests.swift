internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct RunReportTests {
  @Test func theFiguresAreThoseOfTheRecordedRun() throws {
    let log = try LogFile(Recorded.bytes)
    defer { withExtendedLifetime(log) {} }
    let report = try RunReport(log: log.path)
    let history = try Recorded.history(Recorded.entries.count)
    #expect(report.rows == 4 && report.done == 3 && report.skipped == 1 && report.undone == 0)
    #expect(report.done == history.done && report.rejected == history.rejected)
    #expect(report.rejects.reduce(0) { $0 + $1.count } == report.rejected)
    #expect(Set(report.rejects.map(\.name)) == [.writeFailed, .verifyFailed])
    // Row 1 was redone: of its two locked tags only the second counts. Tag 1 was voided and used again for row 2.
    #expect(report.voided == 0 && report.locked == 1 && report.adopted == 1)
    #expect(report.chips == [.init(name: "NTAG213", count: 3)])
    #expect(report.perTag.count == 4 && report.perTag.percentile(50) == 412)
    #expect(report.stops == 1 && report.resumes == 1 && report.ends == 1)
    #expect(report.yieldPermille == 600)
    #expect(report.lines == Recorded.lines.count && report.tornBytes == 0)
    #expect(
      report.first == Recorded.entries.map(\.at).min() && report.last == Recorded.entries.map(\.at).max())
  }

  /// Whatever part of a log is there, the report agrees with the history and names each done row's tag once.
  @Test(arguments: 1...Recorded.lines.count)
  func everyPrefixAgreesWithItsHistory(count: Int) throws {
    let log = try LogFile(Array(Recorded.lines.prefix(count).joined()))
    defer { withExtendedLifetime(log) {} }
    let report = try RunReport(log: log.path)
    let history = try Recorded.history(count)
    #expect(report.done == history.done && report.skipped == history.skipped)
    #expect(report.rejects.reduce(0) { $0 + $1.count } == history.rejected)
    var tags: [String: UID] = [:]
    try report.forEachTag { tag, _ in
      #expect(tags.updateValue(tag.uid, forKey: tag.id) == nil)
      return true
    }
    #expect(tags.count == history.done)
    for (id, uid) in tags {
      if case .done(let holder, _) = history.rows[id] {
        #expect(holder == uid)
      } else {
        Issue.record("row \(id)")
      }
    }
  }

  @Test func linesThatARunAddsMeanwhileAreLeftOut() throws {
    let log = try LogFile(Array(Recorded.lines.prefix(3).joined()))
    let report = try RunReport(log: log.path)
    try log.append(Array(Recorded.lines[3...].joined()))
    var count = 0
    try report.forEachTag { _, _ in
      count += 1
      return true
    }
    #expect(count == 1)
  }

  @Test func timesOfAnyYearMakeFewSlots() {
    let year = RFC3339.range
    let hours = [year.lowerBound, 0, year.upperBound].map {
      RunReport.Hour(start: $0 - $0 % 3_600_000, done: 1, rejected: 1)
    }
    let timeline = ReportTimeline(hours)
    #expect(timeline.slots.count <= 50)
    #expect(timeline.slots.reduce(0) { $0 + $1.done } == 3)
    #expect(ReportTimeline([]).slots.isEmpty)
  }

  @Test func percentilesAreNearestRanks() {
    var durations = DurationHistogram()
    #expect(durations.percentile(50) == nil && durations.bins().isEmpty)
    for value in [400, 100, 300, 200] { durations.add(value) }
    #expect(durations.percentile(0) == 100 && durations.percentile(50) == 200)
    #expect(
      durations.percentile(75) == 300 && durations.percentile(95) == 400 && durations.percentile(100) == 400)
    durations.add(.max)
    durations.add(-1)
    #expect(durations.shortest == 0 && durations.longest == .max && durations.percentile(100) == 65_535_000)
    #expect(durations.bins().reduce(0) { $0 + $1.count } == 6)
    #expect(durations.bins().count <= 26)
  }
}

/// A log in a file that goes when the value goes.
final class LogFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString).jsonl").path
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// A log of one run with these results.
  convenience init(results: [JournalEntry.Done]) throws {
    var bytes = JournalLine.encode(JournalEntry(at: 1_796_021_580_123, event: .run(Recorded.run)))
    for (index, result) in results.enumerated() {
      bytes += JournalLine.encode(
        JournalEntry(at: 1_796_021_580_123 + Int64(index) * 900, event: .tag(result)))
    }
    try self.init(bytes)
  }

  func append(_ bytes: [UInt8]) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func result(_ row: Int, uid: UID, id: String? = nil, url: String? = nil, text: String? = nil)
    -> JournalEntry.Done
  {
    .init(
      row: row, id: id ?? "id\(row)", uid: uid, chip: "NTAG213", capacity: 137, url: url, text: text,
      ndef: [0xD1, 0x01, 0x01, 0x55, UInt8(truncatingIfNeeded: row)], locked: false, protected: false,
      attempts: 1, ms: 412, adopted: false)
  }
}
