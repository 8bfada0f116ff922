internal import Provision

/// The report as one self-contained page, for phone, desk and paper, light and dark.
struct ReportPage {
  let report: RunReport
  let words: Language

  func html() -> String {
    let title = Self.escaped(
      report.run?.manifestPath.split(separator: "/").last.map(String.init) ?? Tool.name)
    var body = "<h1>\(title)</h1>\n<div class=\"cards\">\n"
    for line in report.lines(words) where !line.hasPrefix("  ") { body += "<p>\(Self.escaped(line))</p>\n" }
    body += "</div>\n"
    let hours = report.byHour.sorted { $0.key < $1.key }
    body += chart(
      words.text(.reportHeadHours),
      hours.map {
        ("\(Timestamp.text($0.key * 3_600_000).prefix(13).replacing("T", with: " ")):00", $0.value)
      })
    body += chart(
      words.text(.reportHeadRejects),
      report.reasons.map { (words.text(Wording.message($0.reason)), $0.count) })
    body += "<table>\n<thead><tr><th>UID</th><th>ID</th><th>\(words.text(.reportHeadPayload))</th>"
    body += "<th>\(words.text(.reportHeadTime))</th></tr></thead>\n<tbody>\n"
    for good in report.tags {
      let payload = [good.tag.url, good.tag.text].compactMap { $0 }.joined(separator: " · ")
      body += "<tr><td class=\"uid\">\(good.tag.uid)</td><td>\(Self.escaped(good.tag.id))</td>"
      body += "<td>\(Self.escaped(payload))</td><td>\(Timestamp.text(good.at))</td></tr>\n"
    }
    body += "</tbody>\n</table>\n"
    return """
      <!DOCTYPE html>
      <html lang="\(words.tag)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; --line: #8884; --bar: #2a7de1; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
      h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; }
      .cards p { margin: .2rem 0; overflow-wrap: anywhere; }
      .bar { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr 4rem; gap: .5rem; align-items: center; }
      .bar i { display: block; height: 1rem; background: var(--bar); border-radius: 3px; print-color-adjust: exact; }
      table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-top: 1rem; }
      th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
      .uid { font-family: ui-monospace, monospace; }
      thead { display: table-header-group; } tr { break-inside: avoid; }
      </style>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }

  private func chart(_ title: String, _ bars: [(label: String, count: Int)]) -> String {
    guard let largest = bars.map(\.count).max(), largest > 0 else { return "" }
    var text = "<h2>\(title)</h2>\n"
    for bar in bars {
      let width = max(1, bar.count * 100 / largest)
      text += "<div class=\"bar\"><span>\(Self.escaped(bar.label))</span>"
      text += "<i style=\"width:\(width)%\"></i><b>\(bar.count)</b></div>\n"
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    Visible.text(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
