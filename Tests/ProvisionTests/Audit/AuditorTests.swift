internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Audits over libnfc and the virtual PN532.
@Suite(.serialized) struct AuditorTests {
  static let uids = ["04A1B2C3D4E580", "04112233445566", "040A0B0C0D0E0F"]

  /// Presents these tags, one for each prompt, and takes each away when a verdict on it was told.
  private static func audit(
    _ bench: WalkBench, _ device: LibNFCReader, presenting tags: [any VirtualTag], log: String? = nil,
    options: Auditor.Options = Auditor.Options()
  ) throws -> (ending: Ending, events: [AuditEvent], auditor: Auditor) {
    var options = options
    options.pollInterval = .zero
    let control = WalkControl()
    let auditor = try Auditor(log: log ?? bench.logPath, reader: device, options: options, control: control)
    var waiting = tags[...]
    var lying: Int?
    var events: [AuditEvent] = []
    let ending = auditor.run { event in
      events.append(event)
      switch event {
      case .ready where lying == nil:
        lying = waiting.popFirst().map { bench.field.place($0) }
        if lying == nil { control.request(.stop(reason: "no more tags")) }
      case .checked, .again:
        if let id = lying { bench.field.remove(id) }
        lying = nil
      default: break
      }
    }
    if let id = lying { bench.field.remove(id) }
    return (ending, events, auditor)
  }

  private static func verdicts(_ events: [AuditEvent]) -> [AuditVerdict] {
    events.compactMap { if case .checked(let tag, _) = $0 { tag.verdict } else { nil } }
  }

  private static func written(_ bench: WalkBench, _ device: LibNFCReader) throws -> [any VirtualTag] {
    try bench.write(rows: 3)
    let (ending, _) = try bench.run(
      presenting: try uids.map { try WalkBench.tag("NTAG213", uid: $0) }, with: device)
    #expect(ending == .complete)
    return bench.field.records.suffix(3).map(\.tag)
  }

  @Test func finishedTagsAreRightAndNothingIsWritten() throws {
    var bench = try WalkBench()
    bench.options.lock = true
    let device = try bench.open()
    let tags = try Self.written(bench, device)
    let memories = tags.map(\.memory)
    let log = try Data(contentsOf: URL(filePath: bench.logPath))
    let (ending, events, auditor) = try Self.audit(bench, device, presenting: tags)
    #expect(ending == .complete)
    #expect(Self.verdicts(events) == [.right, .right, .right])
    #expect(auditor.counts.right == 3 && auditor.counts.mismatches == 0 && auditor.counts.missing == 0)
    #expect(tags.map(\.memory) == memories)
    #expect(try Data(contentsOf: URL(filePath: bench.logPath)) == log)
  }

