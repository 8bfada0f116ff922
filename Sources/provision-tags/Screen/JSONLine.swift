/// One JSON object as a line (RFC 8259), fields in the order in which they were added.
struct JSONLine: Sendable {
  private var fields: [String] = []

  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append("\(Self.quoted(name)):\(Self.quoted(value))") }
  }
  mutating func add(_ name: String, _ value: Int?) {
    if let value { fields.append("\(Self.quoted(name)):\(value)") }
  }
  mutating func add(_ name: String, _ value: Bool) { fields.append("\(Self.quoted(name)):\(value)") }
  mutating func add(_ name: String, _ values: [String]) {
    fields.append("\(Self.quoted(name)):[\(values.map(Self.quoted).joined(separator: ","))]")
  }
  mutating func add(_ name: String, _ values: [Int]) {
    fields.append("\(Self.quoted(name)):[\(values.map(String.init).joined(separator: ","))]")
  }
  mutating func add(_ name: String, _ value: JSONLine) { fields.append("\(Self.quoted(name)):\(value.text)") }
  mutating func add(_ name: String, _ values: [JSONLine]) {
    fields.append("\(Self.quoted(name)):[\(values.map(\.text).joined(separator: ","))]")
  }

  /// The object, without a line break.
  var text: String { "{\(fields.joined(separator: ","))}" }

  /// A JSON string. Besides what JSON asks for, DEL to U+009F, the line separators and the directional overrides are escaped,
  /// so that a line is one line to every program and harmless on a terminal.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
