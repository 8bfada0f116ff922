internal import Foundation
internal import Testing

@testable import provision_tags

/// Completion scripts and the man page, in the programs that they are for, where these are installed.
@Suite struct ShellTests {
  static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = Tool.environment.merging([
      "PATH": "\(Tool.url.deletingLastPathComponent().path):/usr/bin:/bin",
      "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "TERM": "dumb",
    ]) { $1 }
    let output = folder.appending(path: ".out")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// The words before the cursor, the last one being completed, and what is offered.
  static let cases: [(words: [String], offered: [String])] = [
    (["provision-tags", "wr"], ["write"]),
    (["provision-tags", "re"], ["resume", "read", "report", "readers"]),
    (["provision-tags", "write", "--ret"], ["--retries"]),
    (["provision-tags", "check", "--format", "j"], ["json"]),
    (["provision-tags", "write", "--format", ""], ["csv", "json", "jsonl"]),
    (["provision-tags", "write", "bad"], ["badges.csv"]),
    (["provision-tags", "write", "badges.csv", "--config", "st"], ["station.json"]),
    (["provision-tags", "completions", ""], ["bash", "zsh", "fish"]),
    (["provision-tags", "report", "--b"], ["--bom"]),
  ]

  private func folder() throws -> URL {
    let folder = try Tool.folder()
    for name in ["badges.csv", "station.json"] { try Data().write(to: folder.appending(path: name)) }
    for shell in ["bash", "zsh", "fish"] {
      try Data(Completions.script(for: shell).utf8).write(to: folder.appending(path: ".\(shell)"))
    }
    return folder
  }

  @Test(.enabled(if: path(of: "bash") != nil), arguments: cases)
  func bashOffers(_ words: [String], _ offered: [String]) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      "source .bash; COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _provision_tags; "
      + "printf '%s\\n' \"${COMPREPLY[@]}\""
    let output = try run("/bin/bash", ["--norc", "-c", script], in: folder)
    #expect(output.split(separator: "\n").map(String.init).sorted() == offered.sorted())
  }

  @Test(.enabled(if: path(of: "bash") != nil))
  func bashOffersValuesBehindAnEqualsSign() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (words, offered) in [("--format = j", "json\njsonl\n"), ("--format =", "csv\njson\njsonl\n")] {
      let count = words.split(separator: " ").count
      let script =
        "source .bash; COMP_WORDS=(provision-tags write \(words)); COMP_CWORD=\(count + 1); _provision_tags; "
        + "printf '%s\\n' \"${COMPREPLY[@]}\""
      #expect(try run("/bin/bash", ["--norc", "-c", script], in: folder) == offered)
    }
  }

  @Test(.enabled(if: path(of: "fish") != nil), arguments: cases)
  func fishOffers(_ words: [String], _ offered: [String]) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let fish = try #require(Self.path(of: "fish"))
    let line = words.joined(separator: " ")
    let output = try run(fish, ["--no-config", "-c", "source .fish; complete -C '\(line)'"], in: folder)
    let names = output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    // fish offers a nearby match too where nothing begins with the word.
    #expect(names.sorted() == offered.sorted())
  }

  @Test(.enabled(if: path(of: "zsh") != nil), arguments: cases)
  func zshOffers(_ words: [String], _ offered: [String]) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let zsh = try #require(Self.path(of: "zsh"))
    // A shell in a terminal of its own; what compadd is given goes to a file.
    let inner =
      "autoload -Uz compinit; compinit -u -D; source ./.zsh; "
      + "compadd () { local -a _found; builtin compadd -O _found \"$@\"; print -rl -- $_found >> ./.found; "
      + "builtin compadd \"$@\" }; PROMPT='ready>'; bindkey '^I' complete-word; unsetopt ZLE_RPROMPT_INDENT"
    try Data((inner + "\n").utf8).write(to: folder.appending(path: ".setup"))
    let line = words.joined(separator: " ")
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'source ./.setup; print loaded''ed'
      zpty -r -m shell _ '*loadeded*'
      zpty -w -n shell '\(line)'$'\\t'
      for i in {1..1200}; do [[ -s .found ]] && break; sleep 0.05; done
      sleep 0.2
      zpty -d shell
      sort -u .found 2>/dev/null
      """
    let output = try run(zsh, ["-f", "-c", script], in: folder)
    let names = Set(output.split(separator: "\n").map(String.init))
    #expect(names.isSuperset(of: offered), "\(names)")
  }

  @Test(.enabled(if: path(of: "groff") != nil))
  func theManPageIsCleanRoff() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(ManualPage.text().utf8).write(to: folder.appending(path: "p.1"))
    let groff = try #require(Self.path(of: "groff"))
    #expect(try run(groff, ["-man", "-Tutf8", "-ww", "-z", "p.1"], in: folder) == "")
  }

  @Test func theManPageHasEveryCommandAndOption() {
    let page = ManualPage.text().replacing("\\-", with: "-")
    for command in CommandTable.all {
      #expect(page.contains(".SS \(command.name)"))
      for option in command.options { #expect(page.contains(".B --\(option.name.rawValue)")) }
    }
  }
}
