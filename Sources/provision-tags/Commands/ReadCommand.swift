internal import Provision

/// `read`: shows what is on the tags presented.
enum ReadCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    let isJSON = arguments.text(.format) == "json"
    return TagJobCommand(arguments, station).run { reader, options, control, tell in
      TagJob(.read, reader: reader, options: options, control: control).run(tell)
    } onServed: { event in
      guard case .read(let report) = event else { return }
      Output.line(
        isJSON ? TagReportJSON.line(report).text : TagReportText.lines(report, station.words))
    }
  }
}
