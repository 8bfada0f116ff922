internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("What the operator asks of a walk") struct RequestTests {
  static let uids = ["04A1B2C3D4E580", "04112233445566", "040A0B0C0D0E0F", "0477AABBCCDDEE"]

  private func tags(_ count: Int, chip: String = "NTAG213") throws -> [any VirtualTag] {
    try Self.uids.prefix(count).map { try WalkBench.tag(chip, uid: $0) }
  }

  /// A key pressed late, or twice, is not meant for a row that nobody has seen.
  @Test(arguments: [(when: "writing", times: 1), ("writing", 2), ("verified", 1), ("ready", 2)])
  func aSkipPassesOverNoRowThatWasNotTold(_ when: String, _ times: Int) throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    func ask() { for _ in 0..<times { control.request(.skip) } }
    let run = try bench.run(presenting: try tags(3), with: device, control: control) { event in
      switch event {
      case .writing(let row, _, _) where when == "writing" && row.id == "A1": ask()
      case .done(let row, _, _, _) where when == "verified" && row.id == "A1": ask()
      case .ready(let row, _) where when == "ready" && row.id == "A1": ask()
      default: break
      }
    }
    let skipped = run.events.compactMap { if case .skipped(let row, _) = $0 { row.id } else { nil } }
    #expect(skipped == (when == "ready" ? ["A1"] : []))
    #expect(run.events.contains { $0 == .requestRefused(.busy) })
  }

  /// The next row is told at once, so that it can be skipped too.
  @Test func rowsAreSkippedOneAfterAnotherWhileATagThatIsNotTakenLiesThere() throws {
    let bench = try WalkBench()
    try bench.write(rows: 3)
    let control = WalkControl()
    var locked = try tags(1)[0]
    try locked.prepare(TagPreparation(state: .locked, ndef: nil))
    bench.field.place(locked)
    var told: [String] = []
    let run = try bench.run(control: control) { event in
      switch event {
      case .refused: control.request(.skip)
      case .ready(let row, _):
        told.append(row.id)
        if row.id == "A2" { control.request(.skip) }
        if row.id == "A3" { control.request(.stop(reason: "test")) }
      default: break
      }
    }
    #expect(run.ending == .stopped(reason: "test"))
    #expect(told == ["A1", "A2", "A3"])
    #expect(run.events.count { if case .skipped = $0 { true } else { false } } == 2)
  }

  @Test func whatWasAskedBeforeAStopIsDoneBeforeIt() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    for request in [WalkControl.Request.skip, .stop(reason: "controller"), .skip] { control.request(request) }
    let run = try bench.run(presenting: try tags(1), with: device, control: control)
    #expect(run.ending == .stopped(reason: "controller"))
    #expect(run.events.filter { if case .skipped = $0 { true } else { false } }.count == 1)
    #expect(!run.events.contains { if case .detected = $0 { true } else { false } })
  }

  /// Nobody can end a pause any more after the last word; before it, what was said counts.
  @Test(arguments: [
    (requests: [WalkControl.Request.pause(true)], ending: Ending.stopped(reason: "input-closed")),
    (requests: [.pause(true), .pause(false)], ending: .complete),
    (requests: [.pause(true), .next], ending: .complete),
    (requests: [], ending: .complete),
  ])
  func onlyARunThatIsPausedStopsAtTheEndOfItsRequests(
    _ requests: [WalkControl.Request], _ ending: Ending
  ) throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 1)
    let control = WalkControl()
    for request in requests { control.request(request) }
    control.endRequests(reason: "input-closed")
    let run = try bench.run(presenting: try tags(1), with: device, control: control)
    #expect(run.ending == ending)
    let pauses = run.events.compactMap { if case .paused(let on) = $0 { on } else { nil } }
    #expect(pauses == (requests.isEmpty ? [] : ending == .complete ? [true, false] : [true]))
  }

  @Test func aPickThatTakesThePlaceOfAnotherIsTold() throws {
    var bench = try WalkBench()
    bench.options.pick = true
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    for id in ["A3", "A1", "A1"] { control.request(.pick(id: id)) }
    control.endRequests(reason: "input-closed")
    let run = try bench.run(presenting: try tags(1), with: device, control: control)
    #expect(run.events.compactMap { if case .done(let row, _, _, _) = $0 { row.id } else { nil } } == ["A1"])
    #expect(run.events.count { $0 == .requestRefused(.pickReplaced(id: "A3")) } == 1)
  }

  /// Rows that are lined up are done in their order, one that is no row passed over; then the run ends where it would wait.
  @Test(arguments: [
    (ids: ["A3", "A1"], done: ["A3", "A1"]), (ids: ["Z9", "A2", "A2"], done: ["A2"]), (ids: [], done: []),
    (ids: ["A2", "A3", "A1", "A1"], done: ["A2", "A3", "A1"]),
  ])
  func picksThatAreLinedUpAreDoneInTheirOrder(_ ids: [String], _ done: [String]) throws {
    var bench = try WalkBench()
    bench.options.pick = true
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    control.lineUp(picks: ids)
    control.endRequests(reason: "input-closed")
    let run = try bench.run(presenting: try tags(3), with: device, control: control)
    #expect(run.ending == (done.count == 3 ? .complete : .stopped(reason: "input-closed")))
    #expect(run.events.compactMap { if case .done(let row, _, _, _) = $0 { row.id } else { nil } } == done)
    #expect(run.events.contains(.requestRefused(.noSuchRow(id: "Z9"))) == ids.contains("Z9"))
  }

  /// With or without an id that is lined up when the tag lies there already.
  @Test(arguments: [[], ["A2"]]) func aTagThatLiesThereUnpickedDoesNotHoldTheEnd(_ ids: [String]) throws {
    var bench = try WalkBench()
    bench.options.pick = true
    try bench.write(rows: 3)
    let control = WalkControl()
    let lying = bench.field.place(try tags(1)[0])
    let run = try bench.run(control: control) { event in
      if case .refused(_, .noRowPicked) = event {
        control.lineUp(picks: ids)
        control.endRequests(reason: "input-closed")
      }
      if case .done = event { bench.field.remove(lying) }
    }
    #expect(run.ending == .stopped(reason: "input-closed"))
    #expect(run.events.compactMap { if case .done(let row, _, _, _) = $0 { row.id } else { nil } } == ids)
  }

  @Test(arguments: ["only", "redo"]) func aSkippedRowIsTakenAgainWhenItIsNamed(_ option: String) throws {
    var bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    var asked = false
    let (ending, events) = try bench.run(presenting: try tags(2), with: device, control: control) { event in
      if case .ready(let row, _) = event, row.id == "A2", !asked {
        asked = true
        control.request(.skip)
      }
    }
    #expect(ending == .incomplete)
    #expect(
      events.contains {
        if case .skipped(let row, let progress) = $0 {
          row.id == "A2" && progress.skipped == 1
        } else {
          false
        }
      })
    // Nothing is left for the same command; named, the row is done.
    #expect(try bench.run(presenting: [], with: device).ending == .incomplete)
    if option == "only" { bench.options.scope = .only(["A2"]) } else { bench.options.redo = ["A2"] }
    let last = try bench.run(presenting: [try WalkBench.tag("NTAG213", uid: Self.uids[3])], with: device)
    #expect(last.ending == .complete)
    let told = last.events.compactMap { if case .ready(_, let progress) = $0 { progress } else { nil } }
    #expect(told.first?.skipped == 0)
    #expect(try bench.job().isComplete == false || bench.job().history.done == 3)
  }

  @Test func redoVoidsTheEarlierTagAndItsRowIsWrittenAnew() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 2)
    let control = WalkControl()
    var asked = false
    let (ending, events) = try bench.run(presenting: try tags(3), with: device, control: control) { event in
      if case .done(let row, _, _, _) = event, row.id == "A1", !asked {
        asked = true
        control.request(.redo(confirmed: false))
      }
    }
    #expect(ending == .complete, "\(events)")
    #expect(
      events.contains {
        if case .voided(let row, let uid) = $0 {
          row.id == "A1" && uid == UID(hex: Self.uids[0])
        } else {
          false
        }
      })
    let history = try bench.job().history
    #expect(history.done == 2)
    #expect(history.rows["A1"] != nil)
  }

  @Test func redoOfALockedTagNeedsAConfirmation() throws {
    var bench = try WalkBench()
    bench.options.lock = true
    let device = try bench.open()
    try bench.write(rows: 2)
    let control = WalkControl()
    let (ending, events) = try bench.run(presenting: try tags(2), with: device, control: control) { event in
      if case .done(let row, _, _, _) = event, row.id == "A1" { control.request(.redo(confirmed: false)) }
    }
    #expect(ending == .complete)
    #expect(events.contains(.requestRefused(.lockedTag(id: "A1"))))
  }

  @Test func aPickedRowIsTakenNext() throws {
    var bench = try WalkBench()
    bench.options.pick = true
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    var picks = ["A3", "nobody", "A1", "A3", "A2"][...]
    let (ending, events) = try bench.run(presenting: try tags(3), with: device, control: control) { event in
      switch event {
      case .readyForPick, .requestRefused:
        if let id = picks.popFirst() { control.request(.pick(id: id)) }
      default: break
      }
    }
    #expect(ending == .complete, "\(events)")
    let order = events.compactMap { if case .done(let row, _, _, _) = $0 { row.id } else { nil } }
    #expect(order == ["A3", "A1", "A2"])
    #expect(events.contains(.requestRefused(.noSuchRow(id: "nobody"))))
    #expect(events.contains(.requestRefused(.rowIsDone(id: "A3"))))
  }

  @Test func rowsThatNameTheirTagsTakeThemInAnyOrder() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(
      manifest: "id,url,uid\nA1,https://e.org/1,\(Self.uids[0])\nA2,https://e.org/2,\(Self.uids[1])\n")
    let order = try [Self.uids[1], Self.uids[2], Self.uids[0]].map { try WalkBench.tag("NTAG213", uid: $0) }
    let (ending, events) = try bench.run(presenting: order, with: device)
    #expect(ending == .complete, "\(events)")
    let done = events.compactMap {
      if case .done(let row, let tag, _, _) = $0 { "\(row.id) \(tag.uid)" } else { nil }
    }
    #expect(done == ["A2 \(Self.uids[1])", "A1 \(Self.uids[0])"])
    #expect(events.contains { if case .refused(_, .noRowForUID) = $0 { true } else { false } })
  }

  @Test func aStopIsLoggedAndTheRunGoesOn() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 3)
    let control = WalkControl()
    let (ending, _) = try bench.run(presenting: try tags(3), with: device, control: control) { event in
      if case .done = event { control.request(.stop(reason: "signal")) }
    }
    #expect(ending == .stopped(reason: "signal"))
    #expect(try bench.logLines().last?.contains("\"type\":\"stop\"") == true)
    let (second, _) = try bench.run(presenting: Array(try tags(3).dropFirst()), with: device)
    #expect(second == .complete)
  }

  @Test func aTagThatLiesThereIsTakenWhenItsRowIsPicked() throws {
    var bench = try WalkBench()
    bench.options.pick = true
    let device = try bench.open()
    try bench.write(rows: 1)
    let control = WalkControl()
    bench.field.place(try WalkBench.tag("NTAG213", uid: Self.uids[0]))
    var events: [WalkEvent] = []
    let ending = try bench.job().walk(with: device, control: control).run { event in
      events.append(event)
      if case .refused(_, .noRowPicked) = event { control.request(.pick(id: "A1")) }
    }
    #expect(ending == .complete, "\(events)")
    #expect(!events.contains { if case .removed = $0 { true } else { false } })
  }
}
