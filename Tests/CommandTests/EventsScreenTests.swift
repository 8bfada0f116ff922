internal import Foundation
internal import Testing

@testable import Provision
@testable import provision_tags

@Suite struct EventsScreenTests {
  private static let names: Set<String> = [
    "ready", "detected", "refused", "writing", "retrying", "verified", "removed", "rejected", "skipped",
    "voided", "paused",
    "resumed", "progress", "ended", "problem", "recovered",
  ]

  private func objects(_ event: WalkEvent) throws -> [[String: Any]] {
    try EventsScreen.lines(event, at: "2026-01-02T03:04:05.678Z").map { line in
      #expect(!line.contains("\n"))
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: Events.all)
  func everyLineIsAnObjectOfTheSchema(_ event: WalkEvent) throws {
    for object in try objects(event) {
      #expect(object["v"] as? Int == 1)
      #expect(object["at"] as? String == "2026-01-02T03:04:05.678Z")
      #expect(Self.names.contains(try #require(object["event"] as? String)))
    }
  }

  @Test func aVerifiedTagIsToldWithItsRowAndFollowedByTheProgress() throws {
    let lines = try objects(Events.done)
    #expect(lines.map { $0["event"] as? String } == ["verified", "progress"])
    #expect(lines[0]["uid"] as? String == "04A1B2C3D4E5F6")
    #expect(lines[0]["id"] as? String == "A17")
    #expect(lines[0]["locked"] as? Bool == true)
    #expect(lines[1]["done"] as? Int == 1)
  }

  @Test(arguments: Events.refusals)
  func everyRefusalHasAFixedWord(_ refusal: Refusal) throws {
    let reason = try #require(try objects(.refused(Events.tag, refusal))[0]["reason"] as? String)
    #expect(reason.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
  }

  @Test(arguments: zip(Events.endings, [0, 1, 75, 69, 74, 65]))
  func anEndingSaysTheExitStatus(_ ending: Ending, _ status: Int) throws {
    #expect(try objects(.ended(ending, Events.progress))[0]["exit"] as? Int == status)
  }

  @Test func hostileTextIsOneHarmlessLine() throws {
    var row = Events.row
    row.id = "a\"\\\n\u{1B}[2J\u{9B}\u{2028}漢"
    let line = EventsScreen.lines(.ready(row, Events.progress), at: "")[0]
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
    #expect(try objects(.ready(row, Events.progress))[0]["id"] as? String == row.id)
  }
}
