/// A validated line of the manifest.
public struct ManifestRow: Equatable, Sendable {
  /// 1 for the first row of data; header and blank lines do not count.
  public var number: Int
  /// The `id` column, or the row's number where there is none.
  public var id: String
  /// The line of the file on which the row starts, counting from 1.
  public var line: Int
  /// The URL, a template's columns filled in; `{uid}` and `{mirror}` may still stand in it.
  public var url: String?
  /// The text, likewise.
  public var text: String?
  /// The text's language (BCP 47).
  public var language: String
  /// The `uid` column: the tag that this row is for.
  public var uid: UID?
  /// The `lock` column: whether this tag is to be made permanently read-only; nil where the run's option decides.
  public var lock: Bool?

  public init(
    number: Int, id: String, line: Int, url: String?, text: String?, language: String, uid: UID? = nil,
    lock: Bool? = nil
  ) {
    self.number = number
    self.id = id
    self.line = line
    self.url = url
    self.text = text
    self.language = language
    self.uid = uid
    self.lock = lock
  }
}

/// What goes on one tag.
public struct Payload: Equatable, Sendable {
  public var url: String?
  public var text: String?
  /// The NDEF message: a URI record, then a Text record, where both are given.
  public var octets: [UInt8]

  public init(url: String?, text: String?, octets: [UInt8]) {
    self.url = url
    self.text = text
    self.octets = octets
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
}
