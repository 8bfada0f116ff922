internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("Texts that the tag itself makes") struct MirrorWalkTests {
  /// What a phone reads from the tag, in a field of its own.
  private func shown(_ tag: any VirtualTag) throws -> [UInt8] {
    let bench = try WalkBench()
    bench.field.place(tag)
    let device = try bench.open()
    let detected = try #require(try device.freshSelection(like: nil))
    guard case .message(let octets) = try TagDetection.identify(detected, over: device).readNDEF() else {
      return []
    }
    return octets
  }

  @Test func theUIDStandsInTheURL() throws {
    var bench = try WalkBench()
    bench.manifestOptions.urlTemplate = "https://example.org/{id}/{uid}"
    try bench.write(manifest: "id\nA\nB\n")
    let device = try bench.open()
    let tags = try ["04A1B2C3D4E5F6", "04112233445566"].map { try WalkBench.tag("NTAG213", uid: $0) }
    #expect(try bench.run(presenting: tags, with: device).ending == .complete)
    #expect(
      bench.messages()["04A1B2C3D4E5F6"]
        == (try NDEFMessage([.uri("https://example.org/A/04A1B2C3D4E5F6")])).encoded())
    #expect(
      bench.messages()["04112233445566"]
        == (try NDEFMessage([.uri("https://example.org/B/04112233445566")])).encoded())
  }

  @Test(
    arguments: [
      (Mirror.uid, #"^https://example\.org/\?m=04A1B2C3D4E5F6&i=A$"#),
      (.counter, #"^https://example\.org/\?m=[0-9A-F]{6}&i=A$"#),
      (.uidAndCounter, #"^https://example\.org/\?m=04A1B2C3D4E5F6x[0-9A-F]{6}&i=A$"#),
    ], ["", "lock", "protect", "lock protect", "protect reading"])
  func theChipShowsItsMirror(mirror: (kind: Mirror, pattern: String), shield: String) throws {
    var bench = try WalkBench()
    bench.manifestOptions.urlTemplate = "https://example.org/?m={mirror}&i={id}"
    bench.manifestOptions.mirror = mirror.kind
    bench.options.lock = shield.contains("lock")
    if shield.contains("protect") {
      bench.options.protection = try Shielded.protection(reading: shield.contains("reading"))
    }
    try bench.write(manifest: "id\nA\n")
    let device = try bench.open()
    let tag = try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E5F6")
    let (ending, events) = try bench.run(presenting: [tag], with: device)
    #expect(ending == .complete, "\(shield): \(events)")
    try expectShielded(bench, shield)
    guard !shield.contains("reading") else { return }
    let message = try NDEFMessage(decoding: try shown(try #require(bench.field.records.first?.tag)))
    let text = try URIRecord(decoding: try #require(message.records.first)).uri
    #expect(text.range(of: mirror.pattern, options: .regularExpression) != nil, "\(text)")
  }

  @Test(arguments: stride(from: 9, through: 24, by: 3).map { $0 }, [false, true])
  func aMirrorThatIsTornIsFinished(exchange: Int, afterEffect: Bool) throws {
    var torn = Scenario.Presentation(chip: "NTAG213")
    torn.faults = [.leaves(exchange: exchange, afterEffect: afterEffect, backAfterPolls: 2, replaced: nil)]
    var bench = try WalkBench(Scenario(tags: [torn], endless: true))
    bench.manifestOptions.urlTemplate = "https://example.org/?m={mirror}"
    bench.options.lock = true
    try bench.write(manifest: "id\nA\n")
    let (ending, events) = try bench.run()
    let context = "exchange \(exchange) after effect \(afterEffect): \(events)"
    #expect(ending == .complete, "\(context)")
    let record = try #require(bench.field.records.first { Shielded(memory: $0.memory).isLocked })
    #expect(record.id == 0, "\(context)")
    let uid = Hex.encode(record.identifier)
    #expect(
      try shown(record.tag) == (try NDEFMessage([.uri("https://example.org/?m=\(uid)")])).encoded(),
      "\(context)")
  }

  @Test(arguments: [
    ("NTAG203", Mirror.uid), ("MIFARE Ultralight", .uid), ("NTAG I2C plus 1K", .uid), ("NTAG210", .counter),
    ("MIFARE Ultralight EV1 (MF0UL11)", .uid),
  ])
  func aChipWithoutTheMirrorIsRefusedBeforeItIsWritten(chip: String, mirror: Mirror) throws {
    var bench = try WalkBench()
    bench.manifestOptions.urlTemplate = "https://e.org/{mirror}"
    bench.manifestOptions.mirror = mirror
    try bench.write(manifest: "id\nA\n")
    let device = try bench.open()
    let tag = try WalkBench.tag(chip, uid: "04AABBCC112233")
    let before = tag.memory
    let (_, events) = try bench.run(presenting: [tag], with: device)
    let refused = events.contains { if case .refused(_, .cannotMirror) = $0 { true } else { false } }
    #expect(refused, "\(chip): \(events)")
    #expect(bench.field.records.first?.memory == before)
  }
}
