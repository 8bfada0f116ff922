internal import Foundation
internal import Testing

@testable import Provision
@testable import provision_tags

/// Runs that a line controller drives, each line of which is checked against the schema.
@Suite struct EventRunTests {
  @Test(arguments: Events.all)
  func everyEventIsOfTheSchema(_ event: WalkEvent) throws {
    let schema = try EventSchema()
    for line in EventsScreen.lines(event, at: "2026-01-02T03:04:05.678Z") {
      #expect(schema.faults(of: line) == [])
    }
    let problem = EventsScreen.problem("bad-command", detail: "x", at: "2026-01-02T03:04:05.678Z")
    #expect(schema.faults(of: problem) == [])
  }

  /// Runs `write --events` and checks every line; its events.
  private func run(
    _ bench: Bench, _ options: [String] = [], scenario: String, input: String
  ) throws -> (events: [[String: Any]], status: Int32) {
    try bench.put("scenario.json", scenario)
    let outcome = try Tool.run(
      ["write", "m.csv", "--events", "--yes", "--reader", "simulated:scenario.json"] + options,
      in: bench.folder,
      input: input)
    let schema = try EventSchema()
    let events = try outcome.output.split(separator: "\n").map { line in
      #expect(schema.faults(of: String(line)) == [])
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(events.last?["event"] as? String == "ended")
    #expect(events.last?["exit"] as? Int == Int(outcome.status))
    return (events, outcome.status)
  }

  private func names(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["event"] as? String } }

  @Test func aRunWithEverythingThatHappensToTags() throws {
    let bench = try Bench(rows: 4)
    defer { bench.remove() }
    let scenario =
      #"{"tags":[{"chip":"NTAG213","state":"locked"},"#
      + #"{"chip":"NTAG213","faults":[{"leaves":{"exchange":5,"afterEffect":true,"backAfterPolls":4}}]},"#
      + #"{"chip":"NTAG213","faults":[{"notStored":{}}]},{"chip":"NTAG213","together":[{"chip":"NTAG213"}]},"#
      + #"{"chip":"NTAG213","count":4}],"reader":[{"unplugged":{"command":60,"returns":true}}]}"#
    let (events, status) = try run(bench, scenario: scenario, input: "")
    #expect(status == 0)
    let seen = Set(names(events))
    for name in [
      "ready", "detected", "refused", "writing", "retrying", "verified", "removed", "rejected", "progress",
      "problem",
      "recovered", "ended",
    ] {
      #expect(seen.contains(name), "\(name)")
    }
    #expect(events.last?["done"] as? Int == 4)
  }

