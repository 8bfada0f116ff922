internal import Glibc
internal import Provision

/// `report LOG --check`: whether the log is as it was written, as far as its chain can tell.
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
    let finding: JournalChain.Finding
    var torn = 0
    do throws(JournalError) {
      finding = try JournalChain.check(path: log, including: kept)
      // Where the chain is in order, what the lines say is held against one another too.
      if case .broken = finding {} else { torn = try compare(log) }
    } catch {
      return Failures.tell(error, station)
    }
    return tell(finding, torn, log, isJSON, station)
  }

  /// Holds the lines against one another, and each result's words against its bytes; the bytes of an unfinished line.
  private static func compare(_ log: String) throws(JournalError) -> Int {
    var odd: Int?
    let summary = try JournalReader.forEach(path: log) { entry, line in
      if odd == nil, case .tag(let tag) = entry.event, !tag.hasItsPayload { odd = line }
    }
    if let odd {
      throw .damaged(path: log, line: odd, detail: "url or text is not what ndef holds, which was read back")
    }
    return summary.tornBytes
  }

  private static func tell(
    _ finding: JournalChain.Finding, _ torn: Int, _ log: String, _ isJSON: Bool, _ station: Station
  ) -> ExitStatus {
    var json = JSONLine()
    json.add("v", 1)
    let status: ExitStatus
    switch finding {
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
    if torn > 0 {
      json.add("torn_bytes", torn)
      station.diagnostics.note(.logTorn(path: log, bytes: torn))
    }
    if isJSON { Output.line(json.text) }
    return status
  }
}
