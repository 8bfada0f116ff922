internal import Provision

/// Tells the library's errors, and gives the status that goes with each.
enum Failures {
  static func tell(_ error: JournalError, _ station: Station) -> ExitStatus {
    let wording = Wording.message(error)
    var place: Diagnostics.Place?
    if case .damaged(let path, let line, _) = error { place = Diagnostics.Place(path: path, line: line) }
    station.diagnostics.error(wording.text, at: place, hint: wording.hint)
    return ExitStatus(error)
  }
}
