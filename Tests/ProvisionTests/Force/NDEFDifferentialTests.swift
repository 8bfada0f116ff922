internal import Foundation
internal import Testing

@testable internal import Provision

/// ndeflib (PyPI) as an independent reader and writer of the same messages.
private enum PythonNDEF {
  /// The first python3 of the path that has ndeflib.
  static let interpreter: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
    separator: ":"
  )
  .map { "\($0)/python3" }
  .first { path in
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    return (try? run(path, "import ndef", input: ""))?.status == 0
  }

  /// Each line a message; out comes what its records are, and the message as ndeflib encodes them anew.
  static let script = """
    import sys, json, ndef
    for line in sys.stdin:
        octets = bytes.fromhex(line)
        try:
            records = list(ndef.message_decoder(octets, errors='strict', known_types={}))
            again = b''.join(ndef.message_encoder(records))
            print(json.dumps({'records': [[r.type, r.name, r.data.hex()] for r in records], 'again': again.hex()}))
        except Exception as error:
            print(json.dumps({'error': str(error)}))
    """

  static func run(_ path: String, _ script: String, input: String) throws -> (status: Int32, output: Data) {
    let file = FileManager.default.temporaryDirectory.appending(path: "ndef-\(UUID().uuidString)")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-c", script]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }

  struct Answer: Decodable {
    var records: [[String]]?
    var again: String?
    var error: String?
  }

  static func read(_ messages: [[UInt8]]) throws -> [Answer] {
    let input = messages.map { Hex.encode($0) + "\n" }.joined()
    let (_, output) = try run(try #require(interpreter), script, input: input)
    return try output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Answer.self, from: Data($0))
    }
  }
}

@Suite(.enabled(if: PythonNDEF.interpreter != nil, "needs python3 with ndeflib (pip install ndeflib)"))
struct NDEFDifferentialTests {
  private static func message(_ random: inout SeededGenerator) throws -> NDEFMessage {
    let records = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let length = [0, 1, 20, 254, 255, 256, 300].randomElement(using: &random) ?? 0
      let text = String(repeating: "é", count: length / 2)
      return switch Int.random(in: 0..<4, using: &random) {
      case 0: try NDEFRecord.uri("https://example.org/" + String(repeating: "a", count: length))
      case 1: try NDEFRecord.text(text, language: "zh-Hant-HK")
      case 2: try MediaRecord(mediaType: "text/vcard", content: Array(text.utf8)).encoded()
      default: try ExternalRecord(name: "example.org:t", content: Array(text.utf8)).encoded()
      }
    }
    return NDEFMessage(records)
  }

  @Test func whatWeWriteIsWhatItReadsAndWrites() throws {
    var random = SeededGenerator(seed: 8)
    let messages = try (0..<300).map { _ in try Self.message(&random) }
    let answers = try PythonNDEF.read(messages.map { $0.encoded() })
    try #require(answers.count == messages.count)
    for (message, answer) in zip(messages, answers) {
      let records = try #require(answer.records, "\(answer.error ?? "")")
      #expect(records.map { $0[2] } == message.records.map { Hex.encode($0.payload).lowercased() })
      #expect(answer.again == Hex.encode(message.encoded()).lowercased())
    }
  }

  /// Damaged at random: what we take, it takes for the same; we may be stricter.
  @Test func whatWeTakeItTakesForTheSame() throws {
    var random = SeededGenerator(seed: 9)
    var inputs: [[UInt8]] = []
    while inputs.count < 400 {
      var octets = try Self.message(&random).encoded()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        octets[Int.random(in: 0..<min(octets.count, 24), using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      if (try? NDEFMessage(decoding: octets)) != nil { inputs.append(octets) }
    }
    let answers = try PythonNDEF.read(inputs)
    try #require(answers.count == inputs.count)
    for (octets, answer) in zip(inputs, answers) {
      guard let records = answer.records else {
        // It reads types as text and asks for their syntax, which is not the message's (NDEF 1.0 §3.2.10).
        let error = answer.error ?? ""
        #expect(error.contains("record type") || error.contains("codec"), "\(Hex.encode(octets)): \(error)")
        continue
      }
      let ours = try NDEFMessage(decoding: octets)
      #expect(records.map { $0[2] } == ours.records.map { Hex.encode($0.payload).lowercased() })
    }
  }
}
