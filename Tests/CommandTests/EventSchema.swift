internal import Foundation
internal import Testing

/// `docs/events.schema.json`, as far as it is used: required fields, known fields, types, fixed words.
struct EventSchema {
  private let document: [String: Any]

  init() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../docs/events.schema.json")
    document = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
  }

  /// The names of all events.
  var events: Set<String> { Set(Self.words(Self.object(document, "properties", "event")["enum"])) }

  /// What is wrong with a line; empty where nothing is.
  func faults(of line: String) -> [String] {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      return ["no JSON object"]
    }
    guard let name = object["event"] as? String, events.contains(name) else { return ["unknown event"] }
    let definition = Self.object(document, "$defs", name)
    let common = Self.object(document, "properties")
    let properties = common.merging(Self.object(definition, "properties")) { $1 }
    var faults: [String] = []
    for field in Self.words(document["required"]) + Self.words(definition["required"])
    where object[field] == nil {
      faults.append("\(name) without \(field)")
    }
    for (field, value) in object {
      guard let schema = properties[field] as? [String: Any] else {
        faults.append("\(name) with unknown \(field)")
        continue
      }
      if !Self.fits(value, schema) { faults.append("\(name): \(field) is \(value)") }
    }
    return faults
  }

  private static func object(_ object: [String: Any], _ path: String...) -> [String: Any] {
    path.reduce(object) { $0[$1] as? [String: Any] ?? [:] }
  }

  private static func words(_ value: Any?) -> [String] { value as? [String] ?? [] }

  private static func fits(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let constant = schema["const"] as? Int { return value as? Int == constant }
    if let words = schema["enum"] as? [String] { return (value as? String).map(words.contains) ?? false }
    if let numbers = schema["enum"] as? [Int] { return (value as? Int).map(numbers.contains) ?? false }
    switch schema["type"] as? String {
    case "string":
      guard let text = value as? String else { return false }
      guard let pattern = schema["pattern"] as? String else { return true }
      return text.range(of: pattern, options: .regularExpression) != nil
    case "integer": return (value as? Int).map { $0 >= schema["minimum"] as? Int ?? .min } ?? false
    case "boolean": return value is Bool
    case "array": return (value as? [Any])?.allSatisfy { fits($0, object(schema, "items")) } ?? false
    default: return false
    }
  }
}
