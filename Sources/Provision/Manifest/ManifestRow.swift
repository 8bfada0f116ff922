/// A validated line of the manifest.
public struct ManifestRow: Equatable, Sendable {
  /// 1 for the first row of data; header and blank lines do not count.
  public var number: Int
  /// The `id` column, or the row's number where there is none.
  public var id: String
  /// The line of the file on which the row starts, counting from 1.
  public var line: Int
  /// The URL, a template's columns filled in; `{uid}` and `{mirror}` stand in it where ``placeholders`` says so.
  public var url: String?
  /// The text, likewise.
  public var text: String?
  /// The text's language (BCP 47).
  public var language: String
  /// The `uid` column: the tag that this row is for.
  public var uid: UID?
  /// The `lock` column: whether this tag is to be made permanently read-only; nil where the run's option decides.
  public var lock: Bool?
  /// What is filled in at the tag, in the order of its place in the URL and then in the text.
  public var placeholders: [Placeholder]

  /// A row that another than a ``Manifest`` validated.
  public init(
    number: Int, id: String, line: Int, url: String?, text: String?, language: String, uid: UID? = nil,
    lock: Bool? = nil, placeholders: [Placeholder] = []
  ) {
    self.number = number
    self.id = id
    self.line = line
    self.url = url
    self.text = text
    self.language = language
    self.uid = uid
    self.lock = lock
    self.placeholders = placeholders
  }
}

extension ManifestRow {
  /// Whether the payload differs from tag to tag.
  public var isPerTag: Bool { !placeholders.isEmpty }

  /// The message for a tag: a URI record, then a Text record, where both are given.
  ///
  /// - Parameter uid: the tag's UID; where nil, fourteen zeros stand for it. Zeros stand for what the chip mirrors, too.
  /// - Throws: ``NDEFError`` for a row that no manifest validated.
  public func payload(for uid: UID?) throws(NDEFError) -> Payload {
    let identifier = uid.map { Array($0.description.utf8) } ?? Mirror.uid.placeholder
    var mirror: (kind: Mirror, field: TemplateField, offset: Int)?
    func filled(_ text: String?, _ field: TemplateField) -> String? {
      guard let text, placeholders.contains(where: { $0.field == field }) else { return text }
      let octets = Array(text.utf8)
      var result: [UInt8] = []
      var index = 0
      for placeholder in placeholders where placeholder.field == field {
        let name = placeholder.kind == .uid ? "{uid}" : "{mirror}"
        guard placeholder.offset >= index, placeholder.offset + name.utf8.count <= octets.count else {
          continue
        }
        result += octets[index..<placeholder.offset]
        switch placeholder.kind {
        case .uid: result += identifier
        case .mirror(let kind):
          // A chip has one; a second place keeps its zeros.
          if mirror == nil { mirror = (kind, field, result.count) }
          result += kind.placeholder
        }
        index = placeholder.offset + name.utf8.count
      }
      result += octets[index...]
      return String(decoding: result, as: UTF8.self)
    }
    let url = filled(self.url, .url)
    let text = filled(self.text, .text)
    var records: [NDEFRecord] = []
    if let url { records.append(try .uri(url)) }
    if let text { records.append(try .text(text, language: language)) }
    var payload = Payload(url: url, text: text, octets: NDEFMessage(records).encoded())
    if let mirror {
      let value = (mirror.field == .url ? url : text)?.utf8.count ?? 0
      // A record's value ends its payload, whatever was abbreviated at its beginning.
      let end =
        mirror.field == .text || records.count < 2
        ? payload.octets.count : NDEFMessage([records[0]]).encodedSize
      payload.mirror = Payload.MirrorPlace(kind: mirror.kind, offset: end - value + mirror.offset)
    }
    return payload
  }
}

/// What goes on one tag.
public struct Payload: Equatable, Sendable {
  /// The URL, all placeholders filled in.
  public var url: String?
  /// The text, likewise.
  public var text: String?
  /// The NDEF message: a URI record, then a Text record, where both are given.
  public var octets: [UInt8]
  /// What the chip is to show in the message; nil where nothing.
  public var mirror: MirrorPlace?

  /// What a chip shows, and where in the message.
  public struct MirrorPlace: Equatable, Sendable {
    /// What it shows.
    public var kind: Mirror
    /// The first of its bytes in the message.
    public var offset: Int

    /// Names a place.
    public init(kind: Mirror, offset: Int) {
      self.kind = kind
      self.offset = offset
    }
  }

  /// Whether this is what a reader sees on the tag with this UID once all is done: the message, or where the chip has a
  /// mirror in it, the message with the mirror's text.
  public func isShown(by octets: [UInt8], on uid: UID) -> Bool {
    guard let mirror else { return octets == self.octets }
    return mirror.kind.mismatch(of: octets, with: self.octets, at: mirror.offset, on: uid) == nil
  }

  /// A message and what it says.
  public init(url: String?, text: String?, octets: [UInt8], mirror: MirrorPlace? = nil) {
    self.url = url
    self.text = text
    self.octets = octets
    self.mirror = mirror
  }
}

/// Where the walk's rows come from: validated, in order, re-readable.
///
/// A `Manifest` is one; several stations sharing a list may put another behind it.
public protocol RowSource: Sendable {
  /// How many rows there are.
  var count: Int { get }
  /// The row with this index, from 0; reads the file anew where rows are not kept in memory.
  func row(at index: Int) throws(ManifestError) -> ManifestRow
  /// The index of the row with this id.
  func index(ofID id: String) throws(ManifestError) -> Int?
  /// The index of the row whose `uid` column names this tag.
  func index(ofUID uid: UID) throws(ManifestError) -> Int?
  /// Whether rows name the tags they are for.
  var hasUIDColumn: Bool { get }
  /// Hands over the rows with these indices in order; where all are wanted, this is much quicker than one by one.
  func forEachRow(
    in range: Range<Int>, _ body: (Int, ManifestRow) throws(ManifestError) -> Void
  ) throws(ManifestError)
}

extension RowSource {
  /// Asks for one row after another.
  public func forEachRow(
    in range: Range<Int>, _ body: (Int, ManifestRow) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    for index in range { try body(index, try row(at: index)) }
  }
}
