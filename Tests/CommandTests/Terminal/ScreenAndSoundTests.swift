internal import Foundation
internal import Glibc
internal import Testing

@testable import provision_tags

/// The screen's modes, the bell, the user's sound command, and the reader that goes and comes.
@Suite(.serialized) struct ScreenAndSoundTests {
  @Test(arguments: [(["--screen", "plain"], [:]), ([], ["TERM": "dumb"])] as [([String], [String: String])])
  func aScreenReaderGetsWholeLines(_ options: [String], _ environment: [String: String]) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write(options + ["--quiet"], scenario: nil, environment: environment)
    #expect(terminal.end() == 0)
    #expect(!terminal.bytes.contains(0x1B))
    #expect(!terminal.bytes.contains(0x07))
    #expect(terminal.echoes)
    for line in [
      "keys: s skip", "place a tag for row 1 (A1)", "writing A1 to tag", "(3 of 3)", "all rows are done",
    ] {
      #expect(terminal.text.contains(line))
    }
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false)] as [([String: String], Bool)])
  func coloursAreLeftOutOnRequest(_ environment: [String: String], _ hasColours: Bool) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write(scenario: nil, environment: environment)
    #expect(terminal.end() == 0)
    #expect(Display(terminal.bytes).hasAttributes == hasColours)
  }

  @Test(arguments: [([], 3), (["--quiet"], 0), (["--sound-command", "true"], 0)] as [([String], Int)])
  func theBellRingsOnceForReadyAndTwiceForGood(_ options: [String], _ bells: Int) throws {
    let bench = try Bench(rows: 1)
    defer { bench.remove() }
    let terminal = try bench.write(options, scenario: nil)
    #expect(terminal.end() == 0)
    #expect(Display(terminal.bytes).bells == bells)
  }

  @Test func theSoundCommandIsToldTheSound() throws {
    let bench = try Bench(rows: 2)
    defer { bench.remove() }
    let scenario =
      #"{"tags":[{"chip":"NTAG213","faults":[{"leaves":{"exchange":5,"afterEffect":true,"backAfterPolls":4}}]},"#
      + #"{"chip":"NTAG213","state":"locked"},{"chip":"NTAG213"}]}"#
    let terminal = try bench.write(["--sound-command", "echo {sound} >> sounds"], scenario: scenario)
    #expect(terminal.end() == 0)
    #expect(terminal.text.contains("back on the reader"))
    for sound in ["ready", "back", "good", "wrong"] {
      #expect(bench.read("sounds").contains(sound), "\(sound)")
    }
  }

  @Test func aSoundCommandThatHangsHoldsNothingUpAndIsEnded() throws {
    let bench = try Bench(rows: 12)
    defer { bench.remove() }
    let terminal = try bench.write(["--sound-command", "echo $$ >> pids; exec sleep 3600"], scenario: nil)
    #expect(terminal.end() == 0)
    let children = bench.read("pids").split(separator: "\n").compactMap { pid_t($0) }
    #expect(children.count > SoundCommand.limit)
    for child in children { #expect(kill(child, 0) != 0) }
  }

  @Test func theReaderMayGoAndComeBack() throws {
    let bench = try Bench(rows: 2)
    defer { bench.remove() }
    try bench.put("one.json", #"{"tags":[{"chip":"NTAG213","count":2}],"leaveAfter":40}"#)
    let reader = try PseudoTerminal(
      ["simulate", "--scenario", "one.json", "--link", "reader", "--dump", "dump.json"], in: bench.folder)
    #expect(reader.wait(for: "pn532_uart:"))
    let terminal = try bench.write(["--reader", "pn532_uart:\(bench.folder.path)/reader"], scenario: nil)
    #expect(terminal.wait(for: "done: A1 on tag"))
    reader.signal(SIGUSR1)
    #expect(terminal.wait(for: "plug the reader in again"))
    reader.signal(SIGUSR1)
    #expect(terminal.wait(for: "the reader is back"))
    #expect(terminal.end() == 0)
    #expect(try bench.log().filter { $0["type"] as? String == "tag" }.count == 2)
    reader.signal(SIGTERM)
    #expect(reader.end() == 0)
    #expect(bench.read("dump.json").contains("\"chip\":\"NTAG213\""))
  }
}
