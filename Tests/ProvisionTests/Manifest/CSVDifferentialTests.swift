import Foundation
import Testing

@testable import Provision

/// Python's `csv` module as an independent reader of the same files.
private enum PythonCSV {
  static let interpreter = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let script = """
    import csv, json, sys
    rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), delimiter=sys.argv[2], strict=True))
    json.dump([row for row in rows if any(row)], sys.stdout)
    """

  static func read(_ path: String, delimiter: String) throws -> [[String]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(interpreter))
    process.arguments = ["-c", script, path, delimiter]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([[String]].self, from: data)
  }
}

@Suite struct CSVDifferentialTests {
  static let pieces = ["a", "é", "👨‍👩‍👧", "\"", ",", ";", "\t", "\r\n", "\n", " ", "x1", "日本", "'", ""]

  @Test(.enabled(if: PythonCSV.interpreter != nil, "needs python3"), arguments: [",", ";", "\t"])
  func cellsAreThoseThatPythonReads(delimiter: String) throws {
    var text = ["id", "text", "note"].joined(separator: delimiter) + "\r\n"
    for row in 0..<400 {
      let cells =
        ["r\(row)"]
        + (0..<2).map { _ in
          "v" + (0..<Int.random(in: 0...6)).map { _ in Self.pieces.randomElement() ?? "" }.joined()
        }
      let spelled = cells.map { cell -> String in
        let needsQuotes = cell.unicodeScalars.contains { "\"\r\n,;\t".unicodeScalars.contains($0) }
        guard needsQuotes || Bool.random() else { return cell }
        return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      }
      text += spelled.joined(separator: delimiter) + ["\n", "\r\n", "\n\r\n"][row % 3]
    }
    let fixture = try ManifestFixture(text)
    let expected = try PythonCSV.read(fixture.path, delimiter: delimiter).dropFirst()
    let rows = try fixture.rows(ManifestOptions(textTemplate: "{text}|{note}"))
    #expect(rows.map { [$0.id, $0.text ?? ""] } == expected.map { [$0[0], $0[1] + "|" + $0[2]] })
  }
}
