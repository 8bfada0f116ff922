internal import Foundation
internal import Testing

@testable internal import Provision

/// Rows that were done and then left the manifest are not counted among those that it has.
@Suite struct LeftRowsTests {
  private func log(_ events: [JournalEntry.Event]) throws -> LogFile {
    try LogFile(Array(events.map { JournalLine.encode(JournalEntry(at: 0, event: $0)) }.joined()))
  }

  private func run(rows: Int, digest: String) -> JournalEntry.Run {
    var run = Recorded.run
    run.manifestRows = rows
    run.manifestSHA256 = String(repeating: digest, count: 32)
    return run
  }

  private var five: [JournalEntry.Event] {
    [.run(run(rows: 6, digest: "ab"))] + (1...5).map { Recorded.tag($0, Recorded.uid(UInt8($0))) }
      + [.skip(row: 6, id: "id6")]
  }

  @Test func theyAreNamedApart() throws {
    let counts = JournalEntry.Counts(rows: 3, done: 2, skipped: 0, rejected: 0)
    let later: [JournalEntry.Event] = [
      .resume(reason: "start", counts, run(rows: 3, digest: "cd")),
      .tag(LogFile.result(3, uid: Recorded.uid(9), id: "new")),
    ]
    let log = try log(five + later)
    let report = try RunReport(log: log.path)
    #expect(report.rows == 3 && report.done == 3 && report.undone == 0 && report.isComplete)
    #expect(report.doneElsewhere == 3 && report.tags == 6)
    #expect(report.skipped == 0 && report.skippedElsewhere == 1)
    var told = 0
    try report.forEachTag { _, _ in
      told += 1
      return true
    }
    #expect(told == report.tags)
  }

  @Test func rowsThatCameBackCountAgain() throws {
    let three = JournalEntry.Counts(rows: 3, done: 2, skipped: 0, rejected: 0)
    let six = JournalEntry.Counts(rows: 6, done: 5, skipped: 1, rejected: 0)
    let log = try log(
      five + [
        .resume(reason: "start", three, run(rows: 3, digest: "cd")),
        .resume(reason: "start", six, run(rows: 6, digest: "ab")),
      ])
    let report = try RunReport(log: log.path)
    #expect(report.done == 5 && report.doneElsewhere == 0 && report.skipped == 1 && report.undone == 0)
  }

  @Test func countsOfTheSameManifestAreNotTrusted() throws {
    let zero = JournalEntry.Counts(rows: 6, done: 0, skipped: 0, rejected: 0)
    let log = try log(five + [.resume(reason: "start", zero, run(rows: 6, digest: "ab"))])
    let report = try RunReport(log: log.path)
    #expect(report.done == 5 && report.doneElsewhere == 0)
  }

  /// Earlier versions counted all rows that were ever done.
  @Test func moreThanThereAreIsNeverDone() throws {
    let all = JournalEntry.Counts(rows: 3, done: 5, skipped: 1, rejected: 0)
    let log = try log(five + [.resume(reason: "start", all, run(rows: 3, digest: "cd"))])
    let report = try RunReport(log: log.path)
    #expect(report.done == 3 && report.doneElsewhere == 2)
  }
}
