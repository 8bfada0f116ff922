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

  @Test func soundsDiffer() {
    #expect(Set(Sound.allCases.map(\.bells)).count == Sound.allCases.count)
    #expect(Sound(Events.ready) == .ready)
    #expect(Sound(Events.done) == .good)
    #expect(Sound(.refused(nil, .severalTags)) == .wrong)
    #expect(Sound(.rejected(nil, Events.tag, .writeFailed, detail: "", Events.progress)) == .bad)
    #expect(Sound(.removed(Events.tag.uid)) == nil)
  }
}
