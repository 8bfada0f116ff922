internal import Foundation
internal import Testing

/// A folder with a manifest and scenarios, and the program run in it at a terminal.
struct Bench {
  let folder: URL

  init(rows: Int = 3) throws {
    folder = try Tool.folder()
    try put("m.csv", ProgramTests.manifest(rows: rows))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func put(_ name: String, _ text: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// A `write` of the manifest with the virtual reader, at a terminal.
  func write(
    _ options: [String] = [], manifest: String = "m.csv", scenario: String? = #"{"tags":[]}"#,
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var reader = "simulated"
    if let scenario {
      try put("scenario.json", scenario)
      reader = "simulated:scenario.json"
    }
    let given = options.contains { $0.hasPrefix("--reader") } ? [] : ["--reader", reader]
    return try PseudoTerminal(
      ["write", manifest] + given + options, in: folder, columns: columns, rows: rows,
      environment: environment)
  }

  /// The log's lines as objects.
  func log(_ name: String = "m.log.jsonl") throws -> [[String: Any]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  func read(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }
}
