internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("Reading and erasing") struct TagJobTests {
  private static let url = "https://example.org/"

  private func tag(
    _ chip: String, _ state: TagPreparation.State, holds url: String? = nil, uid: String = "04A1B2C3D4E580"
  ) throws -> any VirtualTag {
    var tag = try WalkBench.tag(chip, uid: uid)
    try tag.prepare(
      TagPreparation(
        state: state, ndef: try url.map { try NDEFMessage([.uri($0)]).encoded() }, password: Shielded.password
      ))
    return tag
  }

  /// What a job says of one tag that lies there, and the tag afterwards.
  private func events(
    _ tag: any VirtualTag, faults: [TagFault] = [], passwords: TagPasswords? = nil, erase: Bool
  ) throws -> (events: [TagJobEvent], tag: any VirtualTag) {
    let bench = try WalkBench()
    let device = try bench.open()
    bench.field.place(tag, faults: faults)
    var options = TagJobOptions()
    options.limit = 1
    options.pollInterval = .zero
    options.passwords = passwords
    let control = WalkControl()
    var events: [TagJobEvent] = []
    let note: (TagJobEvent) -> Void = { event in
      events.append(event)
      switch event {
      case .refused, .failed: control.request(.stop(reason: "seen"))
      default: break
      }
    }
    _ =
      TagJob(erase ? .erase : .read, reader: device, options: options, control: control).run(note)
    return (events, try #require(bench.field.records.first).tag)
  }

  private func report(_ tag: any VirtualTag, passwords: TagPasswords? = nil) throws -> TagReport {
    let events = try events(tag, passwords: passwords, erase: false).events
    return try #require(events.compactMap { if case .read(let report) = $0 { report } else { nil } }.first)
  }

  @Test func aReportTellsAllThatIsToBeKnown() throws {
    let report = try report(tag("NTAG213", .locked, holds: Self.url))
    #expect(report.chip == "NTAG213")
    #expect(report.type == .type2)
    #expect(report.status == .readOnly(capacity: 137, .capabilityContainer))
    #expect(report.message == (try NDEFMessage([.uri(Self.url)])))
    #expect(report.details?.manufacturer == "NXP")
    #expect(report.details?.memorySize == 180)
    #expect(report.details?.lockedPages == Array(3...39))
    #expect(report.warnings.isEmpty)
  }

  @Test func aReportWarns() throws {
    var advisory = try tag("NTAG213", .formatted, holds: Self.url)
    var memory = advisory.memory
    memory[15] = 0x0F
    advisory.restore(memory: memory)
    #expect(try report(advisory).warnings == [.advisoryReadOnly])

    var hidden = try tag("NTAG213", .protected, holds: Self.url)
    memory = hidden.memory
    memory[42 * 4] = 0x80
    memory[44 * 4] = 0x5E
    memory[44 * 4 + 1] = 0x6F
    hidden.restore(memory: memory)
    let closed = try report(hidden)
    #expect(closed.status == .notSupported(.readProtected))
    #expect(closed.warnings == [.hiddenFromPhones])
    let opened = try report(hidden, passwords: Shielded.protection().passwords)
    #expect(opened.message == (try NDEFMessage([.uri(Self.url)])))
    #expect(opened.details?.guardsReading == true || opened.warnings.isEmpty)

    var random = SeededRandom(seed: 1)
    let changing = try #require(VirtualChips.make("NTAG213", randomUID: true, using: &random))
    #expect(try report(changing).warnings.contains(.randomUID))

    var broken = try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E580")
    try broken.prepare(TagPreparation(state: .formatted, ndef: [0xD1, 0x01, 0x44]))
    let found = try report(broken)
    #expect(found.octets == [0xD1, 0x01, 0x44])
    #expect(found.message == nil)
    #expect(found.warnings.count == 1)
    let classic = try WalkBench.tag("MIFARE Classic 1K", uid: "A1B2C3D4")
    #expect(try report(classic).warnings == [.fewPhones])
  }

  @Test(arguments: ["NTAG213", "NTAG216", "MIFARE Ultralight", "MIFARE Ultralight C", "NTAG203"])
  func erasingLeavesOneEmptyRecord(chip: String) throws {
    for tag in [try tag(chip, .blank), try tag(chip, .formatted, holds: Self.url)] {
      let (events, after) = try events(tag, erase: true)
      #expect(events.contains { if case .erased = $0 { true } else { false } }, "\(chip): \(events)")
      #expect(WalkBench.message(in: after.memory) == [0xD0, 0, 0], "\(chip)")
    }
  }

  @Test func whatCannotBeErasedIsRefusedAndLeftAlone() throws {
    for (state, refusal) in [
      (TagPreparation.State.locked, Refusal.readOnly(.capabilityContainer)),
      (.protected, .readOnly(.password)),
    ] {
      let before = try tag("NTAG213", state, holds: Self.url)
      let (events, after) = try events(before, erase: true)
      #expect(events.contains { if case .refused(_, refusal) = $0 { true } else { false } }, "\(events)")
      #expect(after.memory == before.memory)
    }
  }

  @Test func aProtectedTagIsErasedWithItsPassword() throws {
    var before = try tag("NTAG213", .protected, holds: Self.url)
    var memory = before.memory
    memory[44 * 4] = 0x5E
    memory[44 * 4 + 1] = 0x6F
    before.restore(memory: memory)
    let (events, after) = try events(before, passwords: Shielded.protection().passwords, erase: true)
    #expect(events.contains { if case .erased = $0 { true } else { false } }, "\(events)")
    #expect(WalkBench.message(in: after.memory) == [0xD0, 0, 0])
    #expect(Shielded(memory: after.memory).firstGuardedPage == 4)
  }

  @Test(arguments: 1...14) func aTornErasureIsFinishedWhenTheTagComesBack(exchange: Int) throws {
    let (events, after) = try events(
      tag("NTAG213", .formatted, holds: Self.url),
      faults: [.leaves(exchange: exchange, afterEffect: true, backAfterPolls: 2, replaced: nil)], erase: true)
    #expect(events.contains { if case .erased = $0 { true } else { false } }, "\(exchange): \(events)")
    #expect(WalkBench.message(in: after.memory) == [0xD0, 0, 0])
  }
}
