/// Shows characters that a terminal obeys, and that turn or break the text around them, by their numbers: `\u001B`.
///
/// Escaped are the control characters (C0 but for TAB, LF and CR before LF; DEL; C1), the separators U+2028 and U+2029, the
/// directional overrides and isolates (U+202A to U+202E, U+2066 to U+2069), and a backslash that would be read as the
/// beginning of such a number. Nothing is lost: ``unescaped(_:)``.
public enum ControlEscape {
  /// `value` with `\u` and four upper-case hexadecimal digits for each of them.
  public static func escaped(_ value: String) -> String {
    guard needsLook(value) else { return value }
    let scalars = Array(value.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isEscaped =
        scalar == "\\" ? number(scalars, at: index) != nil : isObeyed(scalar, before: next)
      if isEscaped {
        result.append(contentsOf: code(of: scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// What was escaped; the inverse of ``escaped(_:)``.
  public static func unescaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if let scalar = number(scalars, at: index) {
        result.append(scalar)
        index += 6
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  private static func isObeyed(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    // Alone it lets what follows overwrite what came before.
    case 0x0D: next != "\n"
    default: scalar.isObeyed
    }
  }

  /// The character that `\u` and four hexadecimal digits stand for here.
  private static func number(_ scalars: [Unicode.Scalar], at index: Int) -> Unicode.Scalar? {
    guard index + 5 < scalars.count, scalars[index] == "\\", scalars[index + 1] == "u" else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[(index + 2)...(index + 5)] {
      guard let byte = UInt8(exactly: scalar.value), !(0x61...0x66).contains(byte),
        let digit = Hex.value(of: byte)
      else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Most texts have no byte with which one of them could begin.
  private static func needsLook(_ value: String) -> Bool {
    value.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || mayBegin($0) }
  }

  /// Whether one of them, other than C0, can begin with this byte of UTF-8.
  @inline(__always)
  static func mayBegin(_ byte: UInt8) -> Bool {
    byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }
}
