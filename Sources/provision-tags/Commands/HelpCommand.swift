internal import Glibc

/// `help [COMMAND]`.
enum HelpCommand {
  static func run(_ arguments: Arguments) -> ExitStatus {
    let command = arguments.operand.flatMap(CommandTable.command)
    return Output.write(command.map(Help.of) ?? Help.overview(), to: STDOUT_FILENO) ? .done : .ioError
  }
}
