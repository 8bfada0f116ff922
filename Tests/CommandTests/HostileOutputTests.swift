internal import Foundation
internal import Testing

@testable import provision_tags

/// Whatever a manifest, a log, a file's name or an argument holds, none of the program's outputs hands it to a terminal raw.
@Suite struct HostileOutputTests {
  /// An escape sequence, one of eight bits, a bell, an override, a separator, and a line that pretends to be another.
  private static let hostile = "\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}x\u{2066}\u{2028}\u{8}y"

  private func faults(_ text: String, in format: String) -> [String] {
    let kept: Set<Unicode.Scalar> = format == "csv" ? ["\n", "\r", "\t"] : ["\n"]
    return text.unicodeScalars.filter { scalar in
      !kept.contains(scalar)
        && (scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value))
    }.map { "U+" + String($0.value, radix: 16) }
  }

  private func folder(_ name: String = "m.json") throws -> URL {
    let folder = try Tool.folder()
    let rows = (0..<3).map { ["id": "\($0)" + Self.hostile, "text": "a\r\n\(Self.hostile)\t\r;=1"] }
    try JSONSerialization.data(withJSONObject: rows).write(to: folder.appending(path: name))
    return folder
  }

  @Test func aRunAndItsEventsAreHarmless() throws {
    for options in [[], ["--events"]] {
      let folder = try folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let outcome = try Tool.run(
        ["write", "m.json", "--reader", "simulated", "--quiet", "--lang", "en"] + options, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(faults(outcome.output + outcome.errors, in: "text") == [])
      let log = try String(contentsOf: folder.appending(path: "m.log.jsonl"), encoding: .utf8)
      #expect(faults(log, in: "json") == [])
      guard !options.isEmpty else { continue }
      // Nothing is lost for the controller.
      let texts = try outcome.output.split(separator: "\n").compactMap {
        (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["text"] as? String
      }
      #expect(texts.contains("a\r\n\(Self.hostile)\t\r;=1"))
    }
  }

  @Test(arguments: ["text", "csv", "json", "html"]) func aReportIsHarmless(_ format: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try Tool.run(["write", "m.json", "--reader", "simulated", "--quiet", "--lang", "en"], in: folder)
    let outcome = try Tool.run(["report", "m.log.jsonl", "--format", format], in: folder)
    #expect(outcome.status == 0)
    #expect(faults(outcome.output, in: format) == [])
    if format == "html" { #expect(!outcome.output.contains("<script")) }
  }

  @Test(arguments: ["text", "json"]) func aCheckAndAReadAreHarmless(_ format: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let checked = try Tool.run(["check", "m.json", "--format", format], in: folder)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(faults(checked.output + checked.errors, in: format) == [])
    // A text record (NFC Forum RTD Text 1.0) with all of it.
    let payload = [0x02, 0x65, 0x6E] + Array(Self.hostile.utf8)
    let octets = [0xD1, 0x01, UInt8(payload.count), 0x54] + payload
    let hex = octets.map { String(format: "%02X", $0) }.joined()
    try Data("{\"tags\":[{\"chip\":\"NTAG213\",\"ndef\":\"\(hex)\"}]}".utf8).write(
      to: folder.appending(path: "s.json"))
    let read = try Tool.run(
      ["read", "--count", "1", "--format", format, "--reader", "simulated:s.json"], in: folder)
    #expect(read.status == 0, "\(read.errors)")
    #expect(faults(read.output + read.errors, in: format) == [])
  }

  static let commands: [[String]] = [
    ["check", "NAME"], ["write", "NAME", "--reader", "simulated"], ["resume", "NAME"], ["report", "NAME"],
    ["report", "NAME", "--check"], ["audit", "NAME"], ["write", "m.json", "--reader", "NAME"],
    ["write", "m.json", "--reader", "simulated:NAME"],
    ["write", "m.json", "--log", "NAME", "--reader", "simulated"],
    ["write", "m.json", "--password-file", "NAME"], ["check", "m.json", "--aasa", "NAME"],
    ["check", "m.json", "--config", "NAME"], ["check", "m.json", "--chip", "NAME"],
    ["check", "m.json", "--encoding", "NAME"],
    ["check", "m.json", "--lang", "NAME"], ["check", "m.json", "--url", "https://e.org/{NAME}"],
    ["check", "m.json", "--only", "NAME"], ["simulate", "--scenario", "NAME"],
    ["simulate", "--dump", "NAME"],
    ["simulate", "--link", "NAME"], ["completions", "NAME"], ["help", "NAME"], ["NAME"], ["write", "--NAME"],
    ["check", "m.json", "--format", "NAME"],
  ]

  /// Names of files that are there and hold nothing good, of files that are not there, and words that nobody knows.
  @Test(arguments: commands, [true, false]) func aNameIsHarmless(_ command: [String], _ exists: Bool) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "n\nprovision-tags: all rows are done\n" + Self.hostile
    if exists { try Data("{\"\(name)\":1}\n".utf8).write(to: folder.appending(path: name)) }
    let arguments = command.map { $0.replacing("NAME", with: name) }
    guard exists || !(command.contains("--dump") || command.contains("--log")) else { return }
    let outcome = try Tool.run(arguments, in: folder)
    #expect(outcome.status != 0)
    #expect(faults(outcome.output + outcome.errors, in: "text") == [])
    #expect(!outcome.errors.contains("\nprovision-tags: all rows are done"))
  }
}
