internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The published schemas, held against what is really written by a validator that others wrote (Python's `jsonschema`).
@Suite(.enabled("needs Python's jsonschema (pip install jsonschema)") { SchemaValidator.isThere })
struct SchemaValidationTests {
  @Test func everyLineOfARunFitsTheSchema() throws {
    let bench = try WalkBench()
    try bench.write(rows: 3)
    let device = try bench.open()
    let tags = try ["04A1B2C3D4E580", "04112233445566"].map { try WalkBench.tag("NTAG213", uid: $0) }
    try bench.run(presenting: tags, with: device)
    let last = try WalkBench.tag("NTAG215", uid: "040A0B0C0D0E0F")
    let (ending, _) = try bench.run(presenting: [last], with: device)
    #expect(ending == .complete)
    #expect(try bench.logLines().count >= 9)
    try SchemaValidator.check(lines: bench.logPath, against: "log.schema.json")
  }

  @Test func everyTypeOfLineFitsTheSchema() throws {
    let log = try LogFile(Recorded.bytes)
    defer { withExtendedLifetime(log) {} }
    try SchemaValidator.check(lines: log.path, against: "log.schema.json")
  }

  @Test(arguments: [1, 3, Recorded.lines.count])
  func aReportFitsItsSchema(lines: Int) throws {
    let log = try LogFile(Array(Recorded.lines.prefix(lines).joined()))
    var buffer = ReportBuffer()
    try ReportJSON().write(RunReport(log: log.path), to: &buffer)
    let document = try LogFile(buffer.bytes)
    defer { withExtendedLifetime((log, document)) {} }
    try SchemaValidator.check(document: document.path, against: "report.schema.json")
  }

  @Test func theValidatorRefusesWhatDoesNotFit() throws {
    let wrong = String(decoding: Recorded.lines[2], as: UTF8.self).replacing("\"ms\":412", with: "\"ms\":-1")
    let log = try LogFile(Array(wrong.utf8))
    defer { withExtendedLifetime(log) {} }
    do {
      try SchemaValidator.check(lines: log.path, against: "log.schema.json")
      Issue.record("taken")
    } catch let error as SchemaValidator.Misfit {
      #expect(error.words.contains("$.ms"))
    }
  }
}

enum SchemaValidator {
  struct Misfit: Error { var words: String }

  static var isThere: Bool { (try? run("import jsonschema", [])) != nil }

  static func check(lines path: String, against schema: String) throws {
    try validate("[json.loads(line) for line in open(sys.argv[2], encoding='utf-8')]", path, schema)
  }

  static func check(document path: String, against schema: String) throws {
    try validate("[json.load(open(sys.argv[2], encoding='utf-8'))]", path, schema)
  }

  private static func validate(_ documents: String, _ path: String, _ schema: String) throws {
    let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")
    try run(
      """
      import json, jsonschema, sys
      validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
      documents = \(documents)
      assert documents
      for number, document in enumerate(documents, 1):
          for error in validator.iter_errors(document):
              sys.exit(f"{number}: {error.json_path}: {error.message}")
      """, [docs.appending(path: schema).path, path])
  }

  private static func run(_ script: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Misfit(words: words) }
  }
}
