internal import Provision

/// A report in words, line by line: what the JSON says, in brief.
enum ReportText {
  static func lines(_ report: RunReport, _ words: Language) -> [String] {
    var facts: [Message] = []
    if let run = report.run { facts.append(.reportRun(manifest: run.manifestPath, reader: run.reader)) }
    if let first = report.first, let last = report.last {
      facts.append(.reportSpan(first: Timestamp.text(first), last: Timestamp.text(last)))
    }
    facts.append(
      .lineTotals(done: report.done, total: report.rows, skipped: report.skipped, rejected: report.rejected))
    func add(_ count: Int, _ message: (Int) -> Message) { if count > 0 { facts.append(message(count)) } }
    add(report.undone) { .reportUndone(count: $0) }
    add(report.doneElsewhere) { .reportElsewhere(count: $0) }
    add(report.voided) { .reportVoided(count: $0) }
    if let permille = report.yieldPermille {
      facts.append(.labelYield(percent: "\(permille / 10).\(permille % 10)"))
    }
    add(report.locked) { .reportLocked(count: $0) }
    add(report.protected) { .reportProtected(count: $0) }
    add(report.adopted) { .reportAdopted(count: $0) }
    if let (median, high) = seconds(report.perTag) {
      facts.append(.reportSeconds(median: median, high: high))
    }
    if let (median, high) = seconds(report.takt) { facts.append(.reportTakt(median: median, high: high)) }
    if report.stops + report.resumes > 0 {
      facts.append(.reportStops(stops: report.stops, resumes: report.resumes))
    }
    var lines = facts.map { words.text($0) }
    lines += list(
      .reportHeadChips, report.chips.map { "\($0.count)  \(words.visible($0.name))" }, words)
    lines += list(
      .reportHeadRejects, report.rejects.map { "\($0.count)  \(words.text(Wording.message($0.name)))" }, words
    )
    lines += list(
      .reportHeadHours, report.hours.map { "\(Timestamp.text($0.start).prefix(13)):00Z  \($0.done)" }, words)
    if report.tornBytes > 0 {
      lines.append(words.text(.logTorn(path: report.path, bytes: report.tornBytes)))
    }
    return lines
  }

  private static func seconds(_ durations: DurationHistogram) -> (median: String, high: String)? {
    guard let median = durations.percentile(50), let high = durations.percentile(95) else { return nil }
    return (EventLine.seconds(median), EventLine.seconds(high))
  }

  /// A head and what stands below it; nothing where nothing does.
  private static func list(_ head: Message, _ items: [String], _ words: Language) -> [String] {
    items.isEmpty ? [] : [words.text(head)] + items.map { "  " + $0 }
  }
}
