/// Judges rows and finds their payloads, in bytes; makes no strings but for faults.
struct RowChecker: Sendable {
  /// What a row says, as ranges of the row's bytes; an empty range is nothing.
  struct Result {
    var id = Row.Cell.absent
    var url = Row.Cell.absent
    /// The index behind the URL's authority, or behind its scheme's colon where there is none.
    var originEnd = 0
    var text = Row.Cell.absent
    var language = Row.Cell.absent
    var uid: UID?
    var lock: Bool?
    /// Whether the payload differs from tag to tag.
    var isPerTag = false
  }

  let urlTemplate: Template?
  let textTemplate: Template?
  /// What the chip is to show in the place of `{mirror}`.
  let mirror: Mirror
  /// The language of texts where no column says it.
  let defaultLanguage: [UInt8]

  /// Judges the row with this number. Placeholders for the tag are filled with zeros, as many
  /// as a UID or the mirror takes.
  func check(_ row: inout Row, columns: Columns, number: Int) -> Result {
    let roles = columns.roles
    var result = Result()
    checkID(&row, roles, number, &result)
    if let urlTemplate {
      result.url = expand(urlTemplate, .url, &row, columns, number, &result)
    } else {
      result.url = row.cell(roles.url)
    }
    if let textTemplate {
      result.text = expand(textTemplate, .text, &row, columns, number, &result)
    } else {
      result.text = row.cell(roles.text)
    }
    if result.url.isEmpty, result.text.isEmpty {
      let source = max(row.cell(roles.url >= 0 ? roles.url : roles.text).source, 0)
      let isURLOnly = roles.text < 0 && textTemplate == nil && (roles.url >= 0 || urlTemplate != nil)
      if row.faults.isEmpty { row.fault(isURLOnly ? .url(.empty) : .noPayload, at: source) }
    }
    if !result.url.isEmpty { result.originEnd = checkURL(&row, result.url) }
    if !result.text.isEmpty {
      if textTemplate == nil { warnOfSpaces(&row, result.text, "text") }
      checkLanguage(&row, roles, &result)
    }
    if roles.uid >= 0 { checkUID(&row, roles, &result) }
    if roles.lock >= 0 { checkLock(&row, roles, &result) }
    return result
  }

  private func checkID(_ row: inout Row, _ roles: Columns.Roles, _ number: Int, _ result: inout Result) {
    let cell = row.cell(roles.id)
    if cell.isEmpty {
      if roles.id >= 0 { row.fault(.missingID, at: max(cell.source, 0)) }
      result.id = row.appendDecimal(number)
    } else {
      warnOfSpaces(&row, cell, "id")
      if SpreadsheetValue.isDamaged(row.bytes, cell.start, cell.end) {
        row.warn(.spreadsheetValue(row.excerpt(cell)), at: max(cell.source, 0))
      }
      result.id = cell
    }
  }

  /// Returns the index behind the URL's authority or scheme.
  private func checkURL(_ row: inout Row, _ cell: Row.Cell) -> Int {
    let judgement = URLSyntax.judge(row.bytes, cell.start, cell.end)
    if let fault = judgement.fault {
      row.fault(.url(fault), at: row.source(of: judgement.index, in: cell))
      return cell.start
    }
    if let odd = URLScheme.warning(row.bytes, cell.start, cell.end) {
      row.warn(odd, at: row.source(of: cell.start, in: cell))
    }
    if judgement.hasUpperCaseScheme { row.warn(.upperCaseScheme, at: row.source(of: cell.start, in: cell)) }
    if judgement.hasNonASCII { row.warn(.nonASCIIURL, at: row.source(of: cell.start, in: cell)) }
    if let bracket = judgement.bracket { row.warn(.unencodedBracket, at: row.source(of: bracket, in: cell)) }
    return judgement.originEnd
  }

  private func checkLanguage(_ row: inout Row, _ roles: Columns.Roles, _ result: inout Result) {
    let cell = row.cell(roles.language)
    if cell.isEmpty {
      result.language = row.append(defaultLanguage)
    } else {
      result.language = cell
      if let fault = LanguageTag.fault(row.bytes, cell.start, cell.end) {
        row.fault(.language(value: row.excerpt(cell), fault), at: max(cell.source, 0))
      }
    }
  }

