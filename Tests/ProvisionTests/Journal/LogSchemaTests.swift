internal import Foundation
internal import Testing

@testable internal import Provision

/// The published schema and the code say the same.
@Suite struct LogSchemaTests {
  private let definitions: [String: Any]

  init() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "docs/log.schema.json"))
    let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    definitions = try #require(schema["$defs"] as? [String: Any])
  }

  @Test(arguments: JournalLineType.allCases)
  func theSchemaHasEachTypesFields(type: JournalLineType) throws {
    let definition = try #require(definitions[type.rawValue] as? [String: Any])
    let required = try #require(definition["required"] as? [String])
    let properties = try #require(definition["properties"] as? [String: Any])
    #expect(Set(required) == Set(type.requiredFields.map(\.name)))
    #expect(Set(properties.keys) == Set((type.requiredFields + type.optionalFields).map(\.name)))
  }

  @Test(arguments: JournalField.allCases)
  func theSchemaHasEachFieldsShape(field: JournalField) throws {
    guard field != .type else { return }
    let fields = try #require(definitions["fields"] as? [String: [String: Any]])
    let schema = try #require(fields[field.name])
    switch field.shape {
    case .text: #expect(schema["type"] as? String == "string")
    case .count: #expect(schema["type"] as? String == "integer" || schema["const"] as? Int == 1)
    case .flag: #expect(schema["type"] as? String == "boolean" || schema["const"] as? Bool == true)
    case .object: #expect(schema["type"] as? String == "object")
    }
  }

  @Test func theSchemaHasEveryReason() throws {
    let reject = try #require(definitions["reject"] as? [String: Any])
    let reason = try #require((reject["properties"] as? [String: [String: Any]])?["reason"])
    #expect(Set(try #require(reason["enum"] as? [String])) == Set(RejectReason.allCases.map(\.rawValue)))
  }
}
