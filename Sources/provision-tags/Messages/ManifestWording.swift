internal import Provision

extension Language {
  /// What is wrong with a manifest, made harmless.
  func text(_ kind: ManifestIssue.Kind) -> String {
    let text =
      switch self {
      case .english, .ascii: english(kind)
      case .japanese: japanese(kind)
      case .korean: korean(kind)
      case .chinese: chinese(kind)
      }
    return visible(text)
  }
}

extension Wording {
  /// `U+00A0`.
  static func code(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A short technical phrase; JSON's own words have no other language.
  static func phrase(_ kind: JSONError.Kind) -> String {
    switch kind {
    case .unexpectedEnd: "unexpected end"
    case .unexpectedByte(let byte): "unexpected byte \(Hex.encode([byte]))h"
    case .wrongType(let expected, let found): "\(expected) expected, \(found) found"
    case .controlCharacter(let byte): "control character \(Hex.encode([byte]))h in a string"
    case .invalidEscape: "invalid escape"
    case .loneSurrogate: "lone surrogate"
    case .invalidUTF8: "invalid UTF-8"
    case .invalidNumber: "invalid number"
    case .notAnInteger: "not an integer"
    case .tooDeep: "nested too deep"
    case .trailingBytes: "something follows the value"
    case .duplicateKey(let key): "duplicate key \(key)"
    }
  }
}
