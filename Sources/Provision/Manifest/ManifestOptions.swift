/// The forms of a manifest.
public enum ManifestFormat: String, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180), or what a spreadsheet saves under that name.
  case csv
  /// One JSON array of objects or of strings.
  case json
  /// JSON Lines: an object or a string on each line.
  case jsonl
}

/// What a caller knows better than the detection, and how payloads are made from columns.
public struct ManifestOptions: Equatable, Sendable {
  /// Makes the URL of each row from its columns, overriding the `url` column; see ``Template``.
  public var urlTemplate: String?
  /// Makes the text of each row from its columns, overriding the `text` column; see ``Template``.
  public var textTemplate: String?
  /// What the chip is to show in the place of a template's `{mirror}`; a template without that place has no use for it.
  public var mirror: Mirror
  /// The language (BCP 47) of texts where no `lang` column says it; `en` where nil.
  public var language: String?
  /// The name of the file's encoding as iconv knows it; detected where nil.
  public var encoding: String?
  /// The character between the cells of a CSV file, one ASCII character; detected where nil.
  public var delimiter: Character?
  /// The file's form; detected where nil.
  public var format: ManifestFormat?

  /// Everything is detected unless it is said.
  public init(
    urlTemplate: String? = nil, textTemplate: String? = nil, language: String? = nil, encoding: String? = nil,
    delimiter: Character? = nil, format: ManifestFormat? = nil, mirror: Mirror = .uid
  ) {
    self.mirror = mirror
    self.urlTemplate = urlTemplate
    self.textTemplate = textTemplate
    self.language = language
    self.encoding = encoding
    self.delimiter = delimiter
    self.format = format
  }
}

/// The sizes beyond which a manifest is refused by name.
public enum ManifestLimits {
  /// The largest file, in bytes; also of its UTF-8 form where it is converted. Offsets of rows are kept in 32 bits.
  public static let fileBytes = Int(UInt32.max) - 1
  /// The largest row, in bytes.
  public static let rowBytes = 1 << 20
  /// The largest cell, in bytes; the largest tags hold less than 32 KB.
  public static let cellBytes = 1 << 16
  /// The most columns.
  public static let columns = 1_000
  /// The most rows.
  public static let rows = Int(Int32.max)
  /// How many issues, and how many warnings, are kept; the rest is counted.
  public static let issues = 100
}
