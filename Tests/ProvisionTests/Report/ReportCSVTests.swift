internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct ReportCSVTests {
  static let python = "/usr/bin/env"

  static func csv(_ results: [JournalEntry.Done], _ options: ReportCSV = ReportCSV()) throws -> ReportBuffer {
    let log = try LogFile(results: results)
    defer { withExtendedLifetime(log) {} }
    var buffer = ReportBuffer()
    try options.write(RunReport(log: log.path), to: &buffer)
    return buffer
  }

  /// What R84 and R85 of the field report, and what else a spreadsheet may run.
  static let dangerous = [
    "=HYPERLINK(\"http://x\",\"y\")", "-1", "@a", "\t=1", "+49 30", "\r\n=1+1", "\"=1+1\"", " =1",
    "\u{FF1D}1",
    "\0=1", "\n\n@x", "\u{FEFF}=1", "\u{200B}=1", "\u{A0}\u{3000}=1", "\u{2212}1", "a;=1+1;b", "a\t=1",
    "a\n+1", "a; \"-1", "\u{FE66}1",
  ]
  static let harmless = [
    "", "a=1", "plain", "https://example.org/?a=1&b=-2", "'tis", "'=1", "x;'=1", "a;b", "Zoë, \"Z\"\n2",
    "007", "a;'b", "''",
    ";'",
    "\u{1F600} \u{5C71}",
  ]

  /// A cell can start a formula at its start, and wherever another list separator would start a cell.
  private static func isDangerous(_ cell: String) -> Bool {
    cell.unicodeScalars.split(omittingEmptySubsequences: false) { ";\t\r\n".unicodeScalars.contains($0) }
      .contains { part in
        let first = part.first {
          !($0.properties.isWhitespace || $0.value < 0x20 || $0 == "\""
            || [0xFEFF, 0x200B].contains($0.value))
        }
        return first.map {
          "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FE66}\u{2212}".unicodeScalars.contains($0)
        }
          ?? false
      }
  }

  @Test(arguments: dangerous + harmless)
  func aGuardedCellRunsNothingAndCanBeUndone(value: String) {
    let cell = SpreadsheetGuard.guarded(value)
    #expect(!Self.isDangerous(cell))
    #expect(SpreadsheetGuard.unguarded(cell) == value)
    if Self.dangerous.contains(value) { #expect(Self.isDangerous(value) && cell != value) }
  }

  @Test func anyTextCanBeUndone() {
    var random = SeededGenerator(seed: 84)
    let pieces = ["'", ";", "\t", "\r", "\n", "=", "-", "a", " ", "\"", "\0", "\u{FF1D}", ","]
    for _ in 0..<2000 {
      let value = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }
      .joined()
      #expect(
        SpreadsheetGuard.unguarded(SpreadsheetGuard.guarded(value)).unicodeScalars.elementsEqual(
          value.unicodeScalars))
      #expect(!Self.isDangerous(SpreadsheetGuard.guarded(value)), "\(value.debugDescription)")
    }
  }

  @Test(arguments: [
    ("04A1B2C3D4E580", false), ("04123456789012", true), ("0451E345678901", true), ("1DEC2012", true),
    ("12FEB199", true), ("12345678", true), ("04E1E345678901", false), ("0412345678901A", false),
  ])
  func aUIDThatIsANumberOrADayToASpreadsheetGetsATab(uid: String, isGuarded: Bool) {
    #expect(SpreadsheetGuard.guardedUID(uid) == (isGuarded ? "\t" + uid : uid))
  }

  @Test func theTableIsAsDocumented() throws {
    let uid = UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])
    var options = ReportCSV()
    options.bom = true
    let result = LogFile.result(1, uid: uid, url: "https://e.org/1,2", text: "=1 \"a\"")
    #expect(
      try Self.csv([result], options).bytes
        == Array(
          ("\u{FEFF}uid,id,row,url,text,chip,locked,protected,at\r\n"
            + "04A1B2C3D4E580,id1,1,\"https://e.org/1,2\",\"'=1 \"\"a\"\"\",NTAG213,false,false,2026-11-30T06:53:00.123Z\r\n")
            .utf8))
  }

  /// Python's `csv`, an independent reader, gets every value back by the documented rule.
  @Test(arguments: [true, false])
  func pythonReadsEveryCellUnharmed(guarded: Bool) throws {
    let values = Self.dangerous + Self.harmless + Self.obeyed
    let uids = (0..<values.count).map { index in
      UID([0x04, UInt8(index * 37 & 0xFF), 0xE3, UInt8(index), 0x12, 0x90, 0x80])
    }
    var results = values.enumerated().map { index, value in
      LogFile.result(index + 1, uid: uids[index], id: "id\(index)" + value, url: value, text: value)
    }
    for hex in ["04123456789012", "0451E345678901", "1DEC2012"] {
      results.append(LogFile.result(results.count + 1, uid: try #require(UID(hex: hex))))
    }
    var options = ReportCSV()
    options.guarded = guarded
    let buffer = try Self.csv(results, options)
    let file = try LogFile(buffer.bytes)
    defer { withExtendedLifetime(file) {} }
    let script = """
      import csv, json, re, sys
      def plain(cell):
        if sys.argv[2] != "1": return cell
        cell = re.sub(r"(^|[;\\t\\r\\n])'", r"\\1", cell)
        return re.sub(r"\\\\u([0-9A-F]{4})", lambda m: chr(int(m[1], 16)), cell)
      rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
      print(json.dumps([[r["uid"].strip("\\t"), plain(r["id"]), plain(r["url"]), plain(r["text"])] for r in rows]))
      """
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = ["python3", "-c", script, file.path, guarded ? "1" : "0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let rows = try #require(JSONSerialization.jsonObject(with: data) as? [[String]])
    #expect(rows.count == results.count)
    for (row, result) in zip(rows, results) {
      #expect(row == [result.uid.description, result.id, result.url ?? "", result.text ?? ""])
    }
  }

  /// What a terminal obeys, and what looks like its escape.
  static let obeyed = [
    "\u{1B}]0;owned\u{07}", "\u{9B}31m", "a\rb", "a\r\nb\tc", "\u{202E}gpj\u{202C}", "\u{2066}x\u{2069}",
    "\u{2028}",
    "\u{7F}", "\\u001B", "\\\\u001B", "\\u00", "C:\\users\\new", "\\u00e9",
    "caf\u{E9} \u{2014} \u{201E}x\u{201C}", "\u{1B}\u{1B}\\",
    "\u{8}=1", "\u{1B};=1",
  ]

  @Test(arguments: obeyed + dangerous + harmless)
  func noTableSpeaksToATerminal(_ value: String) throws {
    let uid = UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])
    let text = try Self.csv([LogFile.result(1, uid: uid, id: value, url: value, text: value)]).text
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      #expect(last != "\r" || scalar == "\n", "a lone CR")
      let isKept = ["\t", "\r", "\n"].contains(scalar)
      #expect(isKept || scalar.properties.generalCategory != .control)
      #expect(![0x2028, 0x2029].contains(scalar.value))
      #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
      last = scalar
    }
    let escaped = ControlEscape.escaped(value)
    #expect(ControlEscape.unescaped(escaped).unicodeScalars.elementsEqual(value.unicodeScalars))
  }

  @Test func anyTextCanBeUnescaped() {
    var random = SeededGenerator(seed: 6)
    let pieces = ["\\", "u", "0", "1", "B", "\u{1B}", "\r", "\n", "\u{202E}", "e", "\u{85}"]
    for _ in 0..<3000 {
      let value = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      let escaped = ControlEscape.escaped(value)
      #expect(
        ControlEscape.unescaped(escaped).unicodeScalars.elementsEqual(value.unicodeScalars),
        "\(value.debugDescription)")
    }
  }

  @Test func aSinkThatFailsIsTold() throws {
    struct Full: Error, Equatable {}
    struct Sink: ReportSink { mutating func write(_ bytes: [UInt8]) throws(Full) { throw Full() } }
    let log = try LogFile(Recorded.bytes)
    defer { withExtendedLifetime(log) {} }
    let report = try RunReport(log: log.path)
    var sink = Sink()
    #expect(throws: ReportError<Full>.sink(Full())) { try ReportCSV().write(report, to: &sink) }
  }
}
