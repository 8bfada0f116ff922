internal import Foundation
internal import Testing

@testable import provision_tags

/// `write --chain` and `report --check`, as somebody would use them.
@Suite struct ChainCommandTests {
  private func run(_ arguments: [String] = ["--chain"], scenario: String? = nil) throws -> URL {
    let folder = try Tool.folder()
    try Data("id,url\nA,https://e.org/a\nB,https://e.org/b\nC,https://e.org/c\n".utf8).write(
      to: folder.appending(path: "m.csv"))
    var reader = "simulated"
    if let scenario {
      try Data(scenario.utf8).write(to: folder.appending(path: "s.json"))
      reader = "simulated:s.json"
    }
    let outcome = try Tool.run(["write", "m.csv", "--reader", reader, "--quiet"] + arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  private func check(_ folder: URL, _ more: String...) throws -> Tool.Outcome {
    try Tool.run(["report", "m.log.jsonl", "--check"] + more, in: folder)
  }

  private func lines(_ folder: URL) throws -> [String] {
    try String(contentsOf: folder.appending(path: "m.log.jsonl"), encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  private func write(_ lines: [String], _ folder: URL) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "m.log.jsonl"))
  }

  @Test func aChainIsProvedAndItsDigestKept() throws {
    let folder = try run()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try check(folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("the chain is whole: of \(try lines(folder).count) lines"))
    let json = try check(folder, "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let digest = try #require(object["digest"] as? String)
    #expect(object["chain"] as? String == "whole" && outcome.output.contains(digest))
    #expect(try check(folder, "--digest", digest).status == 0)
    // Cut off, which the chain itself can't show.
    try write(Array(try lines(folder).dropLast(2)), folder)
    #expect(try check(folder).status == 0)
    let cut = try check(folder, "--digest", digest)
    #expect(cut.status == 65 && cut.errors.contains("changed or cut off"))
  }

  @Test(arguments: [0, 2, 4]) func aChangeIsToldWithItsLine(_ index: Int) throws {
    let folder = try run()
    defer { try? FileManager.default.removeItem(at: folder) }
    var changed = try lines(folder)
    changed[index] = changed[index].replacing("\"at\":\"2", with: "\"at\":\"1")
    try write(changed, folder)
    let outcome = try check(folder)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("m.log.jsonl:\(index + 2): the chain breaks here"))
    let json = try check(folder, "--format", "json")
    #expect(json.output == "{\"v\":1,\"chain\":\"broken\",\"line\":\(index + 2)}\n")
    // Nor does anything else take the log.
    for arguments in [["report", "m.log.jsonl"], ["resume", "m.log.jsonl"], ["audit", "m.log.jsonl"]] {
      let refused = try Tool.run(
        arguments + (arguments[0] == "report" ? [] : ["--reader", "simulated"]), in: folder)
      #expect(refused.status == 65 && refused.errors.contains("m.log.jsonl:"), "\(refused.errors)")
    }
  }

  @Test func aLogWithoutAChainSaysSo() throws {
    let folder = try run([])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try check(folder)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("has no chain"))
    let again = try Tool.run(["write", "m.csv", "--reader", "simulated", "--chain"], in: folder)
    #expect(again.status == 73 && again.errors.contains("has no chain"))
  }

  /// What a table would show in a false light, although nothing contradicts it.
  @Test(arguments: [
    ("https://e.org/b", "https://e.org/x"), ("\"url\":\"https://e.org/b\",", ""),
    ("\"ndef\":\"D1", "\"ndef\":\"51"),
  ])
  func aPayloadThatWasRewrittenIsFoundWithoutAChain(_ old: String, _ new: String) throws {
    let folder = try run([])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try check(folder).status == 1)
    let before = try lines(folder)
    let index = try #require(before.firstIndex { $0.contains("https://e.org/b") })
    var changed = before
    changed[index] = changed[index].replacing(old, with: new)
    try write(changed, folder)
    let outcome = try check(folder)
    #expect(
      outcome.status == 65 && outcome.errors.contains("m.log.jsonl:\(index + 1): damaged log"),
      "\(outcome.errors)")
  }

  /// The log itself says that it has a chain: neither `resume` nor `write` has to be told.
  @Test(arguments: [["resume", "m.log.jsonl"], ["write", "m.csv"], ["write", "m.csv", "--chain"]])
  func aRunThatGoesOnGoesOnChaining(_ arguments: [String]) throws {
    let folder = try run(["--chain", "--only", "A"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "m.log.jsonl")
    // A crash in the middle of a line.
    let torn = try Data(contentsOf: log) + Data("{\"type\":\"beg".utf8)
    try torn.write(to: log)
    let outcome = try Tool.run(arguments + ["--reader", "simulated", "--quiet"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("were cut off"))
    #expect(try lines(folder).allSatisfy { $0.contains("\"chain\":\"") })
    #expect(try check(folder).status == 0)
  }

  @Test(arguments: [
    ["--output", "x"], ["--bom"], ["--format", "csv"], ["--format", "html"], ["--digest", "12"],
  ])
  func whatMakesNoSenseWithACheckIsRefused(_ more: [String]) throws {
    let folder = try run()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Tool.run(["report", "m.log.jsonl", "--check"] + more, in: folder).status == 64)
    let alone = try Tool.run(["report", "m.log.jsonl", "--digest", "12"], in: folder)
    #expect(alone.status == 64 && alone.errors.contains("is not 64 hexadecimal digits"))
  }
}
