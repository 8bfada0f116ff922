extension Unicode.Scalar {
  /// Whether a terminal or a browser obeys it instead of showing it: control characters (C0, DEL, C1), the separators U+2028 and
  /// U+2029, and the directional overrides and isolates, which turn the text around them.
  var isObeyed: Bool {
    switch value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
