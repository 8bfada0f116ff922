internal import Foundation
internal import Testing

@testable import provision_tags

@Suite struct ProgramTests {
  /// Command line, status, what standard error has.
  @Test(
    arguments: [
      ([], 64, "error: no command given"),
      (["wirte"], 64, "hint: did you mean write?"),
      (["--frobnicate"], 64, "error: unknown option --frobnicate"),
      (["write"], 64, "error: write needs MANIFEST"),
      (["write", "m.csv", "--retires=3"], 64, "hint: did you mean --retries?"),
      (["write", "m.csv", "--only", "a", "--from", "b"], 64, "exclude each other"),
      (["write", "missing.csv"], 66, "error: missing.csv: no such file"),
      (["check", "missing.csv"], 66, "hint:"),
      (["check", "bad.csv"], 65, "error: bad.csv:2:4: the URL has no scheme"),
      (["check", "bad.csv"], 65, "error: bad.csv:4:1: id A2 is that of row 2"),
      (["write", "good.csv", "--lock", "--reader", "simulated"], 64, "hint: give --yes"),
      (["erase", "--reader", "simulated"], 64, "hint: give --yes"),
      (["write", "good.csv", "--reader", "pn532_uart:/dev/does-not-exist"], 69, "there is no device"),
      (["write", "good.csv", "--reader", "simulated:missing.json"], 66, "no such file"),
      (["simulate", "--scenario", "bad.csv"], 65, "is no scenario"),
      (["write", "good.csv", "--reader", "simulated", "--only", "Z9"], 64, "there is no row Z9"),
      (["write", "good.csv", "--reader", "simulated", "--log", "no/such/folder.jsonl"], 73, "can't be"),
      (["resume", "missing.jsonl"], 66, "no such file"),
      (["report", "good.csv"], 65, "good.csv:1: "),
      (["write", "good.csv", "--mirror", "uid"], 64, "hint: write {mirror} where"),
      (
        ["check", "good.csv", "--mirror", "uid", "--url", "https://e.org/{id}"], 64,
        "hint: write {mirror} where"
      ),
      (
        ["check", "good.csv", "--url", "https://e.org/{mirror}{mirror}"], 65,
        "a second {mirror} at character 23"
      ),
      (["completions", "tcsh"], 64, "bash, zsh, fish"),
    ] as [([String], Int32, String)])
  func mistakesEndInTheirStatusAndAHint(_ words: [String], _ status: Int32, _ text: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "id,url\nA1,https://e.org/1\n".write(
      to: folder.appending(path: "good.csv"), atomically: true, encoding: .utf8)
    try "id,url\nA1,e.org\nA2,https://e.org/2\nA2,https://e.org/3\n"
      .write(to: folder.appending(path: "bad.csv"), atomically: true, encoding: .utf8)
    let outcome = try Tool.run(words, in: folder)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("provision-tags: ") })
  }

  @Test(arguments: CommandTable.all.map(\.name))
  func helpIsGivenOnStandardOutput(_ command: String) throws {
    let outcome = try Tool.run([command, "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("usage: provision-tags \(command)"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func theVersionIsOneLine() throws {
    #expect(try Tool.run(["--version"]).output == "provision-tags 0.1.0\n")
  }

  @Test(arguments: [
    ("ja_JP.UTF-8", "エラー", false), ("ja_JP.UTF-8", "ファイルがありません", true), ("zh_CN.UTF-8", "文件不存在", true),
  ])
  func errorsSpeakTheLocalesLanguage(_ locale: String, _ text: String, _ isThere: Bool) throws {
    let errors = try Tool.run(["check", "missing.csv"], environment: ["LC_ALL": locale]).errors
    #expect(errors.contains(text) == isThere)
    #expect(errors.contains("provision-tags: error: "))
  }

  @Test func aRunInAPipeIsWholeLinesWithoutEscapes() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.manifest(rows: 3).write(to: folder.appending(path: "m.csv"), atomically: true, encoding: .utf8)
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains("\u{07}"))
    #expect(outcome.output.contains("(3 of 3)"))
    #expect(outcome.output.hasSuffix("all rows are done: 3 of 3 done, 0 skipped, 0 tags rejected\n"))

    let again = try Tool.run(["write", "m.csv", "--reader", "simulated"], in: folder)
    #expect(again.status == 0)
    #expect(again.output.isEmpty)

    let csv = try Tool.run(["report", "m.log.jsonl", "--format", "csv"], in: folder)
    #expect(csv.output.split(separator: "\r\n").count == 4)
    let text = try Tool.run(["report", "m.log.jsonl"], in: folder)
    #expect(text.output.contains("3 of 3 done"))
    let page = try Tool.run(["report", "m.log.jsonl", "--format", "html", "--output", "r.html"], in: folder)
    #expect(page.status == 0)
    let html = try String(contentsOf: folder.appending(path: "r.html"), encoding: .utf8)
    #expect(html.contains("https://e.org/3"))
    #expect(!html.contains("<script"))
  }

  @Test func eventsAreJSONLinesAndNothingElse() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.manifest(rows: 3).write(to: folder.appending(path: "m.csv"), atomically: true, encoding: .utf8)
    let outcome = try Tool.run(
      ["write", "m.csv", "--events", "--reader", "simulated"], in: folder,
      input: "{\"command\":\"skip\"}\nrubbish\n")
    let events = try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(events.allSatisfy { $0["v"] as? Int == 1 && $0["event"] is String && $0["at"] is String })
    let names = events.compactMap { $0["event"] as? String }
    #expect(names.contains("problem"))
    #expect(names.contains("skipped"))
    #expect(names.last == "ended")
    #expect(events.last?["exit"] as? Int == 1)
    #expect(outcome.status == 1)
  }

  @Test func tagsArePresentedReadAndErased() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"{"tags":[{"chip":"NTAG213","count":2,"polls":3}]}"#
      .write(to: folder.appending(path: "two.json"), atomically: true, encoding: .utf8)
    let read = try Tool.run(
      ["read", "--reader", "simulated:two.json", "--count", "2", "--format", "json"], in: folder)
    #expect(read.status == 0)
    #expect(read.output.split(separator: "\n").count == 2)
    #expect(read.output.contains("\"chip\":\"NTAG213\""))
    let erase = try Tool.run(["erase", "--yes", "--reader", "simulated", "--count", "1"], in: folder)
    #expect(erase.status == 0, "\(erase.errors)")
    #expect(erase.output.hasPrefix("erased: tag "))
  }

  static func manifest(rows: Int) -> String {
    "id,url\n" + (1...rows).map { "A\($0),https://e.org/\($0)\n" }.joined()
  }
}
