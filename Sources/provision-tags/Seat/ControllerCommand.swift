internal import Provision

/// A command of a line controller: one JSON object on a line of standard input, as `{"command":"pick","id":"A17"}`.
enum ControllerCommand {
  /// Why a line is no command, in a fixed word.
  enum Fault: String, Error, Sendable {
    case notJSON = "not-json"
    case noCommand = "no-command"
    case unknownCommand = "unknown-command"
    case missingID = "missing-id"
    case tooLong = "too-long"
  }

  /// The longest line that is read, in bytes.
  static let longestLine = 16_384

  /// The request that a line stands for. Members that are not known are passed over.
  static func request(_ line: [UInt8]) throws(Fault) -> WalkControl.Request {
    let members: (command: String?, id: String?, confirmed: Bool)
    do {
      members = try parse(line)
    } catch {
      throw .notJSON
    }
    guard let command = members.command else { throw .noCommand }
    switch command {
    case "next": return .next
    case "skip": return .skip
    case "redo": return .redo(confirmed: members.confirmed)
    case "pause": return .pause(true)
    case "resume": return .pause(false)
    case "quit": return .stop(reason: "controller")
    case "pick":
      guard let id = members.id else { throw .missingID }
      return .pick(id: id)
    default: throw .unknownCommand
    }
  }

  private static func parse(
    _ line: [UInt8]
  ) throws(JSONError) -> (command: String?, id: String?, confirmed: Bool) {
    var reader = JSONReader(line)
    var command: String?
    var id: String?
    var confirmed = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "command": command = try reader.string()
      case "id":
        // Ids are texts, but a controller may well send `"id":17`.
        id = try reader.peek() == .number ? reader.numberText() : reader.string()
      case "confirmed": confirmed = try reader.bool()
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    return (command, id, confirmed)
  }
}
