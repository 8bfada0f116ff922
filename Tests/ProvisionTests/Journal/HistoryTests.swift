internal import Testing

@testable internal import Provision

@Suite struct HistoryTests {
  private let uids = (0..<10).map { Recorded.uid($0) }

  private func history(_ events: [JournalEntry.Event]) throws -> History {
    var history = History()
    try history.apply(JournalEntry(at: 0, event: .run(Recorded.run)))
    for event in events { try history.apply(JournalEntry(at: 0, event: event)) }
    return history
  }

  private func reject(_ uid: UID, row: Int?) -> JournalEntry.Event {
    .reject(
      .init(
        uid: uid, chip: "NTAG213", reason: .abandoned, detail: "", row: row, id: row.map { "id\($0)" }))
  }

  @Test func theRecordedRunEndsAsItWasPlayed() throws {
    let history = try Recorded.history(Recorded.entries.count)
    #expect(history.done == 3 && history.skipped == 1 && history.rejected == 2)
    #expect(history.rows["id4"] == .skipped)
    #expect(history.tags[uids[1]] == .done(row: 2, id: "id2", locked: false))
    #expect(
      history.rows["id1"]
        == .done(uid: uids[4], digest: History.digest(of: [0xD1, 0x01, 0x02, 0x55, 0x04, 1])))
    #expect(history.tags[uids[9]] == .rejected(.verifyFailed, row: nil, id: nil))
  }

  @Test func aRejectedTagLeavesItsRowUndone() throws {
    let history = try history([Recorded.begin(1, uids[1]), reject(uids[1], row: 1)])
    #expect(history.rows["id1"] == nil)
    #expect(history.rejected == 1)
  }

  @Test func aTagThatIsRejectedLateLeavesTheRowToTheTagInHand() throws {
    let events = [Recorded.begin(1, uids[1]), Recorded.begin(1, uids[2]), reject(uids[1], row: 1)]
    let history = try history(events)
    #expect(history.rows["id1"] == .begun(uid: uids[2], attempts: 1))
  }

  @Test func aTagThatIsBegunForAnotherRowLeavesItsFirstRowUndone() throws {
    let history = try history([Recorded.begin(1, uids[1]), Recorded.begin(2, uids[1])])
    #expect(history.rows["id1"] == nil)
    #expect(history.rows["id2"] == .begun(uid: uids[1], attempts: 1))
    #expect(history.tags[uids[1]] == .begun(row: 2, id: "id2", attempts: 1))
  }

  @Test func aSkippedRowCanBeDoneAfterAll() throws {
    let history = try history([
      .skip(row: 1, id: "id1"), .skip(row: 1, id: "id1"), Recorded.begin(1, uids[1]),
      Recorded.tag(1, uids[1]),
    ])
    #expect(history.skipped == 0 && history.done == 1)
  }

  @Test func aVoidedRowIsUndoneAndItsTagKnown() throws {
    let history = try history([Recorded.tag(1, uids[1]), .void(row: 1, id: "id1", uid: uids[1])])
    #expect(history.rows["id1"] == nil && history.done == 0)
    #expect(history.tags[uids[1]] == .voided(row: 1, id: "id1"))
  }

  @Test func aRejectedTagThatWorksAfterAllCountsAsDoneOnly() throws {
    let history = try history([
      reject(uids[1], row: nil), reject(uids[1], row: nil), Recorded.tag(1, uids[1]),
    ])
    #expect(history.rejected == 0 && history.done == 1)
  }

  @Test(arguments: 0..<8)
  func whatCannotFollowIsRefusedAndChangesNothing(index: Int) throws {
    let impossible: [JournalEntry.Event] = [
      .run(Recorded.run), Recorded.tag(1, uids[1]), Recorded.tag(1, uids[2]), Recorded.tag(2, uids[1]),
      Recorded.begin(2, uids[1]), reject(uids[1], row: nil), .skip(row: 1, id: "id1"),
      .void(row: 1, id: "id1", uid: uids[2]),
    ]
    var history = try history([Recorded.tag(1, uids[1])])
    let before = history
    #expect(throws: History.Contradiction.self) {
      try history.apply(JournalEntry(at: 0, event: impossible[index]))
    }
    #expect(history == before)
  }

  @Test func nothingComesBeforeTheRun() {
    for entry in Recorded.entries.dropFirst() {
      #expect(throws: History.Contradiction("no run line comes first")) {
        var history = History()
        try history.apply(entry)
      }
    }
  }
}
