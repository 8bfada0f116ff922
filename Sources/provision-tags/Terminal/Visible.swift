/// Makes text from a manifest, a tag, a path or a device harmless: what a terminal would obey or hide is shown instead.
///
/// Everything that this program prints for people goes through here, once.
enum Visible {
  /// `text` with control characters, escape sequences, bidirectional overrides, invisible characters and heaps of
  /// combining marks made visible. Line breaks too: a result is always one line.
  static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
      if isHarmless(scalar, category), marks <= 4 {
        result.append(scalar)
      } else {
        result.append(contentsOf: picture(of: scalar).unicodeScalars)
      }
    }
    return String(result)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    // The joiners make one picture or ligature of several and turn nothing around.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) { return String(picture) }
    if scalar.value == 0x7F { return "\u{2421}" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}
