internal import Provision

extension Language {
  /// English wording for what is wrong with a manifest.
  func english(_ kind: ManifestIssue.Kind) -> String {
    switch kind {
    case .noSuchFile: "no such file"
    case .isDirectory: "is a directory"
    case .notARegularFile: "is no regular file; save it to a file first"
    case .unreadable(let code): "can't be read: \(Wording.reason(code))"
    case .fileTooLarge(let bytes, let limit): "is too large: \(bytes) bytes, at most \(limit)"
    case .changed: "was changed while it was in use; start again"
    case .cannotConvert(let code): "no room for a temporary file: \(Wording.reason(code))"
    case .unknownEncoding(let name): "unknown encoding \(name); see the names with: iconv --list"
    case .invalidDelimiter(let value): "\(value) can't be a delimiter; give one ASCII character"
    case .invalidBytes(let encoding):
      "these bytes are no \(encoding); name the right encoding with --encoding"
    case .workbook: "a spreadsheet program's own file; save the table as CSV (UTF-8)"
    case .nulCharacter: "a NUL character; name the right encoding with --encoding (UTF-16?)"
    case .emptyFile: "the file is empty"
    case .noRows: "there are no rows"
    case .tooManyRows(let limit): "more than \(limit) rows"
    case .noPayloadColumn(let columns, let suggestion):
      "no column url or text; the columns are: \(columns.joined(separator: ", "))"
        + (suggestion.map { "; did you mean \($0)?" } ?? "; name one, or give --url or --text")
    case .duplicateColumn(let name): "two columns are called \(name)"
    case .tooManyColumns(let limit): "more than \(limit) columns"
    case .mixedValues(let value): "the other values are URLs, this one is none: \(value)"
    case .template(let field, .unclosedBrace(let position)): "--\(field.rawValue): { without } at \(position)"
    case .template(let field, .strayBrace(let position)):
      "--\(field.rawValue): } without { at \(position); write }} for a brace"
    case .template(let field, .secondMirror(let position)):
      "--\(field.rawValue): a second {mirror} at character \(position); a chip has one mirror"
    case .template(let field, .emptyName(let position)):
      "--\(field.rawValue): {} without a name at \(position)"
    case .templateColumn(let field, let name, let suggestion):
      "--\(field.rawValue): no column \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .unclosedQuote: "the quotation mark here is never closed"
    case .strayQuote: "a quotation mark in the middle of a cell; quote the whole cell and double the mark"
    case .fieldCount(let found, let expected): "\(found) cells, \(expected) expected"
    case .cellTooLong(let limit): "a cell of more than \(limit) bytes"
    case .rowTooLong(let limit): "a row of more than \(limit) bytes"
    case .invalidJSON(let kind): "no valid JSON: \(Wording.phrase(kind))"
    case .topLevelObject: "is one JSON object; an array of rows is needed"
    case .rowType(let type): "a row must be an object or a string, this is \(type)"
    case .mixedRows: "rows are objects or strings, not both"
    case .duplicateKey(let name): "the key \(name) stands here twice"
    case .valueType(let column, let type): "\(column) can't be \(type)"
    case .noPayload: "neither a URL nor a text in this row"
    case .missingID: "no id in this row"
    case .duplicateID(let id, let row, let line): "id \(id) is that of row \(row) (line \(line)) already"
    case .url(let fault): english(fault)
    case .missingValue(let column): "the column \(column), which the template uses, is empty here"
    case .language(let value, .form(let suggestion)):
      "\(value) is no language tag" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .language(let value, .length(let length)):
      "language \(value) has \(length) characters, 1 to 63 are allowed"
    case .invalidUID(let value): "\(value) is no UID; write its bytes as hexadecimal digits"
    case .duplicateUID(let uid, let row, let line): "tag \(uid) is that of row \(row) (line \(line)) already"
    case .invalidLock(let value): "lock is yes or no, not \(value)"
    case .encodingNeeded(let candidates):
      "not UTF-8, and hardly Windows-1252; name the encoding, as --encoding \(candidates.joined(separator: ", "))"
    case .unsafeScheme(let scheme): "phones do not open \(scheme): from a tag"
    case .unknownScheme(let scheme, let suggestion):
      "the scheme \(scheme): is unusual; did you mean \(suggestion):?"
    case .spreadsheetValue(let value):
      "the id \(value) looks as if a spreadsheet had changed it; format that column as text there"
    case .upperCaseScheme: "upper-case letters in the scheme; some phones don't know it"
    case .nonASCIIURL: "characters outside ASCII in the URL; written as they are, phones differ"
    case .unencodedBracket: "square brackets in the URL should be %5B and %5D"
    case .surroundingSpace(let column): "\(column) begins or ends with a space, which is kept"
    case .unusedColumn(let name, let suggestion):
      "nothing uses the column \(name); did you mean \(suggestion)?"
    case .assumedEncoding(let name): "no UTF-8, taken for \(name); say otherwise with --encoding"
    }
  }

  private func english(_ fault: URLFault) -> String {
    switch fault {
    case .empty: "the URL is empty"
    case .noScheme: "the URL has no scheme; write https:// in front"
    case .whitespace(let scalar): "a space (\(Wording.code(scalar))) in the URL; write %20 or remove it"
    case .trailingWhitespace(let scalar): "a space (\(Wording.code(scalar))) behind the URL; remove it"
    case .control(let scalar): "a control character (\(Wording.code(scalar))) in the URL"
    case .percent: "% without two hexadecimal digits in the URL; a percent sign is %25"
    case .character(let scalar): "the character \(Wording.code(scalar)) in the URL must be percent-encoded"
    case .noHost: "the URL has no host"
    case .port: "the URL's port is no number from 0 to 65535"
    }
  }
}
