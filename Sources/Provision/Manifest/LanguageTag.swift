/// The form of language tags (BCP 47, RFC 5646 §2.1) as a text record takes them.
enum LanguageTag {
  /// What is wrong with the tag; nil where it may be written. Subtags are 1–8 letters or digits, the first letters only.
  static func fault(_ bytes: [UInt8], _ start: Int, _ end: Int) -> LanguageFault? {
    guard (1...63).contains(end - start) else { return .length(end - start) }
    return isWellFormed(bytes, start, end)
      ? nil : .form(suggestion: suggestion(for: String(decoding: bytes[start..<end], as: UTF8.self)))
  }

  /// The same for a string.
  static func fault(_ tag: String) -> LanguageFault? {
    let bytes = Array(tag.utf8)
    return fault(bytes, 0, bytes.count)
  }

  private static func isWellFormed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var count = 0
    var isFirst = true
    for index in start..<end {
      switch bytes[index] {
      case 0x41...0x5A, 0x61...0x7A: count += 1
      case 0x30...0x39:
        if isFirst { return false }
        count += 1
      case 0x2D:
        guard count > 0 else { return false }
        isFirst = false
        count = 0
        continue
      default: return false
      }
      if count > 8 { return false }
    }
    return count > 0
  }

  /// `ru_RU` and `en_GB.UTF-8` are what systems call a locale.
  private static func suggestion(for tag: String) -> String? {
    let locale = tag.prefix { $0 != "." && $0 != "@" }
    let candidate = Array(String(locale.map { $0 == "_" || $0 == " " ? "-" : $0 }).utf8)
    return isWellFormed(candidate, 0, candidate.count) && candidate.count <= 63
      ? String(decoding: candidate, as: UTF8.self) : nil
  }
}
