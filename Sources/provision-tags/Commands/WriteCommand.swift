internal import Provision

/// `write MANIFEST`: the main job.
enum WriteCommand {
  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    try OperatedWalk(arguments: arguments, station: station).run()
  }
}

/// `resume LOG`: the same walk, with the manifest's place and every option from the log.
enum ResumeCommand {
  /// Options of this command that replace those of the run.
  private static let replacing: [OptionName] = [
    .reader, .only, .from, .events, .screen, .soundCommand, .quiet, .locale, .yes,
  ]

  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    guard let log = arguments.operand else { return .usage }
    let latest: JournalEntry.Run?
    do throws(JournalError) {
      latest = try JournalReader.latestRun(path: log)
    } catch {
      return Failures.tell(error, station)
    }
    guard let latest else {
      station.diagnostics.error(.logEmpty(path: log), hint: .hintLogEmpty(log: log))
      return .badInput
    }
    var recorded = latest.options
    recorded["log"] = log
    var again = try Arguments(command: CommandTable.write, operand: latest.manifestPath, recorded: recorded)
    // A redo is done once; the log says that it was.
    again.values[.redo] = nil
    // Another part of the manifest takes the place of the run's.
    if arguments.has(.only) || arguments.has(.from) {
      again.values[.only] = nil
      again.values[.from] = nil
    }
    for name in replacing where arguments.has(name) { again.values[name] = arguments.text(name) }
    let speaking = station.speaking(again.text(.locale))
    return try OperatedWalk(arguments: again, station: speaking).run()
  }
}
