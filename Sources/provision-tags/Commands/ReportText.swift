internal import Provision

/// A report in words, line by line.
enum ReportText {
  static func lines(_ report: RunReport, _ words: Language) -> [String] {
    var lines: [String] = []
    if let run = report.run {
      lines.append(words.text(.reportRun(manifest: run.manifestPath, reader: run.reader)))
    }
    if let first = report.first, let last = report.last {
      lines.append(words.text(.reportSpan(first: Timestamp.text(first), last: Timestamp.text(last))))
    }
    lines.append(
      words.text(
        .lineTotals(
          done: report.done, total: report.rows, skipped: report.skipped, rejected: report.rejected)))
    if let permille = report.yieldPermille {
      lines.append(words.text(.labelYield(percent: "\(permille / 10).\(permille % 10)")))
    }
    if report.locked > 0 { lines.append(words.text(.reportLocked(count: report.locked))) }
    if let median = report.perTag.percentile(50), let high = report.perTag.percentile(95) {
      lines.append(
        words.text(.reportSeconds(median: EventLine.seconds(median), high: EventLine.seconds(high))))
    }
    if !report.rejects.isEmpty { lines.append(words.text(.reportHeadRejects)) }
    for reject in report.rejects {
      lines.append("  \(reject.count)  \(words.text(Wording.message(reject.name)))")
    }
    if !report.hours.isEmpty { lines.append(words.text(.reportHeadHours)) }
    for hour in report.hours { lines.append("  \(Timestamp.text(hour.start).prefix(13)):00Z  \(hour.done)") }
    return lines
  }
}
