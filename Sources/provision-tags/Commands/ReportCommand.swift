internal import Glibc
internal import Provision

/// `report LOG`: what a run came to, from its log alone.
enum ReportCommand {
  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    guard let log = arguments.operand else { return .usage }
    // A digest is of use for nothing else.
    if arguments.has(.check) || arguments.has(.digest) { return try ChainCheck.run(log, arguments, station) }
    if arguments.has(.bom), arguments.text(.format) != "csv" { throw .needs("--bom", "--format csv") }
    let report: RunReport
    do throws(JournalError) { report = try RunReport(log: log) } catch {
      return Failures.tell(error, station)
    }
    guard let path = arguments.text(.output) else {
      var sink = DescriptorSink(descriptor: STDOUT_FILENO)
      return write(report, arguments, station, to: &sink, otherwise: .ioError)
    }
    // A run's log and its manifest are never written over by what is made of them.
    for input in [log, report.run?.manifestPath].compactMap({ $0 }) where FileOutput.isSame(path, input) {
      station.diagnostics.error(.outputIsInput(path: path), hint: .hintOtherName)
      return .cannotCreate
    }
    guard FileOutput.mayWrite(path, station, over: OwnFile.isReport) else { return .cannotCreate }
    var status = ExitStatus.cannotCreate
    let isPlaced = FileOutput.replace(path, station) { descriptor in
      var sink = DescriptorSink(descriptor: descriptor)
      status = write(report, arguments, station, to: &sink, otherwise: .ioError)
      return status == .done
    }
    return isPlaced ? .done : status == .done ? .ioError : status
  }

  private static func write(
    _ report: RunReport, _ arguments: Arguments, _ station: Station, to sink: inout DescriptorSink,
    otherwise failed: ExitStatus
  ) -> ExitStatus {
    do throws(ReportError<DescriptorSink.Closed>) {
      switch arguments.text(.format) {
      case "csv":
        var csv = ReportCSV()
        csv.bom = arguments.has(.bom)
        try csv.write(report, to: &sink)
      case "json": try ReportJSON().write(report, to: &sink)
      case "html":
        var page = ReportPage()
        page.zone = LocalZone.name(at: report.last ?? 0)
        try page.write(report, to: &sink)
      default:
        let text = ReportText.lines(report, station.words).map { $0 + "\n" }.joined()
        do throws(DescriptorSink.Closed) { try sink.write(Array(text.utf8)) } catch { throw .sink(error) }
      }
      return .done
    } catch {
      switch error {
      case .journal(let error): return Failures.tell(error, station)
      case .sink: return failed
      }
    }
  }
}

/// An export to a file or to standard output.
private struct DescriptorSink: ReportSink {
  /// The other end is gone, or the disk is full; `errno` says which.
  struct Closed: Error {}

  let descriptor: Int32

  mutating func write(_ bytes: [UInt8]) throws(Closed) {
    guard Output.write(String(decoding: bytes, as: UTF8.self), to: descriptor) else { throw Closed() }
  }
}

/// The time zone of this computer as people name it.
private enum LocalZone {
  /// `CET (UTC+01:00)`, as it is at this time (milliseconds since 1970).
  static func name(at milliseconds: Int64) -> String? {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil, let zone = parts.tm_zone else { return nil }
    let minutes = abs(parts.tm_gmtoff) / 60
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let sign = parts.tm_gmtoff < 0 ? "\u{2212}" : "+"
    return "\(String(cString: zone)) (UTC\(sign)\(two(minutes / 60)):\(two(minutes % 60)))"
  }
}
