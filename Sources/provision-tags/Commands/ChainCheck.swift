internal import Glibc
internal import Provision

/// `report LOG --check`: whether the log is as it was written.
enum ChainCheck {
  static func run(_ log: String, _ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus
  {
    for other in [OptionName.output, .bom] where arguments.has(other) {
      throw .conflict("--check", "--\(other.rawValue)")
    }
    let isJSON = arguments.text(.format) == "json"
    if let format = arguments.text(.format), format != "text", !isJSON {
      throw .conflict("--check", "--format \(format)")
    }
    let kept = arguments.text(.digest)
    if let kept, kept.utf8.count != 64 || !kept.utf8.allSatisfy({ isxdigit(Int32($0)) != 0 }) {
      throw .noDigest(kept)
    }
    let check: LogCheck
    do throws(JournalError) {
      check = try LogCheck(log: log, including: kept)
    } catch {
      return Failures.tell(error, station)
    }
    return tell(check, log, isJSON, station)
  }

  private static func tell(
    _ check: LogCheck, _ log: String, _ isJSON: Bool, _ station: Station
  ) -> ExitStatus {
    var json = JSONLine()
    json.add("v", 1)
    let status: ExitStatus
    switch check.finding {
    case .intact(let lines, let digest):
      json.add("chain", "whole")
      json.add("lines", lines)
      json.add("digest", digest)
      if !isJSON {
        Output.line(station.words.text(.chainWhole(lines: lines)))
        Output.line(station.words.text(.chainDigest(digest: digest)))
      }
      status = .done
    case .notChained:
      json.add("chain", "none")
      station.diagnostics.error(.logNotChained(path: log), hint: .hintLogNotChained)
      status = .undone
    case .broken(let line):
      json.add("chain", "broken")
      json.add("line", line)
      station.diagnostics.error(
        .chainBroken, at: Diagnostics.Place(path: log, line: line), hint: .hintLogDamaged)
      status = .badInput
    case .lacksDigest(let lines):
      json.add("chain", "cut")
      json.add("lines", lines)
      station.diagnostics.error(.chainLacksDigest(path: log, lines: lines), hint: .hintLogDamaged)
      status = .badInput
    }
    if check.tornBytes > 0 {
      json.add("torn_bytes", check.tornBytes)
      station.diagnostics.note(.logTorn(path: log, bytes: check.tornBytes))
    }
    if isJSON { Output.line(json.text) }
    return status
  }
}
