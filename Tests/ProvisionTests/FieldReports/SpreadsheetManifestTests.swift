internal import Foundation
internal import Testing

@testable internal import Provision

/// Manifests as spreadsheets save them: each is read as it was meant or refused by name; never is it read as something else.
@Suite("A manifest from a spreadsheet") struct SpreadsheetManifestTests {
  /// What is made of the file: its rows, or what is said against it.
  enum Reading: Equatable {
    case rows([ShortRow])
    case refused([ManifestIssue.Kind])
  }

  static func read(_ bytes: [UInt8], _ options: ManifestOptions = ManifestOptions()) throws -> Reading {
    let fixture = try ManifestFixture(bytes)
    let issues = fixture.issues(options)
    return issues.isEmpty ? .rows(try fixture.rows(options).map(ShortRow.init)) : .refused(issues.map(\.kind))
  }

  // MARK: Byte order marks

  static let columns = [
    "url": "https://e.com/1", "id": "A1", "text": "x", "lang": "de", "lock": "no", "code": "7",
  ]
  static let marks: [(name: String, encode: @Sendable (String) -> [UInt8])] = [
    ("UTF-8", { [0xEF, 0xBB, 0xBF] + Array($0.utf8) }),
    ("UTF-16LE", { utf16($0, bigEndian: false, mark: true) }),
    ("UTF-16BE", { utf16($0, bigEndian: true, mark: true) }),
  ]

  /// dotCMS/core#36508, getodk/javarosa#687, MainfluxLabs/mainflux#1268: the mark became part of the first column's name,
  /// whatever that was, and nobody was told.
  @Test(arguments: columns.keys.sorted(), 0..<marks.count)
  func aByteOrderMarkIsNoPartOfTheFirstName(first: String, mark: Int) throws {
    let names = [first] + Self.columns.keys.sorted().filter { $0 != first }
    let options = ManifestOptions(urlTemplate: "https://e.com/{code}")
    for (delimiter, quote, ending) in [
      (",", "", "\r\n"), (";", "", "\n"), ("\t", "\"", "\r"), (",", "\"", "\n"),
    ] {
      func line(_ cells: [String]) -> String {
        cells.map { quote + $0 + quote }.joined(separator: delimiter) + ending
      }
      let text = line(names) + line(names.map { Self.columns[$0] ?? "" })
      let plain = try Self.read(Array(text.utf8), options)
      #expect(plain == .rows([ShortRow("A1", "https://e.com/7", "x", line: 2)]))
      #expect(try Self.read(Self.marks[mark].encode(text), options) == plain, "\(Self.marks[mark].name)")
      let languages = try ManifestFixture(Self.marks[mark].encode(text)).rows(options).map(\.language)
      #expect(languages == ["de"])
    }
  }

