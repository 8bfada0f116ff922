internal import Foundation
internal import Testing

/// The built program killed with SIGKILL again and again, before tags that outlive it.
@Suite("The program", .serialized) struct ForceKillTests {
  /// The program in the background, its output in a file.
  private static func start(_ arguments: [String], in folder: URL, output: String) throws -> Process {
    let file = folder.appending(path: output)
    try Data().write(to: file)
    let process = Process()
    process.executableURL = Tool.url
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func simulate(in folder: URL) throws -> Process {
    let simulator = try start(
      ["simulate", "--link", "reader", "--dump", "dump.json"], in: folder, output: "simulate.out")
    let output = folder.appending(path: "simulate.out")
    for _ in 0..<500 where (try? Data(contentsOf: output))?.isEmpty != false { usleep(20_000) }
    return simulator
  }

  private static func logSize(_ folder: URL) -> Int {
    (try? Data(contentsOf: folder.appending(path: "m.log.jsonl")))?.count ?? 0
  }

  private static func end(_ process: Process) {
    process.terminate()
    process.waitUntilExit()
  }

  @Test func killedAnywhereLosesNothingAndWritesNothingTwice() throws {
    let exhaustive = ProcessInfo.processInfo.environment["PROVISION_FORCE"] == "all"
    let (rows, kills) = exhaustive ? (60, 100) : (8, 10)
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try ("id,url\n" + (1...rows).map { "A\($0),https://example.org/t/\($0)\n" }.joined())
      .write(to: folder.appending(path: "m.csv"), atomically: true, encoding: .utf8)
    let simulator = try Self.simulate(in: folder)
    defer { if simulator.isRunning { Self.end(simulator) } }
    let command = ["write", "m.csv", "--reader", "pn532_uart:\(folder.path)/reader", "--events"]
    var killed = 0
    for attempt in 0..<kills {
      let writer = try Self.start(command, in: folder, output: "write.\(attempt).out")
      // Once its first line is there, and then at no moment that anyone chose.
      let size = Self.logSize(folder)
      for _ in 0..<500 where writer.isRunning && Self.logSize(folder) == size { usleep(10_000) }
      usleep(UInt32.random(in: 0...150_000))
      if writer.isRunning {
        kill(writer.processIdentifier, SIGKILL)
        killed += 1
      }
      writer.waitUntilExit()
    }
    let last = try Tool.run(Array(command.dropLast()), in: folder)
    #expect(last.status == 0, "\(last.errors)")
    Self.end(simulator)
    print("force: \(killed) kills of the program, \(rows) rows")
    try Self.expectOneToOne(folder, rows: rows)
  }

  /// Every row one tag, one tag a row, and on the tag what the row says.
  private static func expectOneToOne(_ folder: URL, rows: Int) throws {
    struct Dump: Decodable {
      struct Tag: Decodable {
        var uid: String
        var memory: String
      }
      var tags: [Tag]
    }
    struct Line: Decodable {
      var type: String
      var id: String?
      var uid: String?
      var ndef: String?
    }
    let dump = try JSONDecoder().decode(
      Dump.self, from: Data(contentsOf: folder.appending(path: "dump.json")))
    let log = try String(contentsOf: folder.appending(path: "m.log.jsonl"), encoding: .utf8)
    let lines = try log.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let done = lines.filter { $0.type == "tag" }
    #expect(Set(done.compactMap(\.id)) == Set((1...rows).map { "A\($0)" }))
    #expect(done.count == rows)
    #expect(Set(done.compactMap(\.uid)).count == rows)
    let known = Set(lines.compactMap(\.uid))
    for tag in dump.tags {
      let message = Self.message(tag.memory)
      if let entry = done.first(where: { $0.uid == tag.uid }) {
        #expect(message == entry.ndef, "\(tag.uid)")
        let address = Array("example.org/t/\(entry.id?.dropFirst() ?? "")".utf8)
        let expected = address.map { String(format: "%02X", $0) }.joined()
        #expect(message?.hasSuffix("5504" + expected) == true, "\(tag.uid): \(message ?? "")")
      } else {
        #expect(
          message?.isEmpty != false || known.contains(tag.uid), "\(tag.uid) was written, and nobody knows")
      }
    }
  }

  /// The first NDEF message TLV of an NTAG213's memory, both in hexadecimal.
  private static func message(_ memory: String) -> String? {
    let digits = Array(memory.utf8)
    func byte(_ index: Int) -> Int? {
      guard index * 2 + 1 < digits.count else { return nil }
      return Int(String(decoding: digits[index * 2...index * 2 + 1], as: UTF8.self), radix: 16)
    }
    var index = 16
    while let type = byte(index), let length = byte(index + 1), type != 0xFE {
      if type == 0 { index += 1; continue }
      if type == 3 {
        guard (index + 2 + length) * 2 <= digits.count else { return nil }
        return String(decoding: digits[(index + 2) * 2..<(index + 2 + length) * 2], as: UTF8.self)
      }
      index += 2 + length
    }
    return nil
  }

  @Test func refusesAReaderAndALogThatAnotherOneHas() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["m", "n"] {
      try "id,url\nA1,https://example.org/1\n"
        .write(to: folder.appending(path: "\(name).csv"), atomically: true, encoding: .utf8)
    }
    let scenario = #"{"tags":[{"chip":"NTAG213","state":"locked","stays":true}]}"#
    try scenario.write(to: folder.appending(path: "s.json"), atomically: true, encoding: .utf8)
    let simulator = try Self.start(
      ["simulate", "--link", "reader", "--scenario", "s.json"], in: folder, output: "simulate.out")
    defer { Self.end(simulator) }
    let link = folder.appending(path: "reader").path
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: link) { usleep(20_000) }
    let first = try Self.start(
      ["write", "m.csv", "--reader", "pn532_uart:\(link)"], in: folder, output: "first.out")
    defer { if first.isRunning { Self.end(first) } }
    let log = folder.appending(path: "m.log.jsonl").path
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: log) { usleep(20_000) }
    let reader = try Tool.run(["write", "n.csv", "--reader", "pn532_uart:\(link)"], in: folder)
    #expect(reader.status == 69, "\(reader.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "n.log.jsonl").path))
    let logs = try Tool.run(["write", "m.csv", "--reader", "simulated"], in: folder)
    #expect(logs.status == 73, "\(logs.errors)")
  }
}
