/// The option reference of the documents, made from the commands' tables.
enum OptionReference {
  static func text() -> String {
    var text = """
      # Options

      Made by `provision-tags help --format markdown`; a test keeps it in step. Options take `--name value` and `--name=value`,
      before or after the operand; `--` ends them.


      """
    for command in CommandTable.all { text += section(command) }
    text += "## Exit status\n\n| status | meaning |\n|---|---|\n"
    for status in ExitStatus.allCases { text += "| \(status.rawValue) | \(cell(status.meaning)) |\n" }
    return text
  }

  private static func section(_ command: CommandSpec) -> String {
    let operand = command.operand.map { $0.isRequired ? " \($0.placeholder)" : " [\($0.placeholder)]" } ?? ""
    var text = "## `\(command.name)\(operand)`\n\n"
    text += command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".\n"
    if !command.notes.isEmpty { text += "\n" + command.notes.map { cell($0) + "\n" }.joined() }
    text += "\n| option | meaning | default |\n|---|---|---|\n"
    for option in command.options {
      let name = "--\(option.name.rawValue)" + (option.argument.map { " \($0)" } ?? "")
      text += "| `\(code(name))` | \(cell(option.meaning)) | \(cell(option.standard)) |\n"
    }
    text += "\n" + command.examples.map { "    \($0)\n" }.joined()
    let exits = command.exits.map { "\($0.rawValue)" }.joined(separator: ", ")
    return text + "\nExit status: \(exits).\n\n"
  }

  /// A bar ends a cell of a table, in code too.
  private static func code(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static func cell(_ text: String) -> String {
    code(text).replacing("<", with: "&lt;").replacing("*", with: "\\*")
  }
}
