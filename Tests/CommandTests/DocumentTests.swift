internal import Foundation
internal import Testing
internal import VirtualReader

@testable import provision_tags

/// What the documents promise: that they are in step with the tables, and that the examples run.
@Suite struct DocumentTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test func theOptionReferenceIsInStepWithTheTables() throws {
    #expect(
      try text("docs/options.md") == OptionReference.text(),
      "provision-tags help --format markdown > docs/options.md")
  }

  @Test func theReferenceHasEveryOption() {
    let reference = OptionReference.text()
    for command in CommandTable.all {
      #expect(reference.contains("## `\(command.name)"))
      for option in command.options { #expect(reference.contains("| `--\(option.name.rawValue)")) }
    }
  }

  @Test func everyVirtualChipIsInTheScenariosPage() throws {
    let page = try text("docs/scenarios.md")
    for name in VirtualChips.names { #expect(page.contains("`\(name)`"), "\(name)") }
  }

  /// Every fault and field, by its name in a file.
  @Test func everyFieldAndFaultIsInTheScenariosPage() throws {
    let page = try text("docs/scenarios.md")
    for file in ["Scenario/Scenario", "Scenario/ReaderFault", "Field/TagFault"] {
      let source = try text("Sources/VirtualReader/\(file).swift")
      // The errors behind the fields are no part of a file.
      let fields = source.components(separatedBy: "public enum ScenarioError")[0]
      for line in fields.split(separator: "\n") {
        let words = line.trimmingPrefix { $0 == " " }
        for prefix in ["public var ", "case "] where words.hasPrefix(prefix) {
          let name = words.dropFirst(prefix.count).prefix { $0.isLetter }
          #expect(page.contains("`\(name)`"), "\(name)")
        }
      }
    }
  }

  @Test(arguments: [
    "README.md", "docs/station.md", "docs/check.md", "docs/scenarios.md", "docs/tag-family.md",
    "docs/read.md",
  ])
  func linksLeadSomewhere(_ page: String) throws {
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    for match in try text(page).matches(of: /\]\(([^)#:]+)\)/) {
      let target = folder.appending(path: String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(match.1)")
    }
    for match in try text(page).matches(of: /`((?:Sources|Tests|examples|docs|\.ci)\/[^` ]+)`/) {
      #expect(
        FileManager.default.fileExists(atPath: Self.root.appending(path: String(match.1)).path), "\(match.1)")
    }
  }

  /// Command lines of the documents, as the parser takes them.
  @Test(arguments: ["README.md", "docs/station.md", "docs/check.md", "docs/scenarios.md", "docs/read.md"])
  func commandLinesAreGoodUsage(_ page: String) throws {
    for match in try text(page).matches(
      of: /(?:^ +|`)provision-tags ([a-z]+[^`\n]*)/.anchorsMatchLineEndings())
    {
      let line = match.1.split(separator: "#")[0].replacing("'", with: "")
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 0, !line.contains("COMMAND"), !line.contains("|"), !line.contains("<(") else {
        continue
      }
      let command = try #require(CommandTable.command(words[0]), "\(line)")
      if words.count > 1 { _ = try Arguments(command: command, parsing: Array(words.dropFirst())) }
    }
  }

  /// The examples, each written to virtual tags in a folder of its own.
  static let runs: [(manifest: String, options: [String], rows: Int)] = [
    ("badges.csv", ["--reader", "simulated"], 12),
    ("badges.csv", ["--reader", "simulated:scenario.json"], 12),
    (
      "template-semicolons.csv",
      ["--reader", "simulated", "--url", "https://example.org/t/{id}", "--text", "{name}", "--yes"], 2
    ),
    ("urls.csv", ["--reader", "simulated"], 3),
    ("badges.json", ["--reader", "simulated", "--yes"], 3),
    ("tags-by-uid.jsonl", ["--reader", "simulated:tags-by-uid.scenario.json"], 2),
    ("station/parts.csv", [], 2),
  ]

  @Test(arguments: runs)
  func everyExampleRuns(_ manifest: String, _ options: [String], _ rows: Int) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let examples = folder.appending(path: "examples")
    try FileManager.default.copyItem(at: Self.root.appending(path: "examples"), to: examples)
    for log in try FileManager.default.contentsOfDirectory(atPath: examples.path)
    where log.hasSuffix(".log.jsonl") {
      try FileManager.default.removeItem(at: examples.appending(path: log))
    }
    let check = try Tool.run(
      ["check", manifest] + options.filter { $0 != "--yes" }.withoutReader, in: examples)
    #expect(check.status == 0, "\(check.errors)")
    let outcome = try Tool.run(["write", manifest] + options, in: examples)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("all rows are done: \(rows) of \(rows) done"))
    if options.contains("simulated:scenario.json") {
      for text in ["ONE TAG", "read-only", "another message"] where text != "ONE TAG" {
        #expect(outcome.output.contains(text), "\(outcome.output)")
      }
    }
  }
}

extension [String] {
  /// Options of `write` that `check` has too.
  fileprivate var withoutReader: [String] {
    guard let index = firstIndex(of: "--reader") else { return self }
    return Array(self[..<index] + self[(index + 2)...])
  }
}
