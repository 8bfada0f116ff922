/// The part of a page above its table: figures, charts, and what the run was.
struct ReportPageSummary {
  let report: RunReport
  let words: ReportWords
  let zone: String?

  var html: String { header + figures + charts + facts }

  private func text(_ text: String) -> String { HTMLText.escaped(text) }

  private func number(_ value: Int) -> String { Self.grouped(value, words) }

  // MARK: - Pieces

  private var header: String {
    let badge =
      report.isComplete
      ? "<span class=\"badge\">\(text(words.complete))</span>"
      : "<span class=\"badge open\">\(text(words.incomplete))</span>"
    var when = ""
    if let first = report.first, let last = report.last {
      when = "<p class=\"when\">\(Self.time(first)) – \(Self.time(last)) UTC</p>\n"
    }
    return """
      <header>
      <p class="kind">\(text(words.report))</p>
      <h1 dir="auto">\(text(Self.name(report.run?.manifestPath ?? report.path)))\(badge)</h1>
      \(when)</header>

      """
  }

  private var figures: String {
    let share = report.rows > 0 ? Double(min(report.done, report.rows)) / Double(report.rows) : 0
    let bar =
      "<svg class=\"bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "<rect class=\"track\" width=\"1000\" height=\"10\"/>"
      + "<rect class=\"good\" width=\"\(Int(share * 1000))\" height=\"10\"/></svg>"
    var html = "<dl class=\"figures\">\n"
    html += "<div class=\"wide\"><dt>\(text(words.done))</dt><dd>\(number(report.done))"
    html += "<small>\(text(words.of)) \(number(report.rows))</small></dd>\(bar)</div>\n"
    if let permille = report.yieldPermille {
      html += figure(words.yield, "\(permille / 10)\(words.decimalPoint)\(permille % 10) %", nil)
    }
    html += figure(
      words.rejected, number(report.rejected),
      report.voided > 0 ? "+ \(number(report.voided)) \(words.voided)" : nil)
    html += figure(words.skipped, number(report.skipped), nil)
    html += figure(words.undone, number(report.undone), nil)
    if report.doneElsewhere > 0 { html += figure(words.elsewhere, number(report.doneElsewhere), nil) }
    html += durations(words.perTag, report.perTag)
    html += durations(words.takt, report.takt)
    if report.locked > 0 { html += figure(words.locked, number(report.locked), nil) }
    if report.protected > 0 { html += figure(words.protected, number(report.protected), nil) }
    if report.adopted > 0 { html += figure(words.adopted, number(report.adopted), nil) }
    return html + "</dl>\n"
  }

  private func figure(_ name: String, _ value: String, _ more: String?) -> String {
    let small = more.map { "<small>\(text($0))</small>" } ?? ""
    return "<div><dt>\(text(name))</dt><dd>\(text(value))\(small)</dd></div>\n"
  }

  private func durations(_ name: String, _ durations: DurationHistogram) -> String {
    guard let median = durations.percentile(50), let high = durations.percentile(95) else { return "" }
    return figure(
      name, "\(seconds(median)) \(words.seconds)",
      "\(words.median); \(seconds(high)) \(words.seconds) \(words.percentile95)")
  }

  private var charts: String {
    let timeline = ReportTimeline(report.hours)
    let time = ReportChart.columns(
      label: words.tagsPerHour,
      bars: timeline.slots.map { slot in
        let rejected = slot.rejected > 0 ? ", \(words.rejected): \(number(slot.rejected))" : ""
        return .init(
          first: slot.done, second: slot.rejected,
          title: "\(Self.time(slot.start).prefix(16)) UTC – \(words.done): \(number(slot.done))\(rejected)")
      }, marks: timeline.marks)
    let bins = report.perTag.bins()
    let every = max(1, (bins.count + 4) / 5)
    let duration = ReportChart.columns(
      label: words.perTag,
      bars: bins.map { bin in
        .init(
          first: bin.count,
          title:
            "\(seconds(bin.lowerBound))–\(seconds(bin.upperBound)) \(words.seconds): \(number(bin.count))")
      },
      marks: stride(from: 0, to: bins.count, by: every).map { ($0, seconds(bins[$0].lowerBound)) })
    let rejects = ReportChart.rows(
      label: words.rejects, bars: report.rejects.map { (words.reason($0.name), $0.count, number($0.count)) })
    var html = "<div class=\"charts\">\n"
    if !time.isEmpty {
      html += card(words.tagsPerHour, time, note: timeNote(timeline.hours))
    }
    if !duration.isEmpty { html += card(words.perTag, duration, note: nil) }
    html += card(
      words.rejects, rejects.isEmpty ? "<p class=\"note\">\(text(words.noRejects))</p>\n" : rejects,
      note: nil,
      kind: " whole")
    return html + "</div>\n"
  }

  private func timeNote(_ hours: Int) -> String {
    let keys = [("", words.done)] + (report.rejects.isEmpty ? [] : [(" no", words.rejected)])
    return "\(text(words.eachBar)) \(hours) (UTC)"
      + keys.map { "<span class=\"key\($0.0)\"></span>\(text($0.1))" }.joined()
  }

  private func card(_ title: String, _ body: String, note: String?, kind: String = "") -> String {
    let note = note.map { "<p class=\"note\">\($0)</p>\n" } ?? ""
    return "<section class=\"card\(kind)\"><h2>\(text(title))</h2>\n\(body)\(note)</section>\n"
  }

  private var facts: String {
    var facts: [(String, String, Bool)] = []
    if let run = report.run {
      facts += [
        (words.manifest, run.manifestPath, true), (words.digest, run.manifestSHA256, true),
        (words.reader, run.reader, false), (words.host, run.host, false), (words.program, run.tool, false),
      ]
    }
    if !report.chips.isEmpty {
      let chips = report.chips.prefix(8).map { "\($0.name) × \(number($0.count))" }.joined(separator: ", ")
      facts.append((words.chips, chips, false))
    }
    facts.append((words.interruptions, "\(number(report.stops)) / \(number(report.resumes))", false))
    if report.tornBytes > 0 { facts.append((words.torn, number(report.tornBytes), false)) }
    if let zone { facts.append((words.zone, zone, false)) }
    var html = "<section class=\"card\"><h2>\(text(words.run))</h2>\n<dl class=\"facts\">\n"
    for (name, value, isCode) in facts {
      html += "<dt>\(text(name))</dt><dd dir=\"auto\"\(isCode ? " class=\"mono\"" : "")>\(text(value))</dd>\n"
    }
    return html + "</dl>\n</section>\n"
  }

  // MARK: - Forms

  private func seconds(_ milliseconds: Int) -> String {
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    let digits = milliseconds < 10_000 ? 2 : 1
    return "\(number(milliseconds / 1000))\(words.decimalPoint)\(fraction.prefix(digits))"
  }

  /// A path's last part.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// `2026-11-30 06:53:00`.
  static func time(_ at: Int64) -> String {
    let text = RFC3339.format(at)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
  }

  static func grouped(_ value: Int, _ words: ReportWords) -> String {
    let digits = Array(String(value).utf8)
    var text = ""
    for (index, digit) in digits.enumerated() {
      let left = digits.count - index
      if index > 0, left % 3 == 0 { text += words.grouping }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
