/// The form of a scenario's document: which keys it may have, and what their numbers may be. A key that nobody knows would be
/// passed over in silence, and a scenario be another one than was meant.
public struct ScenarioShape: Decodable {
  private let document: Value

  /// Any JSON.
  indirect enum Value: Decodable {
    case object([String: Value])
    case array([Value])
    case number(Double)
    case other

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      if let members = try? decoder.container(keyedBy: Key.self) {
        var object: [String: Value] = [:]
        for key in members.allKeys { object[key.stringValue] = try members.decode(Value.self, forKey: key) }
        self = .object(object)
      } else if var elements = try? decoder.unkeyedContainer() {
        var array: [Value] = []
        while !elements.isAtEnd { array.append(try elements.decode(Value.self)) }
        self = .array(array)
      } else if let number = try? decoder.singleValueContainer().decode(Double.self) {
        self = .number(number)
      } else {
        self = .other
      }
    }
  }

  /// What may stand somewhere.
  indirect enum Form: Sendable {
    /// An object with these keys.
    case keys([String: Form])
    case list(Form)
    case number(ClosedRange<Double>)
    /// Anything; its type is a decoder's matter.
    case any
  }

  /// Takes any document; ``check()`` judges it.
  public init(from decoder: any Decoder) throws { document = try Value(from: decoder) }

  /// - Throws: ``ScenarioError/unknownKey(place:key:known:)``, ``ScenarioError/outOfRange(place:value:range:)``.
  public func check() throws(ScenarioError) { try Self.check(document, Self.scenario, "") }

  private static func check(_ value: Value, _ form: Form, _ place: String) throws(ScenarioError) {
    switch (value, form) {
    case (.object(let members), .keys(let forms)):
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        guard let form = forms[key] else {
          throw .unknownKey(place: place, key: key, known: forms.keys.sorted())
        }
        try check(value, form, "\(place).\(key)")
      }
    case (.array(let elements), .list(let form)):
      for (index, element) in elements.enumerated() { try check(element, form, "\(place)[\(index)]") }
    case (.number(let number), .number(let range)):
      guard range.contains(number) else { throw .outOfRange(place: place, value: number, range: range) }
    default: break
    }
  }

  // MARK: - The form

  private static let most = Double(Int32.max)
  private static let fromZero = Form.number(0...most)
  private static let fromOne = Form.number(1...most)

  static let scenario = Form.keys([
    "tags": .list(tag), "seed": .any, "endless": .any, "leaveAfter": fromOne, "remembered": fromZero,
    "paced": .any,
    "reader": .list(.keys(readerFaults)),
  ])

  private static let tag = Form.keys(plainTag.merging(["together": .list(.keys(plainTag))]) { $1 })

  private static let plainTag: [String: Form] = [
    "chip": .any, "uid": .any, "randomUID": .any, "state": .any, "ndef": .any, "memory": .any,
    "password": .any,
    "counterfeit": .keys(["pages": fromOne, "wraps": .any]), "count": fromOne,
    "faults": .list(.keys(tagFaults)), "together": .list(.any), "polls": fromOne, "stays": .any,
  ]

  private static let tagFaults: [String: Form] = [
    "leaves": .keys(["exchange": fromOne, "afterEffect": .any, "backAfterPolls": fromZero, "replaced": .any]),
    "notStored": .keys(["write": fromOne]), "notAcknowledged": .keys(["write": fromOne]),
    "bitError": .keys(["read": fromOne, "probability": .number(0...1), "seed": .any]),
    "noise": .keys(["exchange": fromOne]), "weakPage": .keys(["_0": fromZero]),
  ]

  private static let readerFaults: [String: Form] = [
    "droppedACK": .keys(["command": fromOne]),
    "garbage": .keys(["command": fromOne, "byte": .number(0...255)]),
    "wrongChecksum": .keys(["command": fromOne]),
    "delayed": .keys(["command": fromOne, "milliseconds": .number(0...3_600_000)]),
    "errorFrame": .keys(["command": fromOne]), "hangs": .keys(["command": fromOne, "commands": fromOne]),
    "unplugged": .keys(["command": fromOne, "returns": .any]),
  ]
}
