extension NDEFMessage {
  /// One line for a person: each record in a few words, joined by commas. Characters are given as they stand on the tag;
  /// whoever shows them guards the screen against control characters.
  public var summary: String { records.map(\.summary).joined(separator: ", ") }
}

extension NDEFRecord {
  private static let longestText = 80

  /// `https://example.org`, `"text" (en)`, `text/vcard, 120 bytes`; the type and size where the content is not understood.
  public var summary: String {
    switch typeNameFormat {
    case .empty: return "empty record"
    case .wellKnown:
      if let record = try? URIRecord(decoding: self) { return Self.shortened(record.uri) }
      if let record = try? TextRecord(decoding: self) {
        return "\"\(Self.shortened(record.text))\" (\(record.language))"
      }
      if let record = try? SmartPosterRecord(decoding: self) {
        let title = record.titles.first.map { ", \"\(Self.shortened($0.text))\" (\($0.language))" } ?? ""
        return Self.shortened(record.uri.uri) + title
      }
    case .absoluteURI:
      if let uri = String(validating: type, as: UTF8.self) { return Self.shortened(uri) }
    case .external:
      if let package = (try? ExternalRecord(decoding: self))?.androidPackage {
        return "Android application \(Self.shortened(package))"
      }
    case .media, .unknown, .unchanged: break
    }
    let name = type.isEmpty ? "unknown type" : Self.shortened(String(decoding: type, as: UTF8.self))
    return "\(name), \(payload.count) bytes"
  }

  private static func shortened(_ text: String) -> String {
    text.count > longestText ? text.prefix(longestText - 1) + "…" : text
  }
}
