internal import Glibc

/// `completions SHELL`.
enum CompletionsCommand {
  static func run(_ arguments: Arguments) -> ExitStatus {
    Output.write(Completions.script(for: arguments.operand ?? "bash"), to: STDOUT_FILENO) ? .done : .ioError
  }
}
