internal import Glibc
internal import Provision

/// `check MANIFEST`: validates and plans, without a reader.
enum CheckCommand {
  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    guard let path = arguments.operand else { return .usage }
    let isJSON = arguments.text(.format) == "json"
    if arguments.has(.only), arguments.has(.from) { throw .conflict("--only", "--from") }
    try ShieldOptions.checkMirror(arguments)
    let chip = try chip(arguments)
    let site: AppSiteAssociation?
    switch AssociationFile.load(arguments.text(.aasa), station) {
    case .loaded(let file): site = file
    case .failed(let status): return status
    }
    do throws(ManifestError) {
      let manifest = try Manifest(path: path, options: ManifestOptions(arguments, station))
      let scope = try scope(of: manifest, arguments)
      switch scope {
      case .failure(let missing):
        station.diagnostics.error(.requestNoRow(id: missing.id))
        return .usage
      case .success(let rows):
        guard let summary = try ManifestSummary(manifest, rows: rows, chip: chip, site: site) else {
          return .badInput
        }
        let text: String
        if isJSON {
          text = summary.json().text + "\n"
        } else {
          Failures.tellWarnings(of: manifest, station)
          text = CheckPage(summary: summary, words: station.words).text
        }
        guard Output.write(text, to: STDOUT_FILENO) else { return .ioError }
        return summary.isFitting ? .done : .badInput
      }
    } catch {
      if isJSON { Output.line(json(error)) }
      return Failures.tell(error, station, hint: .hintMendChecked)
    }
  }

  /// The chip that `--chip` names.
  static func chip(_ arguments: Arguments) throws(UsageError) -> ChipCatalogue.Chip? {
    guard let name = arguments.text(.chip) else { return nil }
    if let chip = ChipCatalogue.chip(named: name) { return chip }
    throw .unknownChip(name, suggestion: Suggestion.nearest(to: name, in: ChipCatalogue.chips.map(\.name)))
  }

  /// An id that no row has.
  private struct MissingRow: Error {
    var id: String
  }

  /// The indices that `--only` or `--from` leave; nil for all rows.
  private static func scope(
    of manifest: Manifest, _ arguments: Arguments
  ) throws(ManifestError) -> Result<[Int]?, MissingRow> {
    if let first = arguments.text(.from) {
      guard let index = try manifest.index(ofID: first) else { return .failure(MissingRow(id: first)) }
      return .success(Array(index..<manifest.count))
    }
    guard let list = arguments.text(.only) else { return .success(nil) }
    var rows: Set<Int> = []
    for id in list.split(separator: ",").map(String.init) {
      guard let index = try manifest.index(ofID: id) else { return .failure(MissingRow(id: id)) }
      rows.insert(index)
    }
    return .success(rows.sorted())
  }

  private static func json(_ error: ManifestError) -> String {
    var document = JSONLine()
    document.add("v", 1)
    document.add("manifest", error.path)
    document.add("valid", false)
    document.add("errors", error.issues.map { ManifestSummary.json($0) })
    document.add("errors_omitted", error.omitted)
    return document.text
  }
}