  /// A program that adds a mark to a file that has one.
  @Test(arguments: ["id,url", "url,id", "code,url,id"])
  func aSecondMarkIsNoPartOfItEither(header: String) throws {
    let row = header.split(separator: ",").map { Self.columns[String($0)] ?? "" }.joined(separator: ",")
    let reading = try Self.read([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + "\(header)\n\(row)\n".utf8)
    #expect(reading == .rows([ShortRow("A1", "https://e.com/1", line: 2)]))
  }

  @Test func aNeededColumnThatIsMissingIsNamed() throws {
    for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      #expect(
        try Self.read(mark + "link,id\nhttps://e.com/1,A1\n".utf8)
          == .refused([.noPayloadColumn(columns: ["link", "id"], suggestion: nil)]))
      #expect(
        try Self.read(
          mark + "cod,url\n7,https://e.com/1\n".utf8, ManifestOptions(urlTemplate: "https://e.com/{code}"))
          == .refused([.templateColumn(.url, name: "code", suggestion: "cod")]))
    }
  }

  // MARK: Delimiters

  /// asafdav/ng-csv#28, ryancramerdesign/ImportPagesCSV#9: another delimiter than the comma.
  @Test(arguments: [";", "\t", "|", ","], ["\n", "\r\n", "\r"])
  func aDelimiterIsFoundInTheHeader(delimiter: String, ending: String) throws {
    for url in ["https://e.com/?a=1,2", "https://e.com/?a=1;2", "https://e.com/"]
    where !url.contains(delimiter) {
      let text = "url\(delimiter)id\(ending)\(url)\(delimiter)A1\(ending)"
      #expect(try Self.read(Array(text.utf8)) == .rows([ShortRow("A1", url, line: 2)]))
    }
  }

  @Test(arguments: [":", " ", "^", "~", "#", "/", "·", " - ", "\u{1F}"])
  func aDelimiterThatIsNotKnownIsRefusedAndNoRowIsMadeOfTheLine(delimiter: String) throws {
    let lines = ["url\(delimiter)id", "https://e.com/?a=1,2\(delimiter)A1", "https://e.com/2\(delimiter)A2"]
    #expect(
      try Self.read(Array(lines.joined(separator: "\n").utf8))
        == .refused([.noPayloadColumn(columns: [lines[0]], suggestion: nil)]))
  }

  @Test(arguments: ["|", ":", "~", "^"]) func anyDelimiterIsTakenByName(delimiter: Character) throws {
    let text = "id\(delimiter)text\nA1\(delimiter)a,b;c\n"
    #expect(
      try Self.read(Array(text.utf8), ManifestOptions(delimiter: delimiter))
        == .rows([ShortRow("A1", nil, "a,b;c", line: 2)]))
  }

  /// Values that only look like a table.
  @Test func aColumnOfTextsKeepsItsSigns() throws {
    #expect(
      try Self.read(Array("Smith | Anna\nJones | Bert\n".utf8))
        == .rows([ShortRow("1", nil, "Smith | Anna", line: 1), ShortRow("2", nil, "Jones | Bert", line: 2)]))
  }

  // MARK: Encodings

  static let texts = ["x", "Zoë", "日本語", "한글", "😳", "e\u{301}", "Ā\u{A00}\u{D00}"]

  /// saurabhav88/EnviousWispr#1687: UTF-16 that was taken for Latin-1, every other byte a NUL.
  @Test(arguments: texts, [(false, true), (true, true), (false, false), (true, false)])
  func utf16IsReadOrRefusedAndNeverFullOfZeros(text: String, form: (bigEndian: Bool, mark: Bool)) throws {
    let bytes = utf16("id,text\r\nA1,\(text)\r\n", bigEndian: form.bigEndian, mark: form.mark)
    #expect(try Self.read(bytes) == .rows([ShortRow("A1", nil, text, line: 2)]))
    // Cut in the middle of a unit, or of a surrogate pair.
    for cut in 1..<bytes.count {
      guard case .rows(let rows) = try Self.read(Array(bytes.prefix(cut))) else { continue }
      #expect(rows.allSatisfy { !($0.text ?? "").unicodeScalars.contains("\0") && !$0.id.contains("\0") })
    }
  }

  /// UTF-32 begins as UTF-16 does where it is little-endian.
  @Test(arguments: [false, true]) func utf32IsNotTakenForUTF16(bigEndian: Bool) throws {
    let bytes = "\u{FEFF}id,text\nA1,x😳\n".unicodeScalars.flatMap { scalar -> [UInt8] in
      let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) }
      return bigEndian ? bytes.reversed() : bytes
    }
    #expect(try Self.read(bytes) == .rows([ShortRow("A1", nil, "x😳", line: 2)]))
  }

  // MARK: Lines

  /// swiftcsv/SwiftCSV#4, Daniel1of1/CSwiftV#6: line breaks in quotes split the row, and empty lines in them vanished.
  @Test(arguments: [
    "line1\n\nline3", "\n", "\n\n\n", "a\r\n\r\nb", "\rx\r", "x\n", "\nx", "a\n,b\n\"\"c\"\"\nd",
  ])
  func lineBreaksInQuotesStayAndCount(text: String) throws {
    let physical = 1 + text.replacing("\r\n", with: "\n").count { $0 == "\n" || $0 == "\r" }
    for ending in ["\n", "\r\n", "\r"] {
      let head = "id,text\(ending)A1,\"\(text)\"\(ending)"
      #expect(
        try Self.read(Array("\(head)A2,x\(ending)".utf8))
          == .rows([
            ShortRow("A1", nil, text.replacing("\"\"", with: "\""), line: 2),
            ShortRow("A2", nil, "x", line: 2 + physical),
          ]))
      let fixture = try ManifestFixture("\(head)A2,\"x\(ending)")
      #expect(fixture.issues() == [ManifestIssue(line: 2 + physical, column: 4, kind: .unclosedQuote)])
    }
  }

  /// swiftcsv/SwiftCSV#56: lone CR, which an old spreadsheet saves, made one line of the whole file.
  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\n", "\r\n", "\r"])
  func eachLineEndingEndsALine(ending: String, last: String) throws {
    let lines = ["url,id", "https://e.com/1,A1", "https://e.com/2,A2"]
    let reading = try Self.read(Array((lines.joined(separator: ending) + last).utf8))
    #expect(
      reading
        == .rows([ShortRow("A1", "https://e.com/1", line: 2), ShortRow("A2", "https://e.com/2", line: 3)]))
  }

  /// pbogre/jetlog#34: each row was said to have a column too few, and the reason was elsewhere.
  @Test(arguments: [2, 3, 7, 50]) func everyRowOfTheWrongWidthIsNamedWithItsLine(width: Int) throws {
    let header = (["id", "url"] + (2..<width).map { "c\($0)" }).prefix(width).joined(separator: ",")
    var text = header + "\n"
    var expected: [ManifestIssue] = []
    for (line, cells) in zip(2..., [width, width + 1, width, width - 1, width + 20, 1]) {
      let row = ["A\(line)", "https://e.com/\(line)"] + Array(repeating: "x", count: max(0, cells - 2))
      text += row.prefix(cells).joined(separator: ",") + "\n"
      guard cells != width else { continue }
      expected.append(ManifestIssue(line: line, column: 1, kind: .fieldCount(found: cells, expected: width)))
    }
    #expect(try ManifestFixture([0xEF, 0xBB, 0xBF] + text.utf8).issues() == expected)
  }

  /// Daniel1of1/CSwiftV#6, and rows of nothing but delimiters, which spreadsheets leave at the end.
  @Test(arguments: [
    (",,\n\n\n", 3), ("\n,,\n", 2), (",,\r\n,,\r\n\r\n", 3), ("\"\",\"\",\"\"\n", 1), (",,", 1),
    ("\n\n\n\n", 4),

  ])
  func blankRowsAreCountedAndNeverWritten(tail: String, count: Int) throws {
    let rows = (1...3).map { "A\($0),https://e.com/\($0),\n" }.joined()
    for place in ["end", "middle"] {
      let text = "id,url,text\n" + (place == "end" ? rows + tail : tail + rows)
      guard place == "end" || tail.last?.isNewline == true else { continue }
      let manifest = try ManifestFixture(text).open()
      #expect(manifest.count == 3, "\(place)")
      #expect(manifest.skippedBlankRows == count, "\(place)")
    }
  }

  /// A row of spaces is no empty row, and no record either.
  @Test func aRowOfSpacesIsNamed() throws {
    guard case .refused(let kinds) = try Self.read(Array("id,url,text\nA1,https://e.com/1,\n , , \n".utf8))
    else {
      Issue.record("taken")
      return
    }
    #expect(!kinds.isEmpty)
  }
}
