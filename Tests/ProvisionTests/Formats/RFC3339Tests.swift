internal import Provision
internal import Testing

@Suite struct RFC3339Tests {
  /// Milliseconds by `date -u -d … +%s` (GNU coreutils).
  static let instants: [(text: String, milliseconds: Int64)] = [
    ("1970-01-01T00:00:00.000Z", 0),
    ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T12:00:00.000Z", 951_825_600_000),
    ("2026-11-30T06:53:00.123Z", 1_796_021_580_123),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
    ("2024-03-01T00:00:00.000Z", 1_709_251_200_000),
    ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
    ("2100-02-28T00:00:00.000Z", 4_107_456_000_000),
    ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ]

  @Test(arguments: instants)
  func anInstantIsWrittenAndReadBack(text: String, milliseconds: Int64) {
    #expect(RFC3339.format(milliseconds) == text)
    #expect(RFC3339.parse(text) == milliseconds)
  }

  @Test func everyDayOfEightCenturiesComesBack() {
    for day in -146_097...146_097 {
      let milliseconds = Int64(day) * 86_400_000 + 12_345
      guard RFC3339.parse(RFC3339.format(milliseconds)) == milliseconds else {
        Issue.record("day \(day): \(RFC3339.format(milliseconds))")
        return
      }
    }
  }

  @Test(arguments: [(Int64.min, "0000-01-01T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.999Z")])
  func timesWithoutFourDigitsOfYearAreClamped(milliseconds: Int64, text: String) {
    #expect(RFC3339.format(milliseconds) == text)
  }

  static let otherForms: [(text: String, same: String)] = [
    ("2026-11-30t06:53:00z", "2026-11-30T06:53:00.000Z"),
    ("2026-11-30T07:53:00+01:00", "2026-11-30T06:53:00.000Z"),
    ("2026-11-29T23:23:00.5-07:30", "2026-11-30T06:53:00.500Z"),
    ("2026-11-30T06:53:00.123456789Z", "2026-11-30T06:53:00.123Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ("2016-12-31T23:59:60.250Z", "2017-01-01T00:00:00.250Z"),
    ("2017-01-01T08:59:60+09:00", "2017-01-01T00:00:00.000Z"),
  ]

  @Test(arguments: otherForms)
  func otherFormsOfTheStandardAreRead(text: String, same: String) throws {
    let milliseconds = try #require(RFC3339.parse(text))
    #expect(RFC3339.format(milliseconds) == same)
  }

  @Test(arguments: [
    "", "Z", "2026-11-30", "2026-11-30T06:53Z", "2026-11-30 06:53:00Z", "2026-11-30T06:53:00",
    "2026-11-30T06:53:00.Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-00T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T06:60:00Z", "2026-11-30T06:53:60Z",
    "2026-11-30T06:53:61Z",
    "2026-11-30T06:53:00+24:00", "2026-11-30T06:53:00+01:60", "2026-11-30T06:53:00+0100",
    "2026-11-30T06:53:00Z ",
    "+026-11-30T06:53:00Z", "2026-11-3٠T06:53:00Z", "26-11-30T06:53:00.0000Z", "2026-11-30T06:53:00.\u{0}Z",
  ])
  func whatTheStandardForbidsIsRefused(text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test func aFractionOfAnyLengthIsReadOrRefusedButNeverTraps() {
    for count in [1, 3, 40, 200, 10_000] {
      _ = RFC3339.parse("2026-11-30T06:53:00." + String(repeating: "9", count: count) + "Z")
    }
  }
}
