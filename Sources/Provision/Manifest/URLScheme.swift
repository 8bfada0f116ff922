/// Schemes that are in order by their syntax and yet hardly what was meant.
enum URLScheme {
  /// Browsers take these from their own pages at most, never from a tag.
  private static let unsafe = ["javascript", "data", "vbscript", "file", "blob", "about", "view-source"]
  /// What is meant where a scheme is spelled almost like it.
  private static let common = ["http", "https", "mailto"]
  /// Real schemes that are spelled almost like one of those.
  private static let real = ["hotp", "httpd", "shttp"]

  /// What is to be said of the scheme of an absolute URI; nil for nearly all.
  static func warning(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ManifestIssue.Kind? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: start, to: end), colon - start <= 32
    else { return nil }
    // Nearly all, and this is asked for every row.
    if URLSyntax.isWeb(bytes, start, colon) { return nil }
    let scheme = String(decoding: bytes[start..<colon], as: UTF8.self).lowercased()
    if unsafe.contains(scheme) { return .unsafeScheme(scheme) }
    guard !common.contains(scheme), !real.contains(scheme),
      let suggestion = ColumnName.suggestion(for: scheme, among: common)
    else { return nil }
    return .unknownScheme(scheme, suggestion: suggestion)
  }
}
