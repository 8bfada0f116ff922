internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct ReportPageTests {
  private static func page(_ log: LogFile, limit: Int? = 1000) throws -> String {
    var page = ReportPage()
    page.tagLimit = limit
    page.zone = "CET (UTC+01:00)"
    var buffer = ReportBuffer()
    try page.write(RunReport(log: log.path), to: &buffer)
    return buffer.text
  }

  @Test func noTextOfTheLogIsMarkup() throws {
    let evil = "<script>alert(1)</script>\"'&\u{202E}\0"
    let results = [
      LogFile.result(1, uid: Recorded.uid(1), id: evil, url: "javascript:" + evil, text: evil)
    ]
    let html = try Self.page(LogFile(results: results))
    #expect(!html.contains("<script") && !html.contains("\u{202E}") && !html.contains("\0"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\u{FFFD}\u{2400}"))
    #expect(html.contains("badges &quot;A&quot;.csv"))
  }

  @Test func thePageLoadsNothing() throws {
    let html = try Self.page(LogFile(Recorded.bytes))
    #expect(html.contains("default-src 'none'"))
    for forbidden in [
      "src=", "href=", "url(", "@import", "<link", "<script", "<img", "<iframe", " style=", "onload",
    ] {
      #expect(!html.contains(forbidden), "\(forbidden)")
    }
  }

  @Test(arguments: [(10, nil as Int?, 10, false), (10, 4, 4, true), (10, 10, 10, false), (3, 1, 1, true)])
  func theTableIsBounded(count: Int, limit: Int?, shown: Int, isNoted: Bool) throws {
    let results = (1...count).map {
      LogFile.result($0, uid: Recorded.uid(UInt8($0)), url: "https://e.org/\($0)")
    }
    let html = try Self.page(LogFile(results: results), limit: limit)
    #expect(html.components(separatedBy: "<td class=\"uid\">").count - 1 == shown)
    #expect(html.contains("class=\"gap\"") == isNoted)
    #expect(html.contains("https://e.org/1<"))
    if shown > 1 { #expect(html.contains("https://e.org/\(count)<")) }
  }

  @Test func theChartsAreWellFormed() throws {
    let html = try Self.page(LogFile(Recorded.bytes))
    let charts = html.components(separatedBy: "<svg").dropFirst().map {
      "<svg" + ($0.components(separatedBy: "</svg>").first ?? "") + "</svg>"
    }
    #expect(charts.count == 4)
    for chart in charts {
      let parser = XMLCheck()
      #expect(parser.accepts(chart), "\(chart)")
    }
  }

  @Test func aLogWithoutTagsMakesAPage() throws {
    let html = try Self.page(LogFile(Recorded.lines[0]))
    #expect(html.contains("No tag holds a row yet.") && html.hasSuffix("</html>\n"))
  }
}

/// Whether a text's tags are closed in order.
private struct XMLCheck {
  func accepts(_ text: String) -> Bool {
    var open: [String] = []
    for part in text.split(separator: "<").map({ $0.split(separator: ">").first ?? "" }) {
      let name = String(part.prefix { $0 != " " && $0 != ">" })
      if name.hasPrefix("/") {
        guard open.popLast() == String(name.dropFirst()) else { return false }
      } else if !part.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