  private func checkUID(_ row: inout Row, _ roles: Columns.Roles, _ result: inout Result) {
    let cell = row.cell(roles.uid)
    guard !cell.isEmpty else { return }
    // As people copy them: 04:A1:B2:…, 04-A1-…, 04 A1 ….
    let digits = row.bytes[cell.start..<cell.end].filter { $0 != 0x3A && $0 != 0x2D && $0 != 0x20 }
    if let bytes = Hex.decode(digits), [4, 7, 8, 10].contains(bytes.count) {
      result.uid = UID(bytes)
    } else {
      row.fault(.invalidUID(value: row.excerpt(cell)), at: max(cell.source, 0))
    }
  }

  private func checkLock(_ row: inout Row, _ roles: Columns.Roles, _ result: inout Result) {
    let cell = row.cell(roles.lock)
    guard !cell.isEmpty else { return }
    switch row.string(cell).lowercased() {
    case "yes", "true", "1": result.lock = true
    case "no", "false", "0": result.lock = false
    default: row.fault(.invalidLock(value: row.excerpt(cell)), at: max(cell.source, 0))
    }
  }

  private func warnOfSpaces(_ row: inout Row, _ cell: Row.Cell, _ column: String) {
    let (first, last) = (row.bytes[cell.start], row.bytes[cell.end - 1])
    if first == 0x20 || last == 0x20 || first == 0x09 || last == 0x09 {
      row.warn(.surroundingSpace(column: column), at: max(cell.source, 0))
    }
  }

  // MARK: - Templates

  /// Puts a template's payload behind the row.
  private func expand(
    _ template: Template, _ field: TemplateField, _ row: inout Row, _ columns: Columns, _ number: Int,
    _ result: inout Result
  ) -> Row.Cell {
    let start = row.bytes.count
    var source = -1
    for part in template.parts {
      switch part {
      case .literal(let text): row.bytes.append(contentsOf: text.utf8)
      case .uid, .mirror:
        row.bytes.append(contentsOf: (part == .mirror ? mirror : .uid).placeholder)
        result.isPerTag = true
      case .column(let name):
        let cell = self.cell(name, columns, row, result)
        if cell.isEmpty, field == .url {
          row.fault(.missingValue(column: name), at: max(cell.source, 0))
          return .absent
        }
        if source < 0 { source = cell.source }
        row.bytes.append(contentsOf: row.bytes[cell.start..<cell.end])
      }
      guard row.bytes.count - start <= ManifestLimits.cellBytes else {
        row.fault(.cellTooLong(limit: ManifestLimits.cellBytes), at: max(source, 0))
        return .absent
      }
    }
    return Row.Cell(start: start, end: row.bytes.count, source: source)
  }

  private func cell(_ name: String, _ columns: Columns, _ row: Row, _ result: Result) -> Row.Cell {
    guard let number = columns.number(of: name) else { return name == "id" ? result.id : .absent }
    return row.cell(number)
  }

  /// A template's payload as people should see it, with the names of its placeholders and their places.
  func display(
    _ template: Template, _ field: TemplateField, _ row: Row, _ columns: Columns, _ result: Result
  ) -> (text: String, placeholders: [Placeholder]) {
    var text = ""
    var placeholders: [Placeholder] = []
    for part in template.parts {
      switch part {
      case .literal(let literal): text += literal
      case .column(let name): text += row.string(cell(name, columns, row, result))
      case .uid:
        placeholders.append(Placeholder(field: field, kind: .uid, offset: text.utf8.count))
        text += "{uid}"
      case .mirror:
        placeholders.append(Placeholder(field: field, kind: .mirror(mirror), offset: text.utf8.count))
        text += "{mirror}"
      }
    }
    return (text, placeholders)
  }
}

extension Row {
  /// The cell of a column; absent where the row or the manifest has none.
  func cell(_ number: Int) -> Cell { number >= 0 && number < cells.count ? cells[number] : .absent }

  /// Puts bytes behind the row.
  mutating func append(_ value: [UInt8]) -> Cell {
    let start = bytes.count
    bytes.append(contentsOf: value)
    return Cell(start: start, end: bytes.count, source: -1)
  }

  /// Puts a number behind the row.
  mutating func appendDecimal(_ number: Int) -> Cell { append(Array(String(number).utf8)) }
}
