internal import Testing

@testable import Provision
@testable import provision_tags

@Suite struct SeatTests {
  private func press(_ strokes: [String], picks: Bool = false) -> [Keys.Action] {
    var keys = Keys(picks: picks)
    return strokes.flatMap { keys.take(Array($0.utf8)) }.filter { $0 != .prompt(.none) }
  }

  @Test(arguments: [
    ("s", WalkControl.Request.skip), ("r", .redo(confirmed: false)), ("p", .pause(true)),
    ("q", .stop(reason: "operator")),
    ("\u{13}", .skip), ("\u{11}", .stop(reason: "operator")),
  ])
  func aKeyIsARequest(_ key: String, _ request: WalkControl.Request) {
    #expect(press([key]) == [.request(request)])
  }

  @Test func thePauseKeyGoesOnWhenPaused() {
    var keys = Keys(picks: false)
    keys.isPaused = true
    #expect(keys.take([UInt8(ascii: "p")]).contains(.request(.pause(false))))
  }

  @Test func aLockedTagIsRedoneOnlyOnASecondWord() {
    var keys = Keys(picks: false)
    keys.lockedRedo = "A1"
    #expect(keys.take([UInt8(ascii: "r")]).contains(.request(.redo(confirmed: true))))
    #expect(keys.take([UInt8(ascii: "r")]).contains(.request(.redo(confirmed: false))))
  }

  @Test func goingToARowTakesItsID() {
    let actions = press(["g", "A", "1", "8", "\u{7F}", "7", "\n"])
    #expect(actions.last == .request(.pick(id: "A17")))
    #expect(actions.first == .prompt(.goTo(typed: "")))
  }

  @Test func escapeAndFunctionKeysDoNothing() {
    #expect(press(["\u{1B}[A", "\u{1B}"]).isEmpty)
    #expect(press(["g", "A", "\u{1B}", "s"]).last == .request(.skip))
    #expect(press(["g", "A\u{1B}", "s"]).last == .request(.skip))
  }

  @Test func aScannerSkipsNoRows() {
    #expect(press(["sssq\n"]) == [.prompt(.scannerIgnored)])
  }

  @Test(arguments: ["A17\n", "A17\r"])
  func aScannedIDPicksItsRow(_ scan: String) {
    #expect(press([scan], picks: true).last == .request(.pick(id: "A17")))
  }

  @Test func lettersAreTextWhilePicking() {
    #expect(press(["s"], picks: true) == [.prompt(.pick(typed: "s"))])
    #expect(press(["\u{13}"], picks: true) == [.request(.skip)])
    #expect(press(["é漢\u{7F}\n"], picks: true).last == .request(.pick(id: "é")))
  }

  @Test(arguments: [
    (#"{"command":"next"}"#, WalkControl.Request.next), (#"{"command":"skip"}"#, .skip),
    (#"{"command":"redo"}"#, .redo(confirmed: false)),
    (#"{"command":"redo","confirmed":true}"#, .redo(confirmed: true)),
    (#"{"command":"pause"}"#, .pause(true)), (#"{"command":"resume"}"#, .pause(false)),
    (#"{"command":"quit"}"#, .stop(reason: "controller")),
    (#"{"id":"A\u00e9","command":"pick"}"#, .pick(id: "Aé")),
    (#" {"command":"pick","id":17,"more":[1,{"x":null}]} "#, .pick(id: "17")),
  ])
  func aControllersLineIsARequest(_ line: String, _ request: WalkControl.Request) throws {
    #expect(try ControllerCommand.request(Array(line.utf8)) == request)
  }

  @Test(arguments: [
    ("next", ControllerCommand.Fault.notJSON), ("{", .notJSON), ("[]", .notJSON), ("{}", .noCommand),
    (#"{"command":"fly"}"#, .unknownCommand), (#"{"command":"pick"}"#, .missingID),
    (#"{"command":7}"#, .notJSON),
    (#"{"command":"next"} x"#, .notJSON),
  ])
  func aBadLineIsNamed(_ line: String, _ fault: ControllerCommand.Fault) {
    #expect(throws: fault) { try ControllerCommand.request(Array(line.utf8)) }
  }

  @Test(
    arguments: [
      (Events.ready, Sound.ready), (Events.done, .good), (.refused(nil, .severalTags), .wrong),
      (.requestRefused(.busy), .wrong),
      (.rejected(nil, Events.tag, .writeFailed, detail: "", Events.progress), .bad),
      (.readerLost(.gone(code: -1)), .bad),
      (.retrying(Events.row, Events.tag, attempt: 1, failure: .tagLost), .back),
      (.removed(Events.tag.uid), nil),
    ] as [(WalkEvent, Sound?)])
  func anEventHasItsSound(_ event: WalkEvent, _ sound: Sound?) {
    #expect(Sound(event) == sound)
    #expect(Set(Sound.allCases.map(\.bells)).count == Sound.allCases.count)
  }

  @Test func aSoundWaitsForTheOneBeforeIt() {
    var bells = BellSchedule()
    bells.add(.good, at: 1000)
    bells.add(.ready, at: 1050)
    var rung: [Int64] = []
    for now in stride(from: Int64(1000), to: 2000, by: 10) where bells.takeDue(at: now) { rung.append(now) }
    #expect(rung == [1000, 1150, 1450])
    #expect(bells.next == nil)
  }

  @Test func aSoundThatIsLateIsHeardAtOnceAndTheOthersNotAnyMore() {
    var bells = BellSchedule()
    for _ in 0..<5 { bells.add(.bad, at: 0) }
    #expect(bells.next ?? 9999 <= 1500)
    bells.add(.ready, at: 100_000)
    let isDue = bells.takeDue(at: 100_000)
    #expect(isDue)
    #expect(bells.next == nil)
  }

  @Test func linesArePutTogetherFromWhatArrives() {
    var buffer = LineBuffer()
    var line: [LineBuffer.Line]
    line = buffer.take(Array("ab".utf8))
    #expect(line == [])
    line = buffer.take(Array("c\nd\n\nrest".utf8))
    #expect(line == ["abc", "d", ""].map { .whole(Array($0.utf8)) })
    line = buffer.take([])
    #expect(line == [.whole(Array("rest".utf8))])
    line = buffer.take([])
    #expect(line == [])
    line = buffer.take([UInt8](repeating: 0x78, count: 20_000))
    #expect(line == [])
    line = buffer.take([0x0A])
    #expect(line == [.tooLong])
  }
}
