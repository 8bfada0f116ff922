/// One thing that is wrong with a manifest, or worth a warning, and where.
public struct ManifestIssue: Equatable, Sendable {
  /// The line in the file, counting from 1; nil where the fault is the whole file's.
  public var line: Int?
  /// The column in that line, in Unicode scalars, counting from 1.
  public var column: Int?
  /// What is wrong.
  public var kind: Kind

  /// Names a fault and its place.
  public init(line: Int? = nil, column: Int? = nil, kind: Kind) {
    self.line = line
    self.column = column
    self.kind = kind
  }

  /// What is wrong, with everything a message needs.
  public enum Kind: Equatable, Sendable {
    // The file.
    case noSuchFile
    case isDirectory
    /// A device, pipe or socket: it can't be read twice.
    case notARegularFile
    case unreadable(errno: Int32)
    case fileTooLarge(bytes: Int, limit: Int)
    /// It is not the file any more that was validated.
    case changed
    /// The temporary file for its UTF-8 form can't be made or written.
    case cannotConvert(errno: Int32)
    /// iconv does not know this name.
    case unknownEncoding(name: String)
    /// The option is not one ASCII character that can stand between cells.
    case invalidDelimiter(String)
    /// The bytes here mean nothing in this encoding.
    case invalidBytes(encoding: String)
    /// A character U+0000, which no manifest needs and which betrays a wrong encoding.
    case nulCharacter
    /// It is a spreadsheet program's own file (ZIP or OLE), not text.
    case workbook
    /// It has no line at all.
    case emptyFile
    /// It has a header and nothing below.
    case noRows
    case tooManyRows(limit: Int)

    // Columns and templates.
    /// Neither a `url` nor a `text` column, nor a template; the columns that there are.
    case noPayloadColumn(columns: [String], suggestion: String?)
    /// Two columns of the header have this name, case and surrounding spaces apart.
    case duplicateColumn(name: String)
    case tooManyColumns(limit: Int)
    /// A file of one column without a header has URLs and other things; this is one of the other things.
    case mixedValues(value: String)
    case template(TemplateField, TemplateFault)
    case templateColumn(TemplateField, name: String, suggestion: String?)

    // Form.
    case unclosedQuote
    /// A quotation mark inside a cell that does not begin with one, or something between a closing one and the delimiter.
    case strayQuote
    case fieldCount(found: Int, expected: Int)
    case cellTooLong(limit: Int)
    case rowTooLong(limit: Int)
    /// The JSON is broken.
    case invalidJSON(JSONError.Kind)
    /// The file is a JSON object, not an array.
    case topLevelObject
    /// A row is neither an object nor a string; `type` is what it is in JSON's words.
    case rowType(String)
    /// Objects and strings are mixed.
    case mixedRows
    case duplicateKey(name: String)
    /// The value of this column is an array or object, or a type that the column does not take, in JSON's words.
    case valueType(column: String, type: String)

    // Values.
    /// The row has neither a URL nor a text.
    case noPayload
    case missingID
    case duplicateID(id: String, firstRow: Int, firstLine: Int)
    case url(URLFault)
    /// A column that the URL's template uses is empty here.
    case missingValue(column: String)
    case language(value: String, LanguageFault)
    case invalidUID(value: String)
    case duplicateUID(uid: String, firstRow: Int, firstLine: Int)
    /// Not one of yes, no, true, false, 1, 0.
    case invalidLock(value: String)

    /// Neither UTF-8 nor, by all appearance, Windows-1252: the encoding is to be named, perhaps as one of these.
    case encodingNeeded(candidates: [String])

    // Warnings: the manifest can be used.
    /// A scheme that phones do not open from a tag, since it runs or reads what is not a page.
    case unsafeScheme(String)
    /// A scheme that is probably misspelled.
    case unknownScheme(String, suggestion: String)
    /// An id that a spreadsheet made of a number or a fault of its own, as `1.23E+05`.
    case spreadsheetValue(String)
    /// An upper-case letter in the scheme: no prefix abbreviates it, and phones may not know it.
    case upperCaseScheme
    /// The URL holds characters outside ASCII: it is written as it stands, but a phone may encode or refuse it.
    case nonASCIIURL
    /// Square brackets outside a host should be percent-encoded.
    case unencodedBracket
    /// The value begins or ends with a space, and keeps it.
    case surroundingSpace(column: String)
    /// A column that nothing uses is spelled almost like one that would be used.
    case unusedColumn(name: String, suggestion: String)
    /// The bytes are no UTF-8 and were taken for this encoding.
    case assumedEncoding(name: String)
  }
}

extension ManifestIssue.Kind {
  /// Whether it says that a row lacks what it needs.
  var isAbsence: Bool {
    switch self {
    case .noPayload, .missingValue, .url(.empty): true
    default: false
    }
  }
}

/// The payload that a template makes.
public enum TemplateField: String, Sendable {
  case url, text
}

/// What is wrong with a template; positions are in characters, counting from 1.
public enum TemplateFault: Error, Equatable, Sendable {
  /// `{` without `}`.
  case unclosedBrace(position: Int)
  /// `}` without `{`; a brace itself is written `}}`.
  case strayBrace(position: Int)
  /// `{}`.
  case emptyName(position: Int)
  /// A second `{mirror}`, in this template or in the other one: a chip has one mirror.
  case secondMirror(position: Int)
}

/// What is wrong with a URL.
public enum URLFault: Equatable, Sendable {
  case empty
  case noScheme
  /// A space within, or another character that looks like one, as `U+00A0`.
  case whitespace(scalar: UInt32)
  /// White space behind the URL.
  case trailingWhitespace(scalar: UInt32)
  case control(scalar: UInt32)
  /// `%` without two hexadecimal digits.
  case percent
  /// A character that has to be percent-encoded.
  case character(scalar: UInt32)
  /// `http:` or `https:` without a host.
  case noHost
  case port
}

/// What is wrong with a language tag.
public enum LanguageFault: Equatable, Sendable {
  /// Not of the form of BCP 47; what was meant, where that can be guessed (`ru-RU` for `ru_RU`).
  case form(suggestion: String?)
  /// A text record's language has 1 to 63 characters.
  case length(Int)
}
