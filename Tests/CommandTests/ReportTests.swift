internal import Testing

@testable import provision_tags

@Suite struct ReportTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "a\"b".replacing("\"", with: "\"\"").quoted),
    ("a\nb", "\"a\nb\""),
    ("=1+1", "\"'=1+1\""), ("-1", "\"'-1\""), ("+49 30", "\"'+49 30\""), ("@a", "\"'@a\""),
    ("\t=1", "\"'\t=1\""),
    (" =1", "\"' =1\""), ("\r\n=1+1", "\"'\r\n=1+1\""), ("\"=1+1\"", "\"'\"\"=1+1\"\"\""), ("＝1", "\"'＝1\""),
    ("https://e.org/?a=1", "https://e.org/?a=1"), ("", ""),
  ])
  func noCellIsAFormula(_ value: String, _ cell: String) {
    #expect(RunReport.cell(value) == cell)
  }

  @Test(arguments: [([4, 5, 6, 9], "4–6, 9"), ([7], "7"), ([], ""), ([3, 1, 2, 2], "1–3")])
  func pagesAreToldAsRanges(_ pages: [Int], _ text: String) {
    #expect(Wording.ranges(pages) == text)
  }

  @Test(arguments: [(0, "1970-01-01T00:00:00.000Z"), (1_767_323_045_678, "2026-01-02T03:04:05.678Z")])
  func timesAreRFC3339(_ milliseconds: Int64, _ text: String) {
    #expect(Timestamp.text(milliseconds) == text)
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
