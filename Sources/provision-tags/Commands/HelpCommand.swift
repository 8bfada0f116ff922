internal import Glibc

/// `help [COMMAND]`.
enum HelpCommand {
  static func run(_ arguments: Arguments) -> ExitStatus {
    let text =
      switch arguments.text(.format) {
      case "man": ManualPage.text()
      case "markdown": OptionReference.text()
      default: arguments.operand.flatMap(CommandTable.command).map(Help.of) ?? Help.overview()
      }
    return Output.write(text, to: STDOUT_FILENO) ? .done : .ioError
  }
}
