/// Makes text from a manifest, a tag, a path or a device harmless: what a terminal would obey or hide is shown instead.
///
/// Everything that this program prints for people goes through here, once.
enum Visible {
  /// `text` with control characters, escape sequences, bidirectional overrides, invisible characters and heaps of
  /// combining marks made visible. Line breaks too: a result is always one line.
  static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    // The scalar before this one, as far as a mark or joiner can belong to it.
    var base: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isMark = category == .nonspacingMark || category == .enclosingMark
      marks = isMark ? marks + 1 : 0
      if isHarmless(scalar, category, after: base), marks <= 4 {
        result.append(scalar)
        if !isMark { base = scalar }
      } else {
        result.append(contentsOf: picture(of: scalar).unicodeScalars)
        base = nil
      }
    }
    return String(result)
  }

  /// The same for a terminal that takes nothing but ASCII; `text` is harmless already.
  ///
  /// Not only that it could not show the rest: an eight-bit terminal obeys single bytes of UTF-8 as control characters.
  static func ascii(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      case "–", "—": result += "-"
      case "…": result += "..."
      case "·": result += "|"
      case "→": result += "->"
      case "‘", "’": result += "'"
      case "“", "”": result += "\""
      case "\u{2400}"..."\u{241F}":
        result += "^" + (Unicode.Scalar(scalar.value - 0x2400 + 0x40).map { String($0) } ?? "")
      case "\u{2421}": result += "^?"
      default: result += code(of: scalar)
      }
    }
    return result
  }

  private static func isHarmless(
    _ scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory, after base: Unicode.Scalar?
  ) -> Bool {
    switch category {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    // A mark without a letter of its own would change what stands before the text.
    case .nonspacingMark, .enclosingMark: base.map { carriesMarks($0) } ?? false
    case .format: isJoiner(scalar) && (base.map { joins($0) } ?? false)
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func carriesMarks(_ base: Unicode.Scalar) -> Bool {
    switch base.properties.generalCategory {
    case .spaceSeparator, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: false
    default: true
    }
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// Joiners make one picture of several, and shape the letters of some scripts; elsewhere they only hide.
  private static func joins(_ base: Unicode.Scalar) -> Bool {
    (0x0600...0x0DFF).contains(base.value) || base.properties.isEmoji && base.value > 0xFF
  }

  private static func picture(of scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) { return String(picture) }
    return scalar.value == 0x7F ? "\u{2421}" : code(of: scalar)
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}
