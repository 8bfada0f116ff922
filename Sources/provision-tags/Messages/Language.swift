/// The languages of screen and messages. A new one is a case here and a file beside this one.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
  case korean = "ko"
  case chinese = "zh"

  /// The language that the environment asks for (POSIX: LC_ALL before LC_MESSAGES before LANG), else English.
  init(environment: [String: String]) {
    let name = Self.localeName(environment, category: "LC_MESSAGES")
    self =
      Language(
        rawValue: String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }).lowercased())
      ?? .english
  }

  /// The text of a message, with everything that came from a manifest, a tag or a path made harmless.
  func text(_ message: Message) -> String {
    let text =
      switch self {
      case .english: english(message)
      case .japanese: japanese(message)
      case .korean: korean(message)
      case .chinese: chinese(message)
      }
    return Visible.text(text)
  }

  /// The language that text records get where the manifest names none: the locale's as a BCP 47 tag, else `en`.
  static func textRecordLanguage(environment: [String: String]) -> String {
    let name = localeName(environment, category: "LC_CTYPE").prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_")
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return "en" }
    return language == "zh" && parts.count > 1 ? "zh-\(parts[1])" : String(language)
  }

  /// Whether the terminal is said to take UTF-8.
  static func isUTF8(environment: [String: String]) -> Bool {
    let name = localeName(environment, category: "LC_CTYPE").lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@")
      || name.contains("utf8@")
  }

  private static func localeName(_ environment: [String: String], category: String) -> String {
    for variable in ["LC_ALL", category, "LANG"] {
      if let value = environment[variable], !value.isEmpty { return value }
    }
    return ""
  }
}
