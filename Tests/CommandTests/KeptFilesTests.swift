internal import Foundation
internal import Testing

@testable import provision_tags

/// What a run leaves is not spoilt by what is asked for afterwards, and nothing is passed over in silence.
@Suite struct KeptFilesTests {
  private func finishedRun() throws -> URL {
    let folder = try Tool.folder()
    try Data("id,url\nA,https://e.org/a\nB,https://e.org/b\n".utf8).write(to: folder.appending(path: "m.csv"))
    #expect(try Tool.run(["write", "m.csv", "--reader", "simulated", "--quiet"], in: folder).status == 0)
    return folder
  }

  @Test(arguments: ["m.log.jsonl", "m.csv"]) func aReportIsNotWrittenOverWhatItIsMadeOf(_ output: String)
    throws
  {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try Data(contentsOf: folder.appending(path: output))
    let outcome = try Tool.run(["report", "m.log.jsonl", "--output", output], in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("is what is read"))
    #expect(try Data(contentsOf: folder.appending(path: output)) == before)
  }

  @Test func finishedRowsAreNotSaidToBeLockedByALaterOption() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated", "--lock", "--yes"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("stay as they are"))
  }

  /// A run that was killed while it locked a tag goes on without what it was to do: the tag and the option are named.
  @Test(arguments: [[], ["--lock", "--yes"]] as [[String]])
  func aTagThatMayBeHalfLockedIsNamedByARunThatWouldNotFinishIt(_ options: [String]) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("id,url\nA,https://e.org/a\nB,https://e.org/b\n".utf8).write(to: folder.appending(path: "m.csv"))
    let command = ["write", "m.csv", "--reader", "simulated", "--quiet"]
    #expect(try Tool.run(command + ["--lock", "--yes"], in: folder).status == 0)
    let log = folder.appending(path: "m.log.jsonl")
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let begun = try #require(lines.lastIndex { $0.contains("\"type\":\"begin\"") })
    try Data((lines[...begun].joined(separator: "\n") + "\n").utf8).write(to: log)
    let uid = try #require(lines[begun].firstMatch(of: /"uid":"([0-9A-F]+)"/)?.1)

    let outcome = try Tool.run(command + options, in: folder)
    #expect(
      outcome.errors.contains("tag \(uid) was begun for row B and not finished; it may have half of --lock")
        == options.isEmpty)
  }

  /// Two manifests with one stem have one log, unless another is named.
  @Test func aLogOfAnotherManifestIsSaidToBe() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"[{"id":"C","url":"https://e.org/c"}]"#.utf8).write(to: folder.appending(path: "m.json"))
    let command = ["--reader", "simulated", "--quiet"]
    #expect(
      try Tool.run(["write", "m.json"] + command, in: folder).errors.contains("m.csv; rows are told apart"))
    #expect(try !Tool.run(["write", "m.json"] + command, in: folder).errors.contains("was last used with"))
  }

  @Test(arguments: [["simulate", "--dump"], ["report", "m.log.jsonl", "--output"]])
  func aFolderThatIsNotThereIsToldAtOnce(_ command: [String]) throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(command + ["nowhere/file"], in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("nowhere/file"))
    #expect(outcome.output.isEmpty)
  }

  /// The same command goes on where a redo was stopped; said again after its end, it is meant anew.
  @Test(arguments: [true, false]) func aRedoThatWasStoppedGoesOn(stopped: Bool) throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = ["write", "m.csv", "--reader", "simulated", "--quiet", "--redo", "A,B"]
    #expect(try Tool.run(command, in: folder).status == 0)
    let log = folder.appending(path: "m.log.jsonl")
    func lines() throws -> [Substring] {
      try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    }
    if stopped {
      let written = try lines()
      let last = try #require(written.lastIndex { $0.contains("\"type\":\"begin\"") })
      try Data((written[..<last].joined(separator: "\n") + "\n").utf8).write(to: log)
    }
    #expect(try Tool.run(command, in: folder).status == 0)
    let all = try lines()
    #expect(all.count { $0.contains("\"type\":\"void\"") } == (stopped ? 2 : 4))
    #expect(all.count { $0.contains("\"type\":\"tag\"") } == (stopped ? 4 : 6))
  }

  @Test func skippedRowsAreTakenByTheHintThatIsGiven() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("id,url\nA,https://e.org/a\nB,https://e.org/b\n".utf8).write(to: folder.appending(path: "m.csv"))
    let first = try Tool.run(
      ["write", "m.csv", "--reader", "simulated", "--events"], in: folder, input: "{\"command\":\"skip\"}\n")
    #expect(first.status == 1)
    #expect(first.errors.contains("resume m.log.jsonl --only ID"))
    #expect(try Tool.run(["resume", "m.log.jsonl", "--only", "A"], in: folder).status == 0)
    #expect(try Tool.run(["report", "m.log.jsonl"], in: folder).output.contains("2 of 2 done"))
  }

  @Test(arguments: ["report", "resume", "audit"]) func aManifestIsNoLog(_ command: String) throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run([command, "m.csv"], in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("this is no log of a run"))
    #expect(outcome.errors.contains(".log.jsonl"))
  }

  @Test(arguments: [
    (["write", "m.csv", "--protect-reading"], "--protect-reading means nothing without --password-file"),
    (["report", "m.log.jsonl", "--bom", "--format", "json"], "--bom means nothing without --format csv"),
  ])
  func anOptionThatNeedsAnotherNamesBoth(_ command: [String], _ error: String) throws {
    let outcome = try Tool.run(command)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(error))
  }

  @Test func aFinishedRunEndsItsEvents() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated", "--events"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"event\":\"ended\""))
  }

  @Test func anUnknownChipIsToldBeforeAnyTag() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["write", "m.csv", "--reader", "simulated", "--chip", "NTAG999"]
    #expect(try Tool.run(arguments, in: folder).status == 64)
  }

  @Test(arguments: [#"{"tags":[{"chip":"X"}]}"#, #"{"tags":[{"chip":"NTAG213","uid":"04"}]}"#])
  func aBadScenarioIsNamedByItsFile(_ scenario: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(scenario.utf8).write(to: folder.appending(path: "s.json"))
    try Data("url\nhttps://e.org/a\n".utf8).write(to: folder.appending(path: "m.csv"))
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated:s.json"], in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("s.json"))
  }
}
