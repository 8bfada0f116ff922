internal import Provision

/// `readers`: lists readers that open, and says of the others what is wrong and what mends it.
enum ReadersCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    let asked = arguments.text(.reader)
    let names = asked.map { [$0] } ?? ReaderDirectory.connectionStrings()
    var found = 0
    for name in names {
      do throws(ReaderError) {
        let reader = try LibNFCReader(connectionString: name)
        Output.line(station.words.text(.readersFound(name: reader.name, connection: name)))
        found += 1
      } catch {
        report(error, connectionString: name, station)
      }
    }
    if names.isEmpty { report(.noneFound, connectionString: nil, station) }
    return found > 0 ? .done : .noReader
  }

  /// The error and everything that was found out about its cause.
  static func report(_ error: ReaderError, connectionString: String?, _ station: Station) {
    let wording = Wording.message(error)
    let findings: [ReaderDiagnosis] =
      switch error {
      case .noneFound, .cannotOpen: ReaderDiagnosis.examine(connectionString: connectionString)
      default: []
      }
    station.diagnostics.error(wording.text, hint: findings.isEmpty ? wording.hint : nil)
    for finding in findings {
      let wording = Wording.message(finding)
      station.diagnostics.finding(wording.text, hint: wording.hint)
    }
  }
}
