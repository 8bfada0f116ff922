import Testing

@testable import Provision

@Suite struct PlanTests {
  @Test func chipsThatFitAndRowsThatDoNotAreNamed() throws {
    let sizes = [40, 138, 20, 137, 500]
    let chips = [
      Plan.Chip(name: "NTAG213", capacity: 137), Plan.Chip(name: "NTAG215", capacity: 492),
      Plan.Chip(name: "NTAG216", capacity: 868),
    ]
    let plan = try #require(Plan(count: sizes.count, chips: chips) { sizes[$0] })
    #expect(plan.smallest == Plan.Size(row: 3, bytes: 20))
    #expect(plan.largest == Plan.Size(row: 5, bytes: 500))
    #expect(plan.median == 137)
    #expect(plan.fitting.map(\.name) == ["NTAG216"])
    #expect(plan.chips.map(\.tooLarge) == [2, 1, 0])
    #expect(plan.chips[0].rows == [Plan.Size(row: 2, bytes: 138), Plan.Size(row: 5, bytes: 500)])
  }

  @Test func noRowsMakeNoPlan() {
    #expect(Plan(count: 0, chips: []) { _ in 0 } == nil)
  }

  @Test func ofTwoInTheMiddleTheSmallerIsTheMedian() {
    let sizes = [30, 10, 40, 20]
    #expect(Plan(count: 4, chips: []) { sizes[$0] }?.median == 20)
  }
}

@Suite struct PhoneForecastTests {
  static let cases:
    [(url: String?, text: String?, iPhone: PhoneForecast.IPhone, android: PhoneForecast.Android)] = [
      ("https://e.com/1", "x", .browser, .browser), ("http://e.com", nil, .browser, .browser),
      ("tel:+49", nil, .phoneCall, .app(scheme: "tel")), ("sms:+49", nil, .message, .app(scheme: "sms")),
      ("mailto:a@e.com", nil, .mail, .app(scheme: "mailto")),
      ("facetime:a@e.com", nil, .faceTime, .customScheme("facetime")),
      ("https://maps.apple.com/?q=x", nil, .maps, .browser),
      ("X-HM://0023", nil, .homeKit, .customScheme("x-hm")),
      ("shortcuts://run", nil, .shortcut, .customScheme("shortcuts")),
      ("geo:1,2", nil, .ignored(.scheme("geo")), .app(scheme: "geo")),
      ("custom://x", nil, .ignored(.scheme("custom")), .customScheme("custom")),
      ("HTTPS://e.com", nil, .ignored(.upperCaseScheme("HTTPS")), .browser),
      (nil, "x", .ignored(.noURI), .text), (nil, nil, .ignored(.noURI), .nothing),
    ]

  @Test(arguments: cases)
  func phonesDoAsDocumented(
    url: String?, text: String?, iPhone: PhoneForecast.IPhone, android: PhoneForecast.Android
  ) {
    let forecast = PhoneForecast(url: url, text: text)
    #expect(forecast.iPhone == iPhone)
    #expect(forecast.android == android)
  }
}

