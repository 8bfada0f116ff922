internal import Provision

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

  /// A JSON string, as ``JSONWriter`` escapes it.
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.add(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
