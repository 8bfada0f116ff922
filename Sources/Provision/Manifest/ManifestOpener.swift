/// Decides how a manifest is to be read: encoding, format, delimiter, templates.
struct ManifestOpener {
  let path: String
  let options: ManifestOptions
  let file: ManifestFile
  let checker: RowChecker
  var issues = IssueList()
  private let delimiter: UInt8?

  init(_ path: String, _ options: ManifestOptions) throws(ManifestError) {
    self.path = path
    self.options = options
    let language = options.language ?? "en"
    if let fault = LanguageTag.fault(language) {
      issues.add(ManifestIssue(kind: .language(value: language, fault)))
    }
    var delimiter: UInt8?
    if let character = options.delimiter {
      delimiter = character.asciiValue
      // The ASCII value of CRLF as a character is LF.
      if delimiter == nil || character.isNewline || delimiter == 0x22 || delimiter == 0 {
        issues.add(ManifestIssue(kind: .invalidDelimiter(String(character))))
      }
    }
    self.delimiter = delimiter
    let urlTemplate = Self.template(options.urlTemplate, .url, &issues)
    let textTemplate = Self.template(options.textTemplate, .text, &issues)
    if urlTemplate?.hasMirror == true, let position = textTemplate?.mirrorPosition {
      issues.add(ManifestIssue(kind: .template(.text, .secondMirror(position: position))))
    }
    checker = RowChecker(
      urlTemplate: urlTemplate, textTemplate: textTemplate, mirror: options.mirror,
      defaultLanguage: Array(language.utf8))
    file = try ManifestFile(path: path)
    if file.size == 0 { issues.add(ManifestIssue(kind: .emptyFile)) }
    guard issues.isEmpty else { throw failure(issues) }
  }

  private static func template(
    _ text: String?, _ field: TemplateField, _ issues: inout IssueList
  ) -> Template? {
    guard let text else { return nil }
    do throws(TemplateFault) {
      return try Template(text)
    } catch {
      issues.add(ManifestIssue(kind: .template(field, error)))
      return nil
    }
  }

  func failure(_ issues: IssueList) -> ManifestError {
    ManifestError(path: path, issues: issues.issues, omitted: issues.omitted)
  }

