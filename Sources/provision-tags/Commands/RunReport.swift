internal import Provision

/// A run's numbers and its good tags, gathered from the log entry by entry.
struct RunReport {
  /// A good tag.
  struct GoodTag {
    var at: Int64
    var tag: JournalEntry.Done
  }

  private let keepsTags: Bool
  /// Good tags in the order of the log; those that a redo voided are gone after ``finish(_:)``.
  private(set) var tags: [GoodTag] = []
  private(set) var rejects: [(at: Int64, reject: JournalEntry.Reject)] = []
  private(set) var byHour: [Int64: Int] = [:]
  private(set) var run: JournalEntry.Run?
  private(set) var first: Int64?
  private(set) var last: Int64?
  private(set) var done = 0, skipped = 0, rejected = 0, locked = 0
  private var milliseconds: [Int] = []

  init(keepsTags: Bool) { self.keepsTags = keepsTags }

  mutating func take(_ entry: JournalEntry) {
    first = first ?? entry.at
    last = entry.at
    switch entry.event {
    case .run(let run): self.run = run
    case .resume(_, _, let run): self.run = run
    case .tag(let tag):
      milliseconds.append(tag.ms)
      byHour[entry.at / 3_600_000, default: 0] += 1
      if tag.locked { locked += 1 }
      if keepsTags { tags.append(GoodTag(at: entry.at, tag: tag)) }
    case .reject(let reject): rejects.append((entry.at, reject))
    default: break
    }
  }

  /// Takes what the log comes to; tags that do not count any more are left out.
  mutating func finish(_ history: History) {
    done = history.done
    skipped = history.skipped
    rejected = history.rejected
    tags.removeAll { tag in
      if case .done(_, let id, _) = history.tags[tag.tag.uid] { id != tag.tag.id } else { true }
    }
    milliseconds.sort()
  }

  /// Rejects by reason, the most frequent first.
  var reasons: [(reason: RejectReason, count: Int)] {
    var counts: [RejectReason: Int] = [:]
    for reject in rejects { counts[reject.reject.reason, default: 0] += 1 }
    return RejectReason.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
      .sorted { $0.count > $1.count }
  }

  var yieldTenths: Int? { done + rejected > 0 ? done * 1000 / (done + rejected) : nil }

  /// The share of tags, in percent, that were done within the result's milliseconds.
  func percentile(_ percent: Int) -> Int? {
    guard !milliseconds.isEmpty else { return nil }
    return milliseconds[
      min(milliseconds.count - 1, (milliseconds.count * percent + 99) / 100 - (percent > 0 ? 1 : 0))]
  }

  // MARK: Forms

  func lines(_ words: Language) -> [String] {
    var lines: [String] = []
    if let run { lines.append(words.text(.reportRun(manifest: run.manifestPath, reader: run.reader))) }
    if let first, let last {
      lines.append(words.text(.reportSpan(first: Timestamp.text(first), last: Timestamp.text(last))))
    }
    lines.append(
      words.text(
        .lineTotals(done: done, total: run?.manifestRows ?? done, skipped: skipped, rejected: rejected)))
    if let tenths = yieldTenths {
      lines.append(words.text(.labelYield(percent: "\(tenths / 10).\(tenths % 10)")))
    }
    if locked > 0 { lines.append(words.text(.reportLocked(count: locked))) }
    if let median = percentile(50), let high = percentile(95) {
      lines.append(
        words.text(.reportSeconds(median: EventLine.seconds(median), high: EventLine.seconds(high))))
    }
    for (reason, count) in reasons { lines.append("  \(count)  \(words.text(Wording.message(reason)))") }
    for (hour, count) in byHour.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(Timestamp.text(hour * 3_600_000).prefix(13)):00Z  \(count)")
    }
    return lines
  }

  /// RFC 4180: the table that a customer gets.
  func csv() -> String {
    var text = "uid,id,row,url,text,chip,locked,protected,time\r\n"
    for good in tags {
      let tag = good.tag
      let cells = [
        Self.textCell(tag.uid.description), Self.cell(tag.id), "\(tag.row)", Self.cell(tag.url ?? ""),
        Self.cell(tag.text ?? ""), Self.cell(tag.chip), tag.locked ? "yes" : "no",
        tag.protected ? "yes" : "no",
        Timestamp.text(good.at),
      ]
      text += cells.joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// A UID of digits alone, or with one E among them, is a number to a spreadsheet, which would change it: a tab before
  /// it keeps it a text, and programs trim it.
  private static func textCell(_ uid: String) -> String {
    let isNumber = uid.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x45 }
    return isNumber ? "\"\t\(uid)\"" : uid
  }

  /// A cell that no spreadsheet runs as a formula and that is one cell to every reader.
  static func cell(_ value: String) -> String {
    let start = value.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\"" && $0.value >= 0x20 }
    let isFormula = start.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    let isControl = value.unicodeScalars.first.map { $0 == "\t" || $0 == "\r" || $0 == "\n" } ?? false
    let safe = isFormula || isControl ? "'" + value : value
    guard safe.unicodeScalars.contains(where: { ",\"\r\n\t;'".unicodeScalars.contains($0) }) else {
      return safe
    }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }

  func json() -> String {
    var document = JSONLine()
    document.add("v", 1)
    document.add("manifest", run?.manifestPath)
    document.add("manifest_sha256", run?.manifestSHA256)
    document.add("reader", run?.reader)
    document.add("first", first.map(Timestamp.text))
    document.add("last", last.map(Timestamp.text))
    document.add("rows", run?.manifestRows)
    document.add("done", done)
    document.add("skipped", skipped)
    document.add("rejected", rejected)
    document.add("locked", locked)
    document.add("ms_median", percentile(50))
    document.add("ms_95", percentile(95))
    var reasonCounts = JSONLine()
    for (reason, count) in reasons { reasonCounts.add(reason.rawValue, count) }
    document.add("rejects_by_reason", reasonCounts)
    document.add(
      "tags",
      tags.map { good in
        var line = JSONLine()
        line.add("uid", good.tag.uid.description)
        line.add("id", good.tag.id)
        line.add("row", good.tag.row)
        line.add("url", good.tag.url)
        line.add("text", good.tag.text)
        line.add("chip", good.tag.chip)
        line.add("locked", good.tag.locked)
        line.add("protected", good.tag.protected)
        line.add("ms", good.tag.ms)
        line.add("at", Timestamp.text(good.at))
        return line
      })
    return document.text
  }
}
