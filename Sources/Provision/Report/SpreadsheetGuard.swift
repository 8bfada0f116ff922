/// Keeps a spreadsheet that opens a CSV file from running cells as formulas and from reading UIDs as numbers or dates.
///
/// **Formulas.** An apostrophe is put where a formula could begin: at the start of a cell, and behind each `;`, TAB, CR and LF
/// in it, since a spreadsheet that expects other separators makes new cells there and knows no quotes in the middle of one.
/// It is put there if what follows begins with `=`, `+`, `-` or `@` (also in their full-width and small forms, and U+2212),
/// whatever white space, control characters, quotes or invisible characters come before; if the cell begins with a
/// control character; and if what follows is an apostrophe. By the last rule it can be undone: ``unguarded(_:)`` takes away
/// one apostrophe at each of these places.
///
/// **UIDs.** Spreadsheets read `04123456789012` as a number and lose its zero, `0451E3…` as a power of ten, and `1DEC2012` as a
/// day. There quotes do not help; a TAB before such a UID, and before no other, does, and most programs trim it.
public enum SpreadsheetGuard {
  private static let starts: Set<UInt32> = [
    0x3D, 0x2B, 0x2D, 0x40, 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20, 0xFE66, 0xFE62, 0xFE63, 0xFE6B, 0x2212, 0x207A,
    0x207B, 0x208A, 0x208B,
  ]

  /// The cell with its apostrophes.
  public static func guarded(_ value: String) -> String {
    guard needsLook(value) else { return value }
    let scalars = Array(value.unicodeScalars)
    // Where a formula begins if one begins here: from the end, so that each scalar is looked at once.
    var isDangerous = [Bool](repeating: false, count: scalars.count + 1)
    for index in scalars.indices.reversed() {
      let scalar = scalars[index]
      isDangerous[index] =
        starts.contains(scalar.value) || (isPassedOver(scalar) && isDangerous[index + 1])
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      // CR LF is one separator.
      let isStart =
        index == 0 || isSeparator(scalars[index - 1]) && !(scalar == "\n" && scalars[index - 1] == "\r")
      let isControl = index == 0 && scalar.value < 0x20
      if isStart, scalar == "'" || isControl || isDangerous[index] { result.append("'") }
      result.append(scalar)
    }
    return String(result)
  }

  /// What was guarded; the inverse of ``guarded(_:)``.
  public static func unguarded(_ cell: String) -> String {
    var result = String.UnicodeScalarView()
    var isStart = true
    for scalar in cell.unicodeScalars {
      if isStart, scalar == "'" {
        isStart = false
        continue
      }
      result.append(scalar)
      isStart = isSeparator(scalar)
    }
    return String(result)
  }

  /// A UID with a TAB before it where a spreadsheet would take it for a number or a day.
  static func guardedUID(_ uid: String) -> String { looksLikeValue(uid) ? "\t" + uid : uid }

  /// Digits with at most one `E` among them, or with a month of hexadecimal letters: `DEC`, `FEB`.
  private static func looksLikeValue(_ uid: String) -> Bool {
    var letters: UInt32 = 0
    for byte in uid.utf8 where !(0x30...0x39 ~= byte) {
      if letters > 0xFFFF { return false }
      letters = letters << 8 | UInt32(byte)
    }
    let words: [UInt32] = [0, 0x45, 0x44_45_43, 0x46_45_42]
    return words.contains(letters)
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ";" || scalar == "\t" || scalar == "\r" || scalar == "\n"
  }

  /// What programs drop or skip before they look whether a cell is a formula.
  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "'" || scalar.value < 0x20 || scalar.properties.isWhitespace
      || scalar.properties.isDefaultIgnorableCodePoint || 0x7F...0x9F ~= scalar.value
      || scalar.value == 0xFEFF
  }

  /// Most cells are plain: letters first, and none of the separators.
  private static func needsLook(_ value: String) -> Bool {
    guard let first = value.utf8.first else { return false }
    let isPlain = 0x30...0x39 ~= first || 0x41...0x5A ~= first || 0x61...0x7A ~= first
    return !isPlain || value.utf8.contains { $0 == 0x3B || $0 < 0x20 }
  }
}
