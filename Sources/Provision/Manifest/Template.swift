/// A payload made from columns: `https://e.org/t/{id}`.
///
/// `{name}` stands for a column's value, byte for byte; `{uid}` for the tag's own UID in upper-case hexadecimal and
/// `{mirror}` for the place where the tag's chip shows its UID, its counter or both (``Mirror``), known only at the tag.
/// A chip has one mirror, so that a row's templates together have at most one such place.
/// `{{` and `}}` stand for a brace.
public struct Template: Equatable, Sendable {
  /// A piece of a template.
  public enum Part: Equatable, Sendable {
    case literal(String)
    case column(String)
    case uid
    case mirror
  }

  /// The pieces in order.
  public let parts: [Part]
  /// Where `{mirror}` stands, in characters, counting from 1; nil where it does not.
  let mirrorPosition: Int?

  /// Reads a template. Names are taken in any case and without surrounding spaces, like the header's.
  public init(_ text: String) throws(TemplateFault) {
    var parts: [Part] = []
    var literal = ""
    var mirrorPosition: Int?
    // By scalars: a combining mark behind a brace would make one character of both.
    let characters = Array(text.unicodeScalars)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let isDoubled = index + 1 < characters.count && characters[index + 1] == character
      switch character {
      case "{" where isDoubled, "}" where isDoubled:
        literal.unicodeScalars.append(character)
        index += 2
      case "}": throw .strayBrace(position: index + 1)
      case "{":
        guard let end = characters[index...].firstIndex(of: "}"),
          !characters[index + 1..<end].contains("{")
        else { throw .unclosedBrace(position: index + 1) }
        let name = ColumnName.normalized(String(String.UnicodeScalarView(characters[index + 1..<end])))
        guard !name.isEmpty else { throw .emptyName(position: index + 1) }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        if name == "mirror" {
          guard mirrorPosition == nil else { throw .secondMirror(position: index + 1) }
          mirrorPosition = index + 1
        }
        parts.append(name == "uid" ? .uid : name == "mirror" ? .mirror : .column(name))
        index = end + 1
      default:
        literal.unicodeScalars.append(character)
        index += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
    self.mirrorPosition = mirrorPosition
  }

  /// Whether it has a place for what the chip shows.
  public var hasMirror: Bool { mirrorPosition != nil }

  /// The columns it uses, as normalised names.
  public var columns: [String] {
    parts.compactMap { if case .column(let name) = $0 { name } else { nil } }
  }
}

/// A place in a payload that is filled at the tag.
public struct Placeholder: Equatable, Sendable {
  /// What is put there.
  public enum Kind: Equatable, Sendable {
    /// The tag's UID, upper-case hexadecimal.
    case uid
    /// What the chip shows in its place: as many characters as ``Mirror/length`` says.
    case mirror(Mirror)
  }

  /// In which payload.
  public var field: TemplateField
  /// What is put there.
  public var kind: Kind
  /// Where in the payload's UTF-8 `{uid}` or `{mirror}` begins.
  public var offset: Int

  /// Names a place.
  public init(field: TemplateField, kind: Kind, offset: Int) {
    self.field = field
    self.kind = kind
    self.offset = offset
  }
}
