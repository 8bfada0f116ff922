internal import Testing

@testable import provision_tags

@Suite struct ReportTests {
  @Test(arguments: [([4, 5, 6, 9], "4–6, 9"), ([7], "7"), ([], ""), ([3, 1, 2, 2], "1–3")])
  func pagesAreToldAsRanges(_ pages: [Int], _ text: String) {
    #expect(Wording.ranges(pages) == text)
  }

  @Test(arguments: [(0, "1970-01-01T00:00:00.000Z"), (1_767_323_045_678, "2026-01-02T03:04:05.678Z")])
  func timesAreRFC3339(_ milliseconds: Int64, _ text: String) {
    #expect(Timestamp.text(milliseconds) == text)
  }
}
