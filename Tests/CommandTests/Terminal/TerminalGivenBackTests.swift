internal import Foundation
internal import Glibc
internal import Testing

@testable import provision_tags

/// However the program ends or stops, the terminal is as it was, and the log resumes.
@Suite(.serialized) struct TerminalGivenBackTests {
  private static let waiting = "put a blank tag"

  private func isGivenBack(_ terminal: PseudoTerminal) -> Bool {
    let display = Display(terminal.bytes)
    return !display.isAlternate && display.showsCursor && terminal.echoes
  }

  @Test func theEndOfARunStandsBelowTheCommand() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write(scenario: nil)
    #expect(terminal.end() == 0)
    let display = Display(terminal.bytes)
    #expect(display.faults.isEmpty)
    #expect(isGivenBack(terminal))
    #expect(display.text.contains("all rows are done: 3 of 3 done, 0 skipped, 0 tags rejected"))
  }

  @Test(arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")])
  func aSignalStopsInGoodOrder(_ number: Int32, _ reason: String) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    #expect(!terminal.echoes)
    terminal.signal(number)
    #expect(terminal.end() == 75)
    #expect(isGivenBack(terminal))
    #expect(terminal.text.contains("go on with: provision-tags resume m.log.jsonl"))
    let last = try bench.log().last
    #expect(last?["type"] as? String == "stop")
    #expect(last?["reason"] as? String == reason)
  }

  @Test func ctrlCIsASignalToo() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    terminal.type("\u{3}")
    #expect(terminal.end() == 75)
    #expect(isGivenBack(terminal))
  }

  @Test func aSecondSignalExitsAtOnceAndTheLogResumes() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    // Stopped meanwhile, it finds both when it goes on.
    terminal.signal(SIGSTOP)
    #expect(terminal.wait { $0.isStopped })
    terminal.signal(SIGINT)
    terminal.signal(SIGTERM)
    terminal.signal(SIGCONT)
    #expect(terminal.end() == 75)
    #expect(isGivenBack(terminal))
    #expect(!(try bench.log().contains { $0["type"] as? String == "stop" }))

    let resumed = try Tool.run(["resume", "m.log.jsonl", "--reader", "simulated"], in: bench.folder)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.output.contains("3 of 3 done"))
  }

  @Test func aWindowThatIsClosedStopsTheRun() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    terminal.hangUp()
    #expect(terminal.end() == 75)
    #expect(try bench.log().last?["type"] as? String == "stop")
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP])
  func aCrashLeavesTheTerminalAsItWas(_ number: Int32) throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    terminal.signal(number)
    #expect(terminal.end() == -number)
    #expect(isGivenBack(terminal))
  }

  @Test func theShellHasTheTerminalWhileTheProgramIsStopped() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    for _ in 0..<2 {
      terminal.type("\u{1A}")
      #expect(terminal.wait { $0.isStopped })
      // It writes nothing any more; what it wrote before may still lie in the line.
      #expect(terminal.wait { isGivenBack($0) })
      let before = terminal.bytes.count
      terminal.signal(SIGCONT)
      #expect(terminal.wait(for: Self.waiting, after: before))
      #expect(terminal.wait { !$0.echoes })
      #expect(Display(terminal.bytes).isAlternate)
    }
    terminal.type("q")
    #expect(terminal.end() == 75)
    #expect(isGivenBack(terminal))
  }

  @Test func anotherSizeIsDrawnAnew() throws {
    let bench = try Bench()
    defer { bench.remove() }
    let terminal = try bench.write()
    #expect(terminal.wait(for: Self.waiting))
    let before = terminal.bytes.count
    terminal.resize(columns: 40, rows: 12)
    #expect(terminal.wait(for: "s skip r redo", after: before))
    let display = Display(Array(terminal.bytes.dropFirst(before)), columns: 40, rows: 12)
    // Lines would be kept as too wide only on the alternate screen, which was entered before.
    #expect(display.faults.isEmpty)
    #expect(display.text.contains("0 of 3"))
    terminal.type("q")
    #expect(terminal.end() == 75)
  }
}
