internal import Foundation
internal import Testing

/// Manifests with every kind of fault that a row or a header can have: each is named with its place, and all at once.
@Suite struct FaultyManifestTests {
  /// A line of the manifest, and for each fault in it the column and what is said.
  typealias Line = (text: String, faults: [(column: Int, text: String)])

  static let csv: [Line] = [
    ("id,url,text,lang,uid,lock", []),
    ("R1,https://e.org/1,Zoë,de,04A1B2C3D4E5F6,yes", []),
    ("R2,e.org/2,,,,", [(4, "the URL has no scheme")]),
    ("R3,https://e.org/a b,,,,", [(19, "a space (U+0020) in the URL")]),
    ("R4,https://e.org/4 ,,,,", [(19, "a space (U+0020) behind the URL")]),
    ("R5,https://e.org/5\u{A0}x,,,,", [(19, "a space (U+00A0) in the URL")]),
    ("R6,https://e.org/\u{01}6,,,,", [(18, "a control character (U+0001)")]),
    ("R7,https://e.org/100%,,,,", [(21, "% without two hexadecimal digits")]),
    ("R8,https://e.org/<8>,,,,", [(18, "the character U+003C in the URL")]),
    ("R9,https:///9,,,,", [(12, "the URL has no host")]),
    ("R10,https://e.org:99999/,,,,", [(18, "the URL's port is no number")]),
    ("R11,,,,,", [(5, "neither a URL nor a text")]),
    (",https://e.org/12,,,,", [(1, "no id in this row")]),
    ("R1,https://e.org/13,,,,", [(1, "id R1 is that of row 1 (line 2) already")]),
    ("R14,,Hallo,de_DE,,", [(12, "de_DE is no language tag; did you mean de-DE?")]),
    (
      "R15,,Hallo,\(String(repeating: "abcdefgh-", count: 7))a,,",
      [(12, "language abcdefgh-abcdefgh-abcdefgh-abcdefgh-abc… has 64 characters")]
    ),
    ("R16,https://e.org/16,,,04XY,", [(24, "04XY is no UID")]),
    ("R17,https://e.org/17,,,04A1B2C3D4E5F6,", [(24, "tag 04A1B2C3D4E5F6 is that of row 1")]),
    ("R18,https://e.org/18,,,,maybe", [(25, "lock is yes or no, not maybe")]),
    (
      "R19,https://e.org/19,a \"quoted\" word,,,",
      [(24, "a quotation mark in the middle"), (31, "a quotation mark in the middle")]
    ),
    ("R20,https://e.org/20", [(1, "2 cells, 6 expected")]),
    ("R21,https://e.org/21,,,,,extra", [(1, "7 cells, 6 expected")]),
    ("R22,,\(String(repeating: "x", count: 70_000)),,,", [(6, "a cell of more than 65536 bytes")]),
    ("R23,https://e.org/\u{FFFF}23,,,,", [(19, "these bytes are no UTF-8")]),
    ("R24,https://e.org/24,a\u{00}b,,,", [(23, "a NUL character")]),
    ("R25,\"https://e.org/25\"x,,,,", [(23, "a quotation mark in the middle")]),
    ("R26,https://e.org:x/,,,,", [(18, "the URL's port is no number")]),
    ("R27,,Hallo,é,,", [(12, "é is no language tag")]),
    ("R28,https://e.org/28,\"never closed,,,", [(22, "the quotation mark here is never closed")]),
  ]

  static let json: [Line] = [
    ("[", []), (#" {"id": "A1", "url": "https://e.org/1"},"#, []),
    (#" {"id": "A2", "url": ["x"]},"#, [(22, "url can't be array")]),
    (#" {"id": "A3", "url": "https://e.org/3", "id": "A4"},"#, [(41, "the key id stands here twice")]),
    (" 17,", [(2, "a row must be an object or a string")]),
    (#" "https://e.org/5","#, [(2, "rows are objects or strings, not both")]),
    (#" {"id": "A7", "url": "https://e.org/7",}"#, [(40, "no valid JSON")]), ("]", []),
  ]

  private func outcome(_ bytes: [UInt8], _ name: String, _ options: [String] = []) throws -> Tool.Outcome {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: name))
    return try Tool.run(["check", name] + options, in: folder)
  }

  private func expectAll(_ lines: [Line], in outcome: Tool.Outcome, _ name: String) {
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    let expected = lines.enumerated().flatMap { number, line in
      line.faults.map { (place: "\(name):\(number + 1):\($0.column): ", text: $0.text) }
    }
    #expect(errors.count == expected.count)
    for (error, fault) in zip(errors, expected) {
      #expect(error.hasPrefix("provision-tags: error: \(fault.place)\(fault.text)"), "\(error)")
    }
  }

  @Test func everyFaultOfACSVFileIsNamedAtItsPlace() throws {
    // U+FFFF stands for a byte that no UTF-8 has; the ë above it says that the file is UTF-8 all the same.
    var bytes: [UInt8] = []
    for line in Self.csv {
      for scalar in line.text.unicodeScalars {
        bytes += scalar == "\u{FFFF}" ? [0xFF] : Array(String(scalar).utf8)
      }
      bytes.append(0x0A)
    }
    expectAll(Self.csv, in: try outcome(bytes, "m.csv"), "m.csv")
  }

  @Test func everyFaultOfAJSONFileIsNamedAtItsPlace() throws {
    let text = Self.json.map { $0.text + "\n" }.joined()
    expectAll(Self.json, in: try outcome(Array(text.utf8), "m.json"), "m.json")
  }

  static let whole: [(name: String, text: String, options: [String], error: String)] = [
    ("m.csv", "", [], "m.csv: the file is empty"),
    ("m.csv", "id,url\n", [], "m.csv: there are no rows"),
    ("m.xlsx", "PK\u{3}\u{4}\u{14}\0", [], "m.xlsx: a spreadsheet program's own file; save the table as CSV"),
    (
      "m.csv", "id,ulr\nA,https://e.org\n", [],
      "m.csv:1: no column url or text; the columns are: id, ulr; did you mean"
    ),
    ("m.csv", "url,URL\nhttps://e.org,x\n", [], "m.csv:1:5: two columns are called URL"),
    (
      "m.csv", "hello\nhttps://e.org/1\n", [], "m.csv:1:1: the other values are URLs, this one is none: hello"
    ),
    (
      "m.csv", "id,code\nA,1\nB,\n", ["--url", "https://e.org/{code}"],
      "m.csv:3:3: the column code, which the template uses, is empty here"
    ),
    (
      "m.csv", "id,code\nA,1\n", ["--url", "https://e.org/{cdoe}"],
      "m.csv: --url: no column cdoe; did you mean code?"
    ),
    ("m.csv", "id,code\nA,1\n", ["--url", "https://e.org/{code"], "m.csv: --url: { without } at 15"),
    ("m.csv", "url\nhttps://e.org\n", ["--encoding", "utf-88"], "m.csv: unknown encoding utf-88"),
    ("m.json", #"{"url":"https://e.org"}"#, [], "is one JSON object; an array of rows is needed"),
    ("m.json", "[1", [], "m.json:1:2: a row must be an object or a string"),
  ]

  @Test(arguments: whole)
  func whatIsWrongWithTheWholeFileIsNamed(
    _ name: String, _ text: String, _ options: [String], _ error: String
  ) throws {
    let outcome = try outcome(Array(text.utf8), name, options)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
  }

  @Test func thereAreThirtyKindsAndMore() {
    let rows = (Self.csv + Self.json).flatMap { $0.faults.map(\.text) }
    #expect(Set(rows).count + Self.whole.count >= 30)
  }
}