  @Test func eachKindOfMismatchIsTold() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    let tags = try Self.written(bench, device)
    // The first row's tag is swapped for a blank copy; the second was to be locked by what the log says; one is a stranger.
    let lines = try bench.logLines().map { line in
      line.contains("\"tag\"") && line.contains(Self.uids[1])
        ? line.replacing("\"locked\":false", with: "\"locked\":true") : line
    }
    let log = try LogFile(Array((lines.joined(separator: "\n") + "\n").utf8))
    defer { withExtendedLifetime(log) {} }
    let blank = try WalkBench.tag("NTAG213", uid: Self.uids[0])
    let stranger = try WalkBench.tag("NTAG216", uid: "04F0F0F0F0F0F0")
    let (ending, events, auditor) = try Self.audit(
      bench, device, presenting: [blank, tags[1], stranger, blank], log: log.path)
    #expect(ending == .stopped(reason: "no more tags"))
    let verdicts = Self.verdicts(events)
    #expect(verdicts.count == 3)
    if case .wrongPayload(let content) = verdicts.first {
      #expect(content != .message([]))
    } else {
      Issue.record("\(verdicts)")
    }
    #expect(verdicts.dropFirst() == [.notLocked, .unknown])
    #expect(
      events.contains { if case .again(let tag) = $0 { tag.uid == UID(hex: Self.uids[0]) } else { false } })
    let counts = auditor.counts
    #expect(counts.wrong == 1 && counts.unlocked == 1 && counts.unknown == 1 && counts.missing == 1)
    #expect(counts.mismatches == 3 && counts.presented == 3)
    var missing: [String] = []
    auditor.forEachMissing { _, id, _ in missing.append(id) }
    #expect(missing == ["A3"])
  }

  /// Of a protected tag only the password proves that it is this one; no more than one try is spent on it.
  @Test(
    arguments: [
      (reading: false, password: nil, verdict: AuditVerdict.right),
      (reading: false, password: Shielded.passwordText, verdict: .right),
      (reading: false, password: "password: 00112233 5E6F\n", verdict: .otherPassword),
      (reading: true, password: nil, verdict: .readProtected),
      (reading: true, password: Shielded.passwordText, verdict: .right),
      (reading: true, password: "password: 00112233 5E6F\n", verdict: .otherPassword),
    ] as [(Bool, String?, AuditVerdict)])
  func protectedTagsAreProvedByTheirPassword(
    _ reading: Bool, _ password: String?, _ verdict: AuditVerdict
  ) throws {
    var bench = try WalkBench()
    let device = try bench.open()
    bench.options.protection = try Shielded.protection(reading: reading)
    let tags = try Self.written(bench, device)
    var options = Auditor.Options()
    options.passwords = try password.map { try PasswordFile.parse(Array($0.utf8)) }
    // The first is presented twice.
    let audit = try Self.audit(bench, device, presenting: [tags[0]] + tags, options: options)
    #expect(audit.ending == .complete)
    #expect(Self.verdicts(audit.events) == [verdict, verdict, verdict])
    #expect(audit.auditor.counts.mismatches == (verdict == .right ? 0 : 3))
  }

  /// What can be read is compared first: another message is worse than another password.
  @Test func aWrongMessageIsNotHiddenByAPassword() throws {
    var bench = try WalkBench()
    let device = try bench.open()
    bench.options.protection = try Shielded.protection()
    let tags = try Self.written(bench, device)
    var changed = tags[0]
    var memory = changed.memory
    memory[30] ^= 0x01
    changed.restore(memory: memory)
    var options = Auditor.Options()
    options.limit = 1
    options.passwords = try PasswordFile.parse(Array("password: 00112233 5E6F\n".utf8))
    let audit = try Self.audit(bench, device, presenting: [changed], options: options)
    let isWrong = if case .wrongPayload(.message) = Self.verdicts(audit.events).first { true } else { false }
    #expect(isWrong)
  }

  @Test func anAuditWithAnotherPasswordClosesNoTag() throws {
    var bench = try WalkBench()
    let device = try bench.open()
    bench.options.protection = try Shielded.protection()
    var tag = try #require(try Self.written(bench, device).first)
    // Two wrong passwords would close it for ever (AUTHLIM).
    var memory = tag.memory
    memory[42 * 4] |= 0x02
    tag.restore(memory: memory)
    for (password, verdict) in [("00112233 5E6F", AuditVerdict.otherPassword), ("1A2B3C4D 5E6F", .right)] {
      var options = Auditor.Options()
      options.passwords = try PasswordFile.parse(Array("password: \(password)\n".utf8))
      let audit = try Self.audit(bench, device, presenting: [tag, tag, tag], options: options)
      #expect(Self.verdicts(audit.events) == [verdict])
      tag = try #require(bench.field.records.last?.tag)
    }
  }

  @Test func tagsThatTheLogGaveUpAreBad() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    let log = try LogFile(Recorded.bytes)
    defer { withExtendedLifetime(log) {} }
    let tags = try ["04A1B2C3D4E502", "04A1B2C3D4E501"].map { try WalkBench.tag("NTAG213", uid: $0) }
    let (_, events, auditor) = try Self.audit(bench, device, presenting: tags, log: log.path)
    #expect(Self.verdicts(events) == [.rejected(.writeFailed), .wrongPayload(.empty)])
    #expect(auditor.counts.bad == 1 && auditor.counts.wrong == 1 && auditor.counts.missing == 2)
  }

  @Test func theLimitEndsIt() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    let tags = try Self.written(bench, device)
    var options = Auditor.Options()
    options.limit = 1
    let (ending, _, auditor) = try Self.audit(bench, device, presenting: tags, options: options)
    #expect(ending == .complete)
    #expect(auditor.counts.right == 1 && auditor.counts.missing == 2)
  }

  /// What can't be met with a tag on the bench: protection, random identifiers, unfinished and voided tags.
  @Test func verdictsFollowTheLog() throws {
    let uids = (1...4).map { Recorded.uid(UInt8($0)) }
    var result = LogFile.result(1, uid: uids[0])
    result.protected = true
    let events: [JournalEntry.Event] = [
      .run(Recorded.run), .tag(result), Recorded.begin(2, uids[1]), Recorded.tag(3, uids[2]),
      .void(row: 3, id: "id3", uid: uids[2]),
    ]
    let log = try LogFile(Array(events.map { JournalLine.encode(JournalEntry(at: 0, event: $0)) }.joined()))
    defer { withExtendedLifetime(log) {} }
    let expectation = try AuditExpectation(log: log.path)
    #expect(expectation.expected == 1)
    #expect(expectation.known(uids[1]).verdict == .unfinished)
    #expect(expectation.known(uids[2]).verdict == .voided)
    #expect(expectation.known(uids[3]).verdict == .unknown)
    #expect(expectation.known(UID([0x08, 1, 2, 3])).verdict == .randomUID)
    #expect(expectation.known(uids[0]).verdict == nil)
    let content = NDEFContent.message(result.ndef)
    func verdict(_ status: NDEFStatus) -> AuditVerdict {
      expectation.judge(uids[0], content: content, status: status, isLocked: false)
    }
    #expect(verdict(.readOnly(capacity: 137, .password)) == .right)
    #expect(verdict(.readWrite(capacity: 137, formatted: true)) == .notProtected)
    #expect(
      expectation.judge(
        uids[0], content: .empty, status: .readWrite(capacity: 137, formatted: true), isLocked: false)
        == .wrongPayload(.empty))
  }
}
