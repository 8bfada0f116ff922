internal import Provision

/// `erase`: makes tags blank again.
enum EraseCommand {
  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    if !arguments.has(.yes), try !station.confirm(.confirmErase) { return .undone }
    let command = TagJobCommand(arguments, station)
    let status = command.run { reader, options, control, tell in
      TagJob(.erase, reader: reader, options: options, control: control).run(tell)
    } onServed: { event in
      guard case .erased(let tag) = event else { return }
      Output.line(station.words.text(.eraseDone(uid: tag.uid.description, chip: tag.chip)))
    }
    return status == .done && command.failed > 0 ? .undone : status
  }
}