  /// What the file says, or everything that is wrong with it.
  func open() throws(ManifestError) -> Manifest.Parts {
    let first = try beginning(of: file, at: 0)
    // PK ZIP: .xlsx, .ods, .numbers; the other is an OLE compound file: .xls.
    if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) || first.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw ManifestError(path, .workbook)
    }
    var encoding = TextEncoding.detect(first[...])
    if let name = options.encoding {
      guard let named = TextEncoding.named(name, first[...]) else {
        throw ManifestError(path, .unknownEncoding(name: name))
      }
      encoding = named
    }
    var mayFallBack = false
    if case .utf8(let hasMark) = encoding { mayFallBack = !hasMark && options.encoding == nil }
    if let parts = try read(encoding, isLenient: !mayFallBack) { return parts }
    // Not UTF-8. With valid sequences of UTF-8 in it, it is a damaged UTF-8 file and not one of another encoding.
    let isUTF8 = try Self.hasUTF8Sequence(file)
    if !isUTF8, let candidates = try EncodingGuess.candidates(file) {
      throw ManifestError(path, .encodingNeeded(candidates: candidates))
    }
    let fallback: TextEncoding = isUTF8 ? encoding : .named("WINDOWS-1252", markBytes: 0)
    guard var parts = try read(fallback, isLenient: true) else { throw ManifestError(path, .changed) }
    parts.contents.warnings.add(ManifestIssue(kind: .assumedEncoding(name: fallback.name)))
    return parts
  }

  private func beginning(of file: ManifestFile, at offset: Int) throws(ManifestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try file.read(into: &bytes, at: 0, offset: offset)
    return Array(bytes.prefix(count))
  }

  /// nil where the bytes are no UTF-8 and `isLenient` is false.
  private func read(_ encoding: TextEncoding, isLenient: Bool) throws(ManifestError) -> Manifest.Parts? {
    var text = file
    var offset = encoding.markBytes
    if case .named = encoding {
      text = try TextConverter.convert(file, from: encoding)
      offset = 0
    }
    var beginning = try beginning(of: text, at: offset)
    // A mark that a second program put before the first one's is no part of a name or value either.
    while beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset += 3
      beginning.removeFirst(3)
    }
    let format = options.format ?? detectFormat(beginning)
    let reader = RowReader(file: text, checker: checker)
    switch format {
    case .csv:
      let wanted = [checker.urlTemplate, checker.textTemplate].flatMap { $0?.columns ?? [] }
      let header = try CSVHeader(text, from: offset, delimiter: delimiter, wanted: wanted)
      guard header.isUTF8 || isLenient else { return nil }
      var issues = issues
      for fault in header.faults { issues.add(fault) }
      if header.columns.names.isEmpty, issues.isEmpty { issues.add(ManifestIssue(kind: .emptyFile)) }
      if issues.isEmpty { checkColumns(header.columns, &issues, line: header.line - 1) }
      let scanner = CSVScanner(
        delimiter: header.delimiter, columns: header.columns, values: header.values)
      // Rows make no sense below a header that has no payload.
      guard issues.isEmpty else { throw failure(issues) }
      var parts = try pass(scanner, reader, offset: header.offset, line: header.line, encoding, isLenient)
      parts?.contents.skippedBlankRows += header.skippedBlankRows
      parts?.delimiter = header.delimiter
      return parts
    case .json:
      return try pass(JSONArrayScanner(), reader, offset: offset, line: 1, encoding, isLenient, .json)
    case .jsonl:
      return try pass(JSONLinesScanner(), reader, offset: offset, line: 1, encoding, isLenient, .jsonl)
    }
  }

  private func pass(
    _ scanner: some RowScanner, _ reader: RowReader, offset: Int, line: Int, _ encoding: TextEncoding,
    _ isLenient: Bool, _ format: ManifestFormat = .csv
  ) throws(ManifestError) -> Manifest.Parts? {
    let hash = ByteHash()
    var pass = ManifestPass(scanner: scanner, reader: reader, hash: hash)
    try pass.run(from: offset, line: line, stopsAtInvalid: !isLenient && format == .csv)
    if !isLenient, format == .csv, pass.firstInvalid != nil { return nil }
    var issues = pass.issues
    let columns = pass.scanner.columns
    // Of rows that are broken nobody knows which columns they would have had.
    let hasWholeRow =
      pass.contents.sizes.contains { $0 > 0 } || issues.issues.contains { $0.kind.isAbsence }
    if format != .csv, hasWholeRow {
      // What is missing from every row is missing from the columns, and said once.
      var columnIssues = IssueList()
      checkColumns(columns, &columnIssues, line: nil)
      if !columnIssues.isEmpty {
        for issue in issues.issues where !issue.kind.isAbsence { columnIssues.add(issue) }
        issues = columnIssues
      }
    }
    let search = try DuplicateSearch(pass.contents, reader, pass.scanner, &issues)
    guard issues.isEmpty else {
      issues.sort()
      throw failure(issues)
    }
    try file.verifyUnchanged()
    warnOfUnused(columns, &pass.contents.warnings)
    return Manifest.Parts(
      file: file, reader: reader, scanner: pass.scanner, contents: pass.contents, duplicates: search,
      hash: hash,
      encoding: encoding,
      format: format)
  }

  /// A payload must come from somewhere, and templates ask for columns that there are.
  private func checkColumns(_ columns: Columns, _ issues: inout IssueList, line: Int?) {
    guard !columns.names.isEmpty else { return }
    let names = columns.normalized.filter { !$0.isEmpty }
    for (template, field) in [(checker.urlTemplate, TemplateField.url), (checker.textTemplate, .text)] {
      for name in template?.columns ?? [] where columns.number(of: name) == nil && name != "id" {
        issues.add(
          ManifestIssue(
            kind: .templateColumn(
              field, name: name, suggestion: ColumnName.suggestion(for: name, among: names + ["id", "uid"]))))
      }
    }
    if columns.roles.url < 0, columns.roles.text < 0, checker.urlTemplate == nil, checker.textTemplate == nil
    {
      let suggestion = names.first { ColumnName.suggestion(for: $0, among: ["url", "text"]) != nil }
      issues.add(
        ManifestIssue(
          line: line, kind: .noPayloadColumn(columns: Array(columns.names.prefix(20)), suggestion: suggestion)
        ))
    }
  }

  private func warnOfUnused(_ columns: Columns, _ warnings: inout IssueList) {
    let used = (checker.urlTemplate?.columns ?? []) + (checker.textTemplate?.columns ?? []) + ColumnName.known
    for (name, key) in zip(columns.names, columns.normalized) where !key.isEmpty && !used.contains(key) {
      let missing = ColumnName.known.filter { columns.number(of: $0) == nil }
      if key.count > 2, let suggestion = ColumnName.suggestion(for: key, among: missing) {
        warnings.add(ManifestIssue(kind: .unusedColumn(name: name, suggestion: suggestion)))
      }
    }
  }

  /// By the name's ending, else by the first character.
  private func detectFormat(_ first: [UInt8]) -> ManifestFormat {
    let name = path.lowercased()
    if name.hasSuffix(".json") { return .json }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonl }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") || name.hasSuffix(".txt") { return .csv }
    switch first.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
    case UInt8(ascii: "["): return .json
    case UInt8(ascii: "{"): return .jsonl
    default: return .csv
    }
  }

  /// Whether a sequence of two or more bytes in the file is well-formed UTF-8.
  private static func hasUTF8Sequence(_ file: ManifestFile) throws(ManifestError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let count = try file.read(into: &buffer, at: 0, offset: offset)
      guard count > 0 else { return false }
      var index = 0
      while index < count {
        let lead = buffer[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        if lead >= 0xC2, lead < 0xF5, index + length <= count,
          buffer[(index + 1)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
        {
          return true
        }
        index += 1
      }
      offset += count
    }
  }
}
