internal import Foundation
internal import Testing

@testable import provision_tags

/// Where standard output can't be written, that is said and told by the status.
@Suite struct FailingOutputTests {
  private func shell(_ line: String, _ folder: URL) throws -> Tool.Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = folder
    process.arguments = ["-c", line, Tool.url.path]
    let errors = folder.appending(path: "errors")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Tool.Outcome(
      status: process.terminationStatus, output: "", errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private func folder() throws -> URL {
    let folder = try Tool.folder()
    try Data("id,url\nA,https://e.org/a\nB,https://e.org/b\n".utf8).write(to: folder.appending(path: "m.csv"))
    let outcome = try Tool.run(
      ["write", "m.csv", "--reader", "simulated", "--quiet", "--log", "done", "--chain"], in: folder)
    #expect(outcome.status == 0)
    return folder
  }

  static let commands = [
    "--help", "--version", "report --help", "help --format man", "completions zsh", "check m.csv",
    "check m.csv --format json", "report done", "report done --format csv", "report done --format json",
    "report done --format html", "report done --check", "read --count 1 --reader simulated",
    "erase --yes --count 1 --reader simulated", "simulate",
  ]

  @Test(arguments: commands) func aFullDiskIsSaid(_ command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try shell("exec \"$0\" \(command) >/dev/full", folder)
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(outcome.errors.contains("standard output can't be written: No space left on device"))
  }

  @Test(arguments: commands) func aClosedOutputIsSaid(_ command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try shell("exec \"$0\" \(command) >&-", folder)
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(outcome.errors.contains("standard output can't be written"))
  }

  /// With SIGPIPE ignored, as under many a supervisor; without, the signal ends the program as quietly.
  @Test(arguments: commands, ["trap '' PIPE; ", ""])
  func aReaderThatHasReadEnoughIsNoFault(_ command: String, _ trap: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The pipe has no reader any more when the program begins.
    let outcome = try shell(
      "\(trap)mkfifo p; (: <p) & exec 3>p; wait; \"$0\" \(command) >&3 2>e; s=$?; cat e >&2; exit $s", folder)
    let ignoresIt = trap.isEmpty && !["read", "erase", "simulate"].contains { command.hasPrefix($0) }
    #expect(outcome.status == (ignoresIt ? 141 : 74), "\(outcome.errors)")
    #expect(!outcome.errors.contains("standard output"))
  }

  @Test(arguments: ["", "--events"]) func aRunThatNobodyCanSeeStopsAndCanGoOn(_ option: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try shell("exec \"$0\" write m.csv --reader simulated --quiet \(option) >/dev/full", folder)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("No space left on device"))
    #expect(try Tool.run(["resume", "m.log.jsonl", "--quiet"], in: folder).status == 0)
  }

  /// The log is the first file that is opened for writing: it must not become what is printed on.
  @Test func aLogIsNeverStandardOutput() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try shell("exec \"$0\" write m.csv --reader simulated --quiet <&- >&- 2>&-", folder)
    #expect(outcome.status == 74)
    let log = try String(contentsOf: folder.appending(path: "m.log.jsonl"), encoding: .utf8)
    #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"type\":\"") && $0.hasSuffix("}") })
    #expect(try Tool.run(["resume", "m.log.jsonl", "--quiet"], in: folder).status == 0)
  }

  @Test(.disabled(if: Tool.isThreadSanitized, "the sanitizer's own file may not grow either"))
  func aFileThatMayNotGrowIsAnErrorOfTheWrite() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try shell(
      "(ulimit -f 0; exec \"$0\" report done --format html --output r 2>&1) | cat >&2", folder)
    #expect(outcome.errors.contains("r can't be written"), "\(outcome.errors)")
  }
}
