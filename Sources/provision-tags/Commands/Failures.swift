internal import Provision

/// Tells the library's errors, and gives the status that goes with each.
enum Failures {
  static func tell(_ error: WriteJobError, _ station: Station) throws(UsageError) -> ExitStatus {
    switch error {
    case .manifest(let error): return tell(error, station)
    case .journal(.cannotOpen(let path, let code)):
      // It was to be made, so that a folder is missing and not the log.
      station.diagnostics.error(
        .logCannotOpen(path: path, reason: Wording.reason(code)), hint: .hintLogCannotOpen)
      return .cannotCreate
    case .journal(let error): return tell(error, station)
    case .scope(.noSuchRow(let id)):
      station.diagnostics.error(.requestNoRow(id: id))
      return .usage
    case .rowsChanged(let rows):
      for row in rows.prefix(ManifestLimits.issues) {
        station.diagnostics.error(.rowChanged(row: row.row, id: row.id, uid: row.uid.description))
      }
      if rows.count > ManifestLimits.issues {
        station.diagnostics.note(.moreErrors(count: rows.count - ManifestLimits.issues))
      }
      if rows.allSatisfy({ $0.id == String($0.row) }) { station.diagnostics.hint(.hintRowsByNumber) }
      station.diagnostics.hint(.hintRowChanged(ids: rows.prefix(20).map(\.id).joined(separator: ",")))
      return .badInput
    }
  }

  static func tell(_ error: JournalError, _ station: Station) -> ExitStatus {
    let wording = Wording.message(error)
    var place: Diagnostics.Place?
    if case .damaged(let path, let line, _) = error { place = Diagnostics.Place(path: path, line: line) }
    station.diagnostics.error(wording.text, at: place, hint: wording.hint)
    return ExitStatus(error)
  }

  /// Everything that is wrong with a manifest, each with its place, and what to do.
  static func tell(
    _ error: ManifestError, _ station: Station, hint: Message = .hintMendManifest
  ) -> ExitStatus {
    for issue in error.issues {
      station.diagnostics.error(
        station.words.text(issue.kind),
        at: Diagnostics.Place(path: error.path, line: issue.line, column: issue.column))
    }
    if error.omitted > 0 { station.diagnostics.note(.moreErrors(count: error.omitted)) }
    station.diagnostics.hint(error.isNoSuchFile ? .hintFileMissing : hint)
    return ExitStatus(error)
  }

  /// What is worth a look in a manifest that can be used.
  static func tellWarnings(of manifest: Manifest, _ station: Station) {
    switch manifest.values {
    case .none: break
    case .urls: station.diagnostics.note(.valuesAreURLs(path: manifest.path))
    case .texts: station.diagnostics.note(.valuesAreTexts(path: manifest.path))
    }
    if manifest.skippedBlankRows > 0 {
      station.diagnostics.note(.blankRows(path: manifest.path, count: manifest.skippedBlankRows))
    }
    for issue in manifest.warnings {
      station.diagnostics.warning(
        station.words.text(issue.kind),
        at: Diagnostics.Place(path: manifest.path, line: issue.line, column: issue.column))
    }
    if manifest.omittedWarnings > 0 {
      station.diagnostics.note(.moreWarnings(count: manifest.omittedWarnings))
    }
  }
}
