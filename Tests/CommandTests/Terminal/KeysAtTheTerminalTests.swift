internal import Foundation
internal import Glibc
internal import Testing

@testable import provision_tags

/// The keys, typed at the built program.
@Suite(.serialized) struct KeysAtTheTerminalTests {
  @Test(
    arguments: [
      (["s"], "row A1 skipped"), (["S"], "row A1 skipped"), (["ㄴ"], "row A1 skipped"),
      (["ｓ"], "row A1 skipped"),
      (["r"], "there is nothing to redo yet"),
      (["p"], "press p to go on"), (["p", "p"], "going on"),
      (["g"], "go to row: _"), (["g", "A3\r"], "row A3  https://e.org/3"), (["g", "A4\u{7F}2\n"], "row A2 "),
      (["g", "Z9\r"], "there is no row Z9"), (["g", "A3\u{1B}", "s"], "row A1 skipped"),
      (["sssq\r"], "several characters at once were ignored"), (["\u{1B}[A", "s"], "row A1 skipped"),
    ] as [([String], String)])
  func aKeyDoesWhatTheScreenSays(_ keys: [String], _ text: String) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: "put a blank tag"))
    for key in keys {
      terminal.type(key)
      // As a person types; faster is a scanner.
      usleep(150_000)
    }
    #expect(terminal.wait { Display($0.bytes).text.contains(text) }, "\(Display(terminal.bytes).text)")
    // An escape ends a question that may still stand there.
    terminal.type("\u{1B}")
    usleep(150_000)
    terminal.type("q")
    #expect(terminal.end() == 75)
    #expect(Display(terminal.bytes).faults.isEmpty)
  }

  @Test func aDoneRowIsRedoneAndItsTagIsVoid() throws {
    let bench = try Bench(rows: 2)
    defer { bench.remove() }
    let terminal = try bench.write(scenario: #"{"tags":[{"chip":"NTAG213"}]}"#)
    #expect(terminal.wait(for: "row A2"))
    terminal.type("r")
    #expect(terminal.wait(for: "does not count any more"))
    terminal.type("q")
    #expect(terminal.end() == 75)
    #expect(try bench.log().filter { $0["type"] as? String == "void" }.map { $0["id"] as? String } == ["A1"])
  }

  @Test(arguments: [true, false])
  func aLockedTagIsRedoneOnlyWhenTheKeyIsPressedAgain(_ confirms: Bool) throws {
    let bench = try Bench(rows: 2)
    defer { bench.remove() }
    let terminal = try bench.write(["--lock", "--yes"], scenario: #"{"tags":[{"chip":"NTAG213"}]}"#)
    #expect(terminal.wait(for: "row A2"))
    terminal.type("r")
    #expect(terminal.wait(for: "is locked for ever; press r again"))
    usleep(150_000)
    terminal.type(confirms ? "r" : "p")
    #expect(terminal.wait(for: confirms ? "does not count any more" : "press p to go on"))
    terminal.type("q")
    #expect(terminal.end() == 75)
    #expect(try bench.log().contains { $0["type"] as? String == "void" } == confirms)
  }

  @Test func aScannedIDPicksTheRowForTheNextTag() throws {
    let bench = try Bench(rows: 3)
    defer { bench.remove() }
    // The first tag comes before any row is chosen, and is refused.
    let terminal = try bench.write(
      ["--pick"], scenario: #"{"tags":[{"chip":"NTAG213","polls":4,"count":40}]}"#)
    #expect(terminal.wait(for: "choose a row first"))
    for id in ["A3", "A1", "A2"] {
      terminal.type(id + "\r")
      #expect(terminal.wait(for: "done: \(id) on tag"), "\(Display(terminal.bytes).text)")
    }
    #expect(terminal.end() == 0)
    #expect(
      try bench.log().filter { $0["type"] as? String == "tag" }.map { $0["id"] as? String } == [
        "A3", "A1", "A2",
      ])
  }

  @Test func tagsNamedByUIDComeInAnyOrder() throws {
    let bench = try Bench()
    defer { bench.remove() }
    try bench.put(
      "u.csv", "id,uid,url\nA1,04000000000001,https://e.org/1\nA2,04000000000002,https://e.org/2\n")
    let terminal = try bench.write(
      manifest: "u.csv",
      scenario:
        #"{"tags":[{"chip":"NTAG213","uid":"04000000000009"},{"chip":"NTAG213","uid":"04000000000002"},"#
        + #"{"chip":"NTAG213","uid":"04000000000001"}]}"#)
    #expect(terminal.end() == 0)
    #expect(terminal.text.contains("no open row is for this tag"))
    let tags = try bench.log("u.log.jsonl").filter { $0["type"] as? String == "tag" }
    #expect(tags.map { $0["id"] as? String } == ["A2", "A1"])
    #expect(tags.map { $0["uid"] as? String } == ["04000000000002", "04000000000001"])
  }
}
