internal import Glibc

/// How the characters of a manifest are stored.
public enum TextEncoding: Equatable, Sendable {
  /// UTF-8, with a byte order mark or without.
  case utf8(hasMark: Bool)
  /// An encoding that iconv knows by this name, and how many bytes of mark stand before the text.
  case named(String, markBytes: Int)

  /// The name as iconv knows it.
  public var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .named(let name, _): name
    }
  }

  /// How many bytes stand before the text.
  var markBytes: Int {
    switch self {
    case .utf8(let hasMark): hasMark ? 3 : 0
    case .named(_, let count): count
    }
  }

  /// What the first bytes tell: a byte order mark, or the zeros of ASCII characters in UTF-16.
  static func detect(_ first: ArraySlice<UInt8>) -> TextEncoding {
    let bytes = Array(first.prefix(64))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8(hasMark: true) }
    if bytes.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return .named("UTF-32LE", markBytes: 4) }
    if bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return .named("UTF-32BE", markBytes: 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return .named("UTF-16LE", markBytes: 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return .named("UTF-16BE", markBytes: 2) }
    // A header is ASCII for the most part, so that every other byte of it is zero in UTF-16. A few characters have a zero in
    // their other byte.
    let pairs = bytes.count / 2
    guard pairs >= 2 else { return .utf8(hasMark: false) }
    let evenZeros = (0..<pairs).count { bytes[2 * $0] == 0 }
    let oddZeros = (0..<pairs).count { bytes[2 * $0 + 1] == 0 }
    if evenZeros * 4 <= oddZeros, oddZeros * 2 > pairs { return .named("UTF-16LE", markBytes: 0) }
    if oddZeros * 4 <= evenZeros, evenZeros * 2 > pairs { return .named("UTF-16BE", markBytes: 0) }
    return .utf8(hasMark: false)
  }

  /// The encoding of this name for a file that begins with these bytes; nil where iconv does not know it.
  static func named(_ name: String, _ first: ArraySlice<UInt8>) -> TextEncoding? {
    let plain = name.uppercased().filter { $0.isLetter || $0.isNumber }
    let detected = detect(first)
    if plain == "UTF8" || plain == "UTF8SIG" { return .utf8(hasMark: detected == .utf8(hasMark: true)) }
    // A mark says more than a name that leaves the order of bytes open.
    if plain == "UTF16" || plain == "UTF32" || plain == "UNICODE" {
      if case .named(let found, _) = detected, found.hasPrefix("UTF") { return detected }
    }
    if plain == "UTF16LE" || plain == "UTF16BE", detected.markBytes == 2,
      plain == detected.name.filter({ $0 != "-" })
    {
      return detected
    }
    // An iconv name is ASCII; `//` would begin options such as leaving out what can't be converted.
    guard !name.isEmpty, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x2F }) else { return nil }
    guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
    iconv_close(handle)
    return .named(name, markBytes: 0)
  }
}
