internal import Provision

/// `check MANIFEST`: validates and plans, without a reader.
enum CheckCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    guard let path = arguments.operand else { return .usage }
    // `--format json` names the manifest's form where it is a JSON file, and always the report's.
    let isJSON = arguments.text(.format) == "json"
    var options = ManifestOptions(arguments, station)
    if isJSON, !path.lowercased().hasSuffix(".json") { options.format = nil }
    do throws(ManifestError) {
      let manifest = try Manifest(path: path, options: options)
      let summary = try ManifestSummary(manifest, chip: arguments.text(.chip), only: arguments.text(.only))
      if isJSON {
        Output.line(summary.json(manifest))
      } else {
        Failures.tellWarnings(of: manifest, station)
        for line in summary.lines(manifest, station.words) { Output.line(line) }
      }
      return summary.tooBig.isEmpty ? .done : .badInput
    } catch {
      if isJSON { Output.line(json(error, station)) }
      return Failures.tell(error, station)
    }
  }

  private static func json(_ error: ManifestError, _ station: Station) -> String {
    var document = JSONLine()
    document.add("v", 1)
    document.add("manifest", error.path)
    document.add("valid", false)
    document.add("errors", error.issues.map { ManifestSummary.json($0) })
    document.add("omitted", error.omitted)
    return document.text
  }
}
