internal import Provision

/// Knows files that an earlier run of this program made by how they begin, so that nothing else is written over.
enum OwnFile {
  /// How a dump of `simulate` begins.
  static let dumpStart = "{\"v\":1,\"tags\":["

  static func isDump(_ beginning: [UInt8]) -> Bool { beginning.starts(with: dumpStart.utf8) }

  /// Whether it is a report in any of its forms, in any language.
  static func isReport(_ beginning: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let table = beginning.starts(with: mark) ? beginning.dropFirst(mark.count) : beginning[...]
    if table.starts(with: (ReportCSV.columns.joined(separator: ",") + "\r\n").utf8) { return true }
    if beginning.starts(with: "{\"version\":\(ReportJSON.version),\n\"summary\":".utf8) { return true }
    let text = String(decoding: beginning, as: UTF8.self)
    if text.hasPrefix("<!DOCTYPE html>") {
      return text.contains("content=\"default-src 'none'; style-src 'unsafe-inline'")
    }
    return isText(text.prefix { !$0.isNewline })
  }

  /// The first line of a report in words: the run's, or the counts of a log without one.
  private static func isText(_ line: Substring) -> Bool {
    Language.allCases.contains { language in
      let run = language.text(.reportRun(manifest: "\u{1}", reader: "\u{1}")).split(
        separator: "\u{2401}", omittingEmptySubsequences: false)
      let isRun =
        run.count == 3 && line.hasPrefix(run[0]) && line.contains(run[1]) && line.hasSuffix(run[2])
      return isRun || line == language.text(.lineTotals(done: 0, total: 0, skipped: 0, rejected: 0))
    }
  }
}
