/// Help texts, made from the commands' tables.
enum Help {
  /// The help of the program.
  static func overview() -> String {
    var text = """
      provision-tags writes NFC tags in batches from a manifest, verifies each and logs it.

      usage: \(Tool.name) COMMAND [OPTIONS] …

      commands:

      """
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    for command in CommandTable.all {
      text += "  \(padded(command.name, to: width))  \(command.summary)\n"
    }
    text += """

      options:
        --help     the help of the program or, after a command, of that command
        --version  the version

      example:
        \(Tool.name) check badges.csv
        \(Tool.name) write badges.csv

      exit status:

      """
    return text + exits(ExitStatus.allCases)
  }

  /// The help of one command.
  static func of(_ command: CommandSpec) -> String {
    var synopsis = "usage: \(Tool.name) \(command.name) [OPTIONS]"
    if let operand = command.operand {
      synopsis += operand.isRequired ? " \(operand.placeholder)" : " [\(operand.placeholder)]"
    }
    var text = "\(Tool.name) \(command.name): \(command.summary)\n\n\(synopsis)\n"
    if !command.notes.isEmpty { text += "\n" + command.notes.map { $0 + "\n" }.joined() }
    text += "\noptions:\n"
    for option in command.options {
      text += "  --\(option.name.rawValue)\(option.argument.map { " \($0)" } ?? "")\n"
      let standard = option.standard.isEmpty ? "" : " [default: \(option.standard)]"
      text += wrapped(option.meaning + standard, indent: 8)
    }
    text += "\nexample:\n" + command.examples.map { "  \($0)\n" }.joined()
    return text + "\nexit status:\n" + exits(command.exits)
  }

  private static func exits(_ statuses: [ExitStatus]) -> String {
    statuses.map { status in
      let number = "\(status.rawValue)"
      return "  \(padded(number, to: 2))  \(status.meaning)\n"
    }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 80 {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(margin + line)
    return lines.map { $0 + "\n" }.joined()
  }
}
