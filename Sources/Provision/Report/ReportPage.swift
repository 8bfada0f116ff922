/// A report as one self-contained page: no script, nothing loaded from anywhere, every text escaped.
///
/// It reads on a phone, at a desk and on paper, light and dark as the reader prefers.
public struct ReportPage: Sendable {
  /// How many tags the table shows at most, half of them the first and half the last; nil for all.
  public var tagLimit: Int? = 1000
  /// The words on it.
  public var words = ReportWords()
  /// The local time zone as the page names it, e.g. `CET (UTC+01:00)`; nil leaves it out.
  public var zone: String?

  /// With the first and last 500 tags, in English.
  public init() {}

  /// Writes the page.
  public func write<Sink: ReportSink>(
    _ report: RunReport, to sink: inout Sink
  ) throws(ReportError<Sink.Failure>) {
    var piece = ReportPiece()
    piece.add(head(report))
    piece.add(ReportPageSummary(report: report, words: words, zone: zone).html)
    piece.add("<section class=\"card table\"><h2>\(text(words.allTags))</h2>\n")
    if report.tags == 0 {
      piece.add("<p class=\"note\">\(text(words.noTags))</p>\n")
    } else {
      try addTable(report, &piece, to: &sink)
    }
    piece.add("</section>\n</main>\n</body>\n</html>\n")
    try report.finish(&piece, to: &sink)
  }

  private func text(_ text: String) -> String { HTMLText.escaped(text) }

  private func head(_ report: RunReport) -> String {
    let title = ReportPageSummary.name(report.run?.manifestPath ?? report.path)
    return """
      <!DOCTYPE html>
      <html lang="\(text(words.language))">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
      form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(text(title)) · \(text(words.report))</title>
      <style>
      \(ReportStyle.css)
      </style>
      </head>
      <body>
      <main>

      """
  }

  private func addTable<Sink: ReportSink>(
    _ report: RunReport, _ piece: inout ReportPiece, to sink: inout Sink
  ) throws(ReportError<Sink.Failure>) {
    piece.add("<table>\n<thead><tr>")
    let heads = [
      ("", words.uid), ("", words.id), ("num", words.row), ("", words.payload), ("", words.chip),
      ("", words.state), ("", words.time),
    ]
    for (kind, head) in heads {
      piece.add("<th scope=\"col\"\(kind.isEmpty ? "" : " class=\"\(kind)\"")>\(text(head))</th>")
    }
    piece.add("</tr></thead>\n<tbody>\n")
    let limit = max(0, tagLimit ?? .max)
    let leading = limit >= report.tags ? Int.max : limit - limit / 2
    let trailing = report.tags - limit / 2
    var index = 0
    try report.export(to: &sink, piece: &piece) { piece, tag, at in
      if index < leading || index >= trailing {
        add(tag, at, to: &piece)
      } else if index == leading {
        let number = ReportPageSummary.grouped(trailing - leading, words)
        piece.add("<tr><td colspan=\"7\" class=\"gap\">… \(number) \(text(words.leftOut)) …</td></tr>\n")
      }
      index += 1
      return true
    }
    piece.add("</tbody>\n</table>\n")
  }

  private func add(_ tag: JournalEntry.Done, _ at: Int64, to piece: inout ReportPiece) {
    var states: [String] = []
    if tag.locked { states.append(words.locked) }
    if tag.protected { states.append(words.protected) }
    let payload = [tag.url, tag.text].compactMap { $0 }.map { "<span dir=\"auto\">\(text($0))</span>" }
      .joined(separator: "<br>")
    piece.add("<tr><td class=\"uid\">\(tag.uid)</td><td class=\"id\" dir=\"auto\">\(text(tag.id))</td>")
    piece.add("<td class=\"num\">\(tag.row)</td><td class=\"pay\">\(payload)</td>")
    piece.add("<td class=\"soft chip\">\(text(tag.chip))</td>")
    piece.add("<td class=\"soft state\">\(text(states.joined(separator: ", ")))</td>")
    piece.add("<td class=\"soft time\">\(ReportPageSummary.time(at))</td></tr>\n")
  }
}
