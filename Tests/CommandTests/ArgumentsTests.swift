internal import Testing

@testable import provision_tags

@Suite struct ArgumentsTests {
  private func write(_ words: [String]) throws(UsageError) -> Arguments {
    try Arguments(command: CommandTable.write, parsing: words)
  }

  @Test(arguments: [
    ["m.csv", "--retries", "5", "--lock"], ["m.csv", "--retries=5", "--lock"],
    ["--retries=5", "m.csv", "--lock"],
    ["--lock", "--retries", "5", "m.csv"], ["--lock", "--retries", "5", "--", "m.csv"],
  ])
  func valuesMayStandApartOrBehindAnEqualsSign(_ words: [String]) throws {
    let arguments = try write(words)
    #expect(arguments.operand == "m.csv")
    #expect(arguments.number(.retries) == 5)
    #expect(arguments.has(.lock))
    #expect(arguments.recorded == ["retries": "5", "lock": "true"])
  }

  @Test(arguments: [
    (["m.csv", "--url", "--text"], ["url": "--text"]), (["m.csv", "--url=a=b"], ["url": "a=b"]),
    (["m.csv", "--delimiter", "tab"], ["delimiter": "tab"]),
    (["m.csv", "--delimiter=;"], ["delimiter": ";"]),
    (["m.csv", "--lang=zh-Hant"], ["lang": "zh-Hant"]),
  ])
  func valuesAreTakenAsTheyStand(_ words: [String], _ values: [String: String]) throws {
    #expect(try write(words).recorded == values)
  }

  @Test(arguments: [
    ([], UsageError.missingOperand("MANIFEST", command: "write")),
    (["a", "b"], .extraOperand("b", command: "write")),
    (["m", "--reader"], .missingArgument(option: "--reader", placeholder: "CONNSTRING")),
    (["m", "--lock=yes"], .unexpectedArgument(option: "--lock")),
    (["m", "--retrys", "3"], .unknownOption("--retrys", command: "write", suggestion: "--retries")),
    (["m", "--retr", "3"], .unknownOption("--retr", command: "write", suggestion: "--retries")),
    (["m", "--retr=3"], .unknownOption("--retr", command: "write", suggestion: "--retries")),
    (["m", "--zzz"], .unknownOption("--zzz", command: "write", suggestion: nil)),
    (["m", "-x"], .unknownOption("-x", command: "write", suggestion: nil)),
    (["m", "--retries", "0"], .outOfRange(name: "--retries", value: "0", 1...100)),
    (["m", "--retries", "101"], .outOfRange(name: "--retries", value: "101", 1...100)),
    (["m", "--retries", "three"], .outOfRange(name: "--retries", value: "three", 1...100)),
    (["m", "--format=xls"], .badValue(name: "--format", value: "xls", expected: "csv, json, jsonl")),
    (["m", "--delimiter=ab"], .badValue(name: "--delimiter", value: "ab", expected: ", ; | tab")),
    (["m", "--lang=ru_RU"], .badValue(name: "--lang", value: "ru_RU", expected: "BCP 47 (en, ja, zh-Hant)")),
    (["m", "--log="], .badValue(name: "--log", value: "", expected: "FILE")),
    (["m", "--lock", "--lock"], .repeated(option: "--lock")),
    (["m", "--chip=a", "--chip", "b"], .repeated(option: "--chip")),
  ])
  func mistakesAreNamed(_ words: [String], _ expected: UsageError) {
    #expect(throws: expected) { try write(words) }
  }

  @Test(arguments: [
    ("wirte", "write"), ("writ", "write"), ("reprot", "report"), ("reader", "readers"), ("Write", "write"),
    ("xyzzy", nil), ("", nil),
  ])
  func mistypedCommandsAreGuessed(_ word: String, _ guess: String?) {
    #expect(Suggestion.nearest(to: word, in: CommandTable.all.map(\.name)) == guess)
  }

  @Test func aLoggedRunsOptionsComeBackAsTheyWere() throws {
    let words = ["m.csv", "--url=https://e.org/{id}", "--lock", "--only", "A,B", "--retries=7"]
    let first = try write(words)
    let again = try Arguments(command: CommandTable.write, operand: "m.csv", recorded: first.recorded)
    #expect(again.recorded == first.recorded)
    let newer = try Arguments(
      command: CommandTable.write, operand: "m", recorded: ["from-a-later-version": "1"])
    #expect(newer.recorded.isEmpty)
  }

  @Test(arguments: CommandTable.all.map(\.name))
  func helpNamesEveryOptionAndDefault(_ name: String) throws {
    let command = try #require(CommandTable.command(name))
    let help = Help.of(command)
    let flat = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for option in command.options {
      #expect(help.contains("  --\(option.name.rawValue)\(option.argument.map { " \($0)" } ?? "")\n"))
      if !option.standard.isEmpty { #expect(flat.contains("[default: \(option.standard)]")) }
    }
    for status in command.exits { #expect(flat.contains("\(status.rawValue) \(status.meaning)")) }
    for example in command.examples { #expect(help.contains(example)) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test(arguments: CommandTable.all)
  func examplesInTheHelpAreGoodUsage(_ command: CommandSpec) throws {
    for example in command.examples {
      let words = example.split(separator: " | ")[0].replacing("source <(", with: "").replacing(")", with: "")
        .replacing("'", with: "")
        .split(separator: " ").map(String.init)
      let used = try #require(CommandTable.command(words[1]))
      _ = try Arguments(command: used, parsing: Array(words.dropFirst(2)))
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsHaveEveryCommandAndOption(_ shell: String) {
    let script = Completions.script(for: shell)
    for command in CommandTable.all {
      #expect(script.contains(command.name))
      for option in command.options {
        #expect(script.contains(shell == "fish" ? "-l \(option.name.rawValue)" : "--\(option.name.rawValue)"))
      }
    }
  }
}