@Suite struct AppSiteAssociationTests {
  static let modern = #"""
    {"applinks":{"substitutionVariables":{"food":["burrito","pizza"]},"details":[{
      "appIDs":["ABCDE12345.com.example.app","ABCDE12345.com.example.app2"],
      "components":[
        {"#":"no_universal_links","exclude":true,"comment":"x"},
        {"/":"/buy/*"},
        {"/":"/help/website/*","exclude":true},
        {"/":"/help/*","?":{"articleNumber":"????"}},
        {"/":"/$(lang)/$(food)/"},
        {"/":"/Any/?*","caseSensitive":false},
        {"/":"/ä/*","percentEncoded":false}
      ]}]},"webcredentials":{"apps":["x"]}}
    """#

  static let links: [(String, Bool)] = [
    ("https://e.com/buy/1", true), ("https://e.com/buy/", true), ("https://e.com/buy", false),
    ("https://e.com/buy/1#no_universal_links", false),
    ("https://e.com/help/website/1?articleNumber=1234", false),
    ("https://e.com/help/1?articleNumber=1234", true), ("https://e.com/help/1?a=b&articleNumber=1234", true),
    ("https://e.com/help/1?articleNumber=123", false), ("https://e.com/help/1", false),
    ("https://e.com/de/pizza/", true), ("https://e.com/de/sushi/", false), ("https://e.com/any/x", true),
    ("https://e.com/any/", false), ("https://e.com/BUY/1", false), ("https://e.com/%C3%A4/x", true),
    ("https://e.com", false),
    ("tel:1", false),
  ]

  @Test(arguments: links)
  func theFirstComponentThatMatchesDecides(url: String, isTaken: Bool) throws {
    let site = try AppSiteAssociation(Array(Self.modern.utf8))
    #expect(site.app(for: url) == (isTaken ? "ABCDE12345.com.example.app" : nil))
  }

  @Test func oldPathsAreRead() throws {
    let site = try AppSiteAssociation(
      Array(
        #"{"applinks":{"apps":[],"details":[{"appID":"T.a","paths":["NOT /e/*","/p/*"]},{"appID":"T.b","paths":["*"]}]}}"#
          .utf8))
    #expect(site.app(for: "https://e.com/p/1?x") == "T.a")
    #expect(site.app(for: "https://e.com/q") == "T.b")
    #expect(site.app(for: "https://e.com/e/1") == nil)
    #expect(PhoneForecast(url: "https://e.com/p/1", text: nil, site: site).iPhone == .app(identifier: "T.a"))
  }

  @Test func whatIsNoAssociationIsRefused() {
    #expect(throws: AppSiteAssociation.Failure.noAppLinks) { try AppSiteAssociation(Array("{}".utf8)) }
    #expect(throws: AppSiteAssociation.Failure.tooLarge(bytes: 200_000)) {
      try AppSiteAssociation([UInt8](repeating: 0x20, count: 200_000))
    }
    #expect(throws: AppSiteAssociation.Failure.self) {
      try AppSiteAssociation(Array(#"{"applinks":{"details":[{"appID":1}]}}"#.utf8))
    }
  }

  @Test func noPatternTakesExponentialTime() {
    let pattern = LinkPattern(String(repeating: "*a", count: 200), isCaseSensitive: true)
    #expect(!pattern.matches(String(repeating: "a", count: 2_000) + "b"))
  }

  /// Counting by beginnings comes to what a look at each row comes to, in whatever order they stand.
  @Test func phonesAreForetoldAsRowByRow() throws {
    let urls = ["https://a.io/", "tel:+4930", "https://b.io/x", "sms:+4930", "http://a.io/", "myapp://x"]
    let lines = (0..<40).map { $0 % 7 == 6 ? ",note \($0)" : urls[$0 * 5 % urls.count] + "\($0)," }
    let fixture = try ManifestFixture("url,text\n" + lines.joined(separator: "\n") + "\n")
    let manifest = try fixture.open()
    let plan = try PhonePlan(manifest)
    let rows = try (0..<manifest.count).map { try manifest.row(at: $0) }
    let forecasts = rows.map { PhoneForecast(url: $0.url, text: $0.text) }
    for group in plan.iPhone {
      let expected = rows.indices.filter { forecasts[$0].iPhone == group.action }.map { $0 + 1 }
      #expect(group.count == expected.count && group.rows == Array(expected.prefix(PhonePlan.listLimit)))
    }
    for group in plan.android {
      let expected = rows.indices.filter { forecasts[$0].android == group.action }.map { $0 + 1 }
      #expect(group.count == expected.count && group.rows == Array(expected.prefix(PhonePlan.listLimit)))
    }
    #expect(plan.iPhone.map(\.count).reduce(0, +) == 40 && plan.android.map(\.count).reduce(0, +) == 40)
  }
}