  @Test func commandsAreObeyedAndBadLinesAnswered() throws {
    let bench = try Bench(rows: 3)
    defer { bench.remove() }
    let commands = [
      #"{"command":"pause"}"#, #"{"command":"resume"}"#, #"{"command":"redo"}"#,
      #"{"command":"pick","id":"Z9"}"#,
      #"{"command":"pick","id":"A2"}"#, #"{"command":"skip"}"#, #"{"command":"next"}"#, "rubbish", "{}",
      #"{"command":"fly"}"#, #"{"command":"pick"}"#, String(repeating: "x", count: 20_000), "",
      #"{"command":"quit"}"#,
    ]
    let (events, status) = try run(
      bench, scenario: #"{"tags":[]}"#, input: commands.joined(separator: "\n") + "\n")
    #expect(status == 75)
    #expect(events.last?["reason"] as? String == "controller")
    let problems = events.compactMap { $0["problem"] as? String }
    #expect(problems.filter { $0 == "bad-command" }.count == 5)
    let details = events.compactMap {
      $0["problem"] as? String == "bad-command" ? $0["detail"] as? String : nil
    }
    #expect(details == ["not-json", "no-command", "unknown-command", "missing-id", "too-long"])
  }

  @Test(arguments: [
    (#"{"command":"pause"}"# + "\n" + #"{"command":"pick","id":"Z9"}"#, 75, "input-closed"),
    (#"{"command":"pause"}"# + "\n", 75, "input-closed"),
  ])
  func aPausedRunWhoseControllerIsGoneStops(_ input: String, _ status: Int32, _ reason: String) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let (events, ended) = try run(bench, scenario: #"{"tags":[]}"#, input: input)
    #expect(ended == status)
    #expect(events.last?["reason"] as? String == reason)
  }

  /// The tags lie there already: what the controller said before the run began is done before the first is touched.
  @Test(
    arguments: [
      (#"{"command":"skip"}"#, [], 1, ["A2", "A3"]),
      (#"{"command":"pick","id":"A2"}"#, [], 0, ["A2", "A1", "A3"]),
      (#"{"command":"pick","id":"A2"}"#, ["--pick"], 75, ["A2"]),
      (#"{"command":"skip"}"# + "\n" + #"{"command":"quit"}"#, [], 75, []),
      (#"{"command":"quit"}"#, [], 75, []),
    ] as [(String, [String], Int32, [String])])
  func whatWasSaidBeforeTheRunIsDoneFirst(
    _ input: String, _ options: [String], _ status: Int32, _ written: [String]
  ) throws {
    let bench = try Bench(rows: 3)
    defer { bench.remove() }
    let (events, ended) = try run(
      bench, options, scenario: #"{"tags":[{"chip":"NTAG213","count":3}]}"#, input: input)
    #expect(ended == status)
    #expect(
      events.compactMap { $0["event"] as? String == "verified" ? $0["id"] as? String : nil } == written)
    let isSkipped = events.contains { $0["event"] as? String == "skipped" && $0["id"] as? String == "A1" }
    #expect(isSkipped == input.contains("skip"))
  }

  /// From a file or a pipe; the last id may end without an Enter, and one that is no row is passed over.
  @Test(
    arguments: [
      ("A3\nA1", 75, ["A3", "A1"]), ("A3\nA1\nA2\n", 0, ["A3", "A1", "A2"]),
      ("A2\nZ9\nA2\nA1\n", 75, ["A2", "A1"]),
      ("", 75, []),
    ] as [(String, Int32, [String])])
  func idsThatArriveTogetherArePickedInTheirOrder(_ ids: String, _ status: Int32, _ written: [String]) throws
  {
    let bench = try Bench(rows: 3)
    defer { bench.remove() }
    let outcome = try Tool.run(
      ["write", "m.csv", "--pick", "--reader", "simulated"], in: bench.folder, input: ids)
    #expect(outcome.status == status, "\(outcome.errors)")
    let log = try bench.log()
    #expect(log.compactMap { $0["type"] as? String == "tag" ? $0["id"] as? String : nil } == written)
    #expect(log.last?["reason"] as? String == (status == 0 ? "complete" : "input-closed"))
  }

  @Test func aRunThatNobodyReadsStops() throws {
    let bench = try Bench(rows: 40)
    defer { bench.remove() }
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    program.currentDirectoryURL = bench.folder
    program.arguments = [
      "-c", "\"\(Tool.url.path)\" write m.csv --events --reader simulated </dev/null | head -n 3 >/dev/null",
    ]
    try program.run()
    program.waitUntilExit()
    #expect(try bench.log().last?["reason"] as? String == "output-closed")
  }

  @Test func theExampleControllerDrivesARun() throws {
    let bench = try Bench(rows: 5)
    defer { bench.remove() }
    let example = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../examples/controller.py")
    let run = Process()
    run.executableURL = URL(filePath: "/usr/bin/env")
    run.currentDirectoryURL = bench.folder
    run.arguments = [
      "python3", example.standardizedFileURL.path, "m.csv", "--program", Tool.url.path, "--first", "A4",
      "--skip", "A2",
      "--redo", "A1", "--reader", "simulated:s.json",
    ]
    // A tag that is refused lies there while the controller skips the row.
    try bench.put(
      "s.json",
      """
      {"tags": [{"chip": "NTAG213", "count": 3}, {"chip": "NTAG213", "state": "locked", "polls": 1000},
        {"chip": "NTAG213", "count": 2}]}
      """)
    let output = bench.folder.appending(path: "out")
    try Data().write(to: output)
    run.standardOutput = try FileHandle(forWritingTo: output)
    try run.run()
    run.waitUntilExit()
    #expect(run.terminationStatus == 1)
    let lines = bench.read("out").split(separator: "\n")
    #expect(lines.last == "4 of 5 done, 1 skipped, 0 rejected")
    #expect(lines.filter { $0.hasPrefix("A1\t") }.count == 2)
    #expect(try bench.log().contains { $0["type"] as? String == "void" && $0["id"] as? String == "A1" })
  }
}
