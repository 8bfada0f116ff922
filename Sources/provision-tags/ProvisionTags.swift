internal import Glibc

/// The program: finds the command, parses its line, runs it, and ends with its status.
@main
enum ProvisionTags {
  static func main() {
    Output.takeStandardDescriptors()
    // A limit on the size of files is an error of the write that meets it.
    signal(SIGXFSZ, SIG_IGN)
    let station = Station()
    let status = run(Array(CommandLine.arguments.dropFirst()), station)
    exit(Output.settle(status, station).rawValue)
  }

  private static func run(_ words: [String], _ station: Station) -> ExitStatus {
    do throws(UsageError) {
      guard let first = words.first else { throw .noCommand }
      switch first {
      case "--help", "-h":
        Output.write(Help.overview(), to: STDOUT_FILENO)
        return .done
      case "--version", "-V":
        Output.line(Tool.title)
        return .done
      default: break
      }
      guard let command = CommandTable.command(first) else {
        if first.hasPrefix("-") { throw .unknownOption(first, command: Tool.name, suggestion: nil) }
        let nearest = Suggestion.nearest(to: first, in: CommandTable.all.map(\.name))
        throw .unknownCommand(first, suggestion: nearest)
      }
      var arguments = try Arguments(command: command, parsing: Array(words.dropFirst()))
      if arguments.has(.help) {
        Output.write(Help.of(command), to: STDOUT_FILENO)
        return .done
      }
      let status = arguments.takeStation(station.speaking(arguments.text(.locale)))
      guard status == .done else { return status }
      return try dispatch(arguments, station.speaking(arguments.text(.locale)))
    } catch {
      station.diagnostics.error(error.message, hint: error.hint)
      return .usage
    }
  }

  private static func dispatch(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    switch arguments.command.name {
    case "write": try WriteCommand.run(arguments, station)
    case "resume": try ResumeCommand.run(arguments, station)
    case "check": try CheckCommand.run(arguments, station)
    case "read": ReadCommand.run(arguments, station)
    case "audit": AuditCommand.run(arguments, station)
    case "report": try ReportCommand.run(arguments, station)
    case "erase": try EraseCommand.run(arguments, station)
    case "readers": ReadersCommand.run(arguments, station)
    case "simulate": SimulateCommand.run(arguments, station)
    case "completions": CompletionsCommand.run(arguments)
    default: HelpCommand.run(arguments)
    }
  }
}
