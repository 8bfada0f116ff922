internal import Glibc
internal import Provision

/// `report LOG`: what a run came to, from its log alone.
enum ReportCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    guard let log = arguments.operand else { return .usage }
    let format = arguments.text(.format) ?? "text"
    var report = RunReport(keepsTags: format != "text")
    do throws(JournalError) {
      let summary = try JournalReader.forEach(path: log) { entry, _ in report.take(entry) }
      report.finish(summary.history)
    } catch {
      return Failures.tell(error, station)
    }
    let text =
      switch format {
      case "csv": (arguments.has(.bom) ? "\u{FEFF}" : "") + report.csv()
      case "json": report.json() + "\n"
      case "html": ReportPage(report: report, words: station.words).html()
      default: report.lines(station.words).map { $0 + "\n" }.joined()
      }
    if let path = arguments.text(.output) {
      return FileOutput.replace(path, with: text, station) ? .done : .cannotCreate
    }
    return Output.write(text, to: STDOUT_FILENO) ? .done : .ioError
  }
}
