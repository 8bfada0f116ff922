internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags that come, go, come back and lie: which row each is for, and what may be said of it.
@Suite("A tag in the field", .serialized) struct TagPresenceFaultTests {
  // MARK: Identifiers

  /// revtel/react-native-nfc-manager#668, Galarzaa90/android-things-rc522#3: the cascade tag, or a check byte, in the UID.
  @Test(arguments: [
    ("NTAG213", "0451AAC3790000"), ("NTAG213", "0488AABBCCDDEE"), ("MIFARE Ultralight", "04517CE1ED2580"),
    ("MIFARE Classic 1K", "462FF1BE"), ("MIFARE Classic 1K", "00000001"), ("Type 4 tag", "04832F9A272D80"),
    ("FeliCa Lite-S", "012E4CD4DE4A1B2C"),
  ])
  func theLogHasTheIdentifierAndNothingElse(chip: String, uid: String) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let run = try bench.present(WalkBench.tag(chip, uid: uid))
    #expect(run.done.map(\.uid.description) == [uid], "\(run.events)")
    let lines = try bench.logLines().filter { $0.contains("\"uid\":") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("\"uid\":\"\(uid)\"") })
  }

  /// nfcpy/nfcpy#145, pretix/pretix#3494: an identifier that is another one at each selection.
  @Test(arguments: ["NTAG 424 DNA", "NTAG213", "MIFARE DESFire EV1 (NDEF)"])
  func aRandomIdentifierIsSaidToBeOneAndIsNoKey(chip: String) throws {
    func tag(_ seed: UInt64) throws -> any VirtualTag {
      var random = SeededRandom(seed: seed)
      return try #require(VirtualChips.make(chip, randomUID: true, using: &random))
    }
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    #expect(try TagMemoryFaultTests.report(tag(9), bench).warnings.contains(.randomUID))
    // Two of them for two rows, though their identifiers mean nothing.
    let walk = try WalkBench()
    defer { walk.removeFolder() }
    try walk.write(rows: 2)
    let run = try walk.present([tag(1), tag(2)], with: walk.open())
    #expect(run.ending == .complete, "\(run.events)")
    #expect(run.done.count == 2)
    #expect(run.done.allSatisfy { $0.uid.isRandom })
    for (done, message) in zip(run.done, run.messages) { #expect(done.ndef == message) }
    // The log's history knows no tag by it.
    #expect(try JournalReader.summary(path: walk.logPath).history.tags.isEmpty)
  }

  /// The same, changed for another one between write and verify: the second is not taken for the first.
  @Test func aRandomIdentifierThatChangesBeforeTheVerifyIsNotTheSameTag() throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    var random = SeededRandom(seed: 1)
    let first = try #require(VirtualChips.make("NTAG 424 DNA", randomUID: true, using: &random))
    let second = try #require(VirtualChips.make("NTAG 424 DNA", randomUID: true, using: &random))
    let reader = WatchedReader(try bench.open())
    let control = WalkControl()
    var lying = bench.field.place(first)
    var hasSwapped = false
    reader.afterCall = {
      if reader.calls == 1_000 { control.request(.stop(reason: "no end in sight")) }
      // UPDATE BINARY of the length is the last of the writing.
      guard !hasSwapped, let tag = bench.field.tags.first?.tag,
        PlainReading.message(on: tag)?.isEmpty == false
      else { return }
      hasSwapped = true
      bench.field.remove(lying)
      lying = bench.field.place(second)
    }
    var events: [WalkEvent] = []
    let ending = try bench.job().walk(with: reader, control: control).run { event in
      events.append(event)
      if case .done = event { bench.field.remove(lying) }
    }
    #expect(hasSwapped)
    #expect(ending == .complete, "\(events)")
    #expect(
      events.contains { if case .retrying(_, _, _, .tagLost) = $0 { true } else { false } }, "\(events)")
    var done: [JournalEntry.Done] = []
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      if case .tag(let tag) = entry.event { done.append(tag) }
    }
    // The row is the second one's, which was written itself.
    #expect(done.map(\.uid) == [UID(try #require(bench.field.records.last).identifier)])
    #expect(PlainReading.message(on: try #require(bench.field.records.last).tag) == done.first?.ndef)
  }

  // MARK: The same tag again

  /// chariotsolutions/phonegap-nfc#308: one tag, two events, two requests. It stays for hundreds of looks, or is gone for a
  /// moment (200 ms is four looks) and back: it is for no other row.
  @Test(arguments: [0, 1, 2, 4, 10], [1, 3]) func aTagThatStaysOrComesBackIsForNoOtherRow(
    looksAway: Int, times: Int
  ) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 2)
    let tags = try WalkBench.tags(2)
    let control = WalkControl()
    let reader = WatchedReader(try bench.open())
    let first = bench.field.place(tags[0])
    var second: Int?
    var away = 0
    var returns = 0
    var looksAfterDone = -1
    var events: [WalkEvent] = []
    reader.afterCall = {
      guard looksAfterDone >= 0 else { return }
      looksAfterDone += 1
      if away > 0 {
        away -= 1
        if away == 0 { bench.field.putBack(first) }
      } else if looksAfterDone.isMultiple(of: 60), second == nil {
        if returns < times, looksAway > 0 {
          bench.field.remove(first)
          (away, returns) = (looksAway, returns + 1)
        } else {
          bench.field.remove(first)
          second = bench.field.place(tags[1])
        }
      }
      if looksAfterDone > 3_000 { control.request(.stop(reason: "no end in sight")) }
    }
    let ending = try bench.job().walk(with: reader, control: control).run { event in
      events.append(event)
      if case .done = event, looksAfterDone < 0 { looksAfterDone = 0 }
    }
    #expect(ending == .complete, "\(events)")
    var rows: [String: UID] = [:]
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      if case .tag(let done) = entry.event { #expect(rows.updateValue(done.uid, forKey: done.id) == nil) }
    }
    #expect(rows == ["A1": UID(tags[0].activation.identifier), "A2": UID(tags[1].activation.identifier)])
    #expect(events.count { if case .done = $0 { true } else { false } } == 2)
    // If it was seen to have left, its return is told, and why it is not taken.
    let refused = events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
    #expect(refused.allSatisfy { $0 == .alreadyUsed(row: 1, id: "A1", blank: false) }, "\(refused)")
    if looksAway >= 4 { #expect(refused.count == times, "\(events)") }
    if looksAway == 0 { #expect(refused.isEmpty) }
  }

  // MARK: Torn tags

  /// nfcpy/nfcpy#229, Seeed-Studio/PN532#59, revtel/react-native-nfc-rewriter#50: a torn tag was refused by the very tool that
  /// tore it. It is finished with the same row, by the same run or by the next one.
  @Test(
    arguments: [
      "NTAG213", "MIFARE Ultralight", "MIFARE Ultralight C", "NTAG216", "FeliCa Lite-S", "Type 4 tag",
    ], [false, true])
  func aTornTagIsFinishedWithItsRow(chip: String, byTheNextRun: Bool) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 2)
    let device = try bench.open()
    let uids =
      chip.hasPrefix("FeliCa")
      ? ["012E4CD4DE4A1B2C", "012E4CD4DE4A1B2D"] : ["04A1B2C3D4E5F6", "04112233445566"]
    let tags = try uids.map { try WalkBench.tag(chip, uid: $0) }
    var torn = false
    var gone: Int?
    let first = try bench.present(
      tags, with: device,
      watch: { reader, worker in
        reader.weather = { (command, exchange) throws(TransceiveError) in
          if gone != nil { throw .noAnswer }
          let answer = try exchange()
          // In the middle of the writing: something of the message is there, and not all of it.
          guard !torn, let id = worker.lying, let now = bench.field.tags.first?.tag.memory,
            now != tags[0].memory
          else { return answer }
          torn = true
          gone = id
          bench.field.remove(id)
          throw .noAnswer
        }
        let look = reader.afterCall
        reader.afterCall = {
          look()
          guard !byTheNextRun, let id = gone, reader.calls.isMultiple(of: 5) else { return }
          gone = nil
          bench.field.putBack(id)
        }
      },
      onEvent: { event, worker in
        guard byTheNextRun, case .retrying = event else { return }
        worker.control.request(.stop(reason: "power cut"))
      })
    #expect(torn)
    guard byTheNextRun else {
      #expect(first.ending == .complete, "\(first.events)")
      #expect(first.done.map(\.uid.description) == uids)
      #expect(first.messages == first.done.map(\.ndef))
      #expect(first.rejected.isEmpty)
      return
    }
    #expect(first.ending == .stopped(reason: "power cut"))
    let remains = try #require(first.tags.first)
    #expect(PlainReading.message(on: remains)?.isEmpty != false, "a torn tag reads as a message")
    let second = try bench.present([remains, tags[1]], with: device)
    #expect(second.ending == .complete, "\(second.events)")
    #expect(second.done.map(\.uid.description) == uids)
    #expect(second.done.map(\.id) == ["A1", "A2"])
    #expect(second.messages == second.done.map(\.ndef))
    #expect(second.rejected.isEmpty)
  }

  // MARK: Lies

  /// ZaparooProject/zaparoo-app#183: the write call came back without an error, and the tag had zero records.
  @Test(arguments: [
    "NTAG213", "NTAG216", "MIFARE Ultralight", "MIFARE Ultralight C", "MIFARE Classic 1K", "Type 4 tag",
    "FeliCa Lite-S",
  ])
  func aTagThatStoresNothingIsListedAsSuspect(chip: String) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let uids =
      chip.hasPrefix("FeliCa")
      ? ["012E4CD4DE4A1B2C", "012E4CD4DE4A1B2D"]
      : chip.hasPrefix("MIFARE Classic") ? ["A1B2C3D4", "11223344"] : ["04A1B2C3D4E5F6", "04112233445566"]
    let tags = try uids.map { try WalkBench.tag(chip, uid: $0) }
    let device = try bench.open()
    let run = try bench.present(tags, with: device, faults: [0: [.notStored(write: nil)]])
    #expect(run.ending == .complete, "\(run.events.suffix(5))")
    #expect(run.done.map(\.uid.description) == [uids[1]])
    #expect(run.rejected.map(\.uid.description) == [uids[0]])
    #expect([.verifyFailed, .writeFailed].contains(try #require(run.rejected.first).reason))
    // Presented again, it is known by its UID, and why.
    try bench.write(rows: 2)
    let again = try bench.present([run.tags[0]], with: device)
    #expect(again.refusals == [.alreadyRejected(try #require(run.rejected.first).reason)])
    #expect(again.done.count == 1)
  }
}
