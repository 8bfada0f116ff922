/// The languages of screen and messages. A new one is a case here and a file beside this one.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
  case korean = "ko"
  case chinese = "zh"
  /// English in ASCII, for terminals that are not said to take UTF-8 (`LANG=C`, `ko_KR.eucKR`, no locale at all).
  case ascii = "C"

  /// The language that the environment asks for (POSIX: LC_ALL before LC_MESSAGES before LANG), else English.
  init(environment: [String: String]) {
    guard Self.isUTF8(environment: environment) else {
      self = .ascii
      return
    }
    let name = Self.localeName(environment, category: "LC_MESSAGES")
      .prefix { $0 != "." && $0 != "@" }.replacing("-", with: "_").lowercased()
    let parts = name.split(separator: "_").map(String.init)
    // The Chinese texts are in simplified characters; where traditional ones are read, English stands in.
    let readsTraditional = !Set(["tw", "hk", "mo", "hant"]).isDisjoint(with: parts.dropFirst())
    let language = parts.first.flatMap(Self.init(rawValue:))
    self = language == nil || language == .chinese && readsTraditional ? .english : language ?? .english
  }

  /// The text of a message, with everything that came from a manifest, a tag or a path made harmless.
  func text(_ message: Message) -> String {
    let text =
      switch self {
      case .english, .ascii: english(message)
      case .japanese: japanese(message)
      case .korean: korean(message)
      case .chinese: chinese(message)
      }
    return visible(text)
  }

  /// The language as a BCP 47 tag.
  var tag: String { self == .ascii ? Self.english.rawValue : rawValue }

  /// Text that is not ours, made harmless for where this language is shown.
  func visible(_ text: String) -> String {
    let visible = Visible.text(text)
    return self == .ascii ? Visible.ascii(visible) : visible
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
    guard let dot = name.firstIndex(of: ".") else { return false }
    let charset = name[name.index(after: dot)...].prefix { $0 != "@" }
    return charset == "utf-8" || charset == "utf8"
  }

  private static func localeName(_ environment: [String: String], category: String) -> String {
    for variable in ["LC_ALL", category, "LANG"] {
      if let value = environment[variable], !value.isEmpty { return value }
    }
    return ""
  }
}
