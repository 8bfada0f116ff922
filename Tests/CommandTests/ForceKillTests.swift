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
    process.environment = Tool.environment
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

  /// What is asked of the program besides the messages.
  enum Asked: String, CaseIterable, Sendable {
    case messages, lock, password
    case passwordAndLock = "password and lock"

    var locks: Bool { self == .lock || self == .passwordAndLock }
    var protects: Bool { self == .password || self == .passwordAndLock }
    var arguments: [String] {
      (locks ? ["--lock", "--yes"] : []) + (protects ? ["--password-file", "password"] : [])
    }
  }

  @Test(arguments: Asked.allCases) func killedAnywhereLosesNothingAndWritesNothingTwice(asked: Asked) throws {
    let exhaustive = ProcessInfo.processInfo.environment["PROVISION_FORCE"] == "all"
    let (rows, kills) = exhaustive ? (60, 100) : asked == .messages ? (8, 10) : (4, 5)
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try ("id,url\n" + (1...rows).map { "A\($0),https://example.org/t/\($0)\n" }.joined())
      .write(to: folder.appending(path: "m.csv"), atomically: true, encoding: .utf8)
    let secret = folder.appending(path: "password")
    try "password: 1A2B3C4D 5E6F\n".write(to: secret, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
    let simulator = try Self.simulate(in: folder)
    defer { if simulator.isRunning { Self.end(simulator) } }
    let command =
      ["write", "m.csv", "--reader", "pn532_uart:\(folder.path)/reader"] + asked.arguments + ["--events"]
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
    print("force: \(killed) kills of the program, \(asked.rawValue), \(rows) rows")
    try Self.expectOneToOne(folder, rows: rows, asked)
  }

  /// Every row one tag, one tag a row, and on the tag what the row says; no lock and no password that nobody knows of.
  private static func expectOneToOne(_ folder: URL, rows: Int, _ asked: Asked) throws {
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
      var locked: Bool?
      var protected: Bool?
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
      let memory = NTAG213Memory(hex: tag.memory)
      let entry = done.first { $0.uid == tag.uid }
      if let entry {
        #expect(memory.message == entry.ndef, "\(tag.uid)")
        let address = Array("example.org/t/\(entry.id?.dropFirst() ?? "")".utf8)
        let expected = address.map { String(format: "%02X", $0) }.joined()
        #expect(memory.message?.hasSuffix("5504" + expected) == true, "\(tag.uid)")
        #expect(entry.locked == asked.locks && memory.isLocked == asked.locks, "\(tag.uid)")
        #expect(entry.protected == asked.protects && (memory.auth0 == 4) == asked.protects, "\(tag.uid)")
      }
      if memory.hasLockBits {
        #expect(memory.message?.isEmpty == false, "\(tag.uid): an empty tag is locked")
      }
      if memory.auth0 < 45 { #expect(memory.password == "1A2B3C4D5E6F", "\(tag.uid): an unknown password") }
      let isTouched = memory.message?.isEmpty == false || memory.hasLockBits || memory.auth0 < 45
      #expect(!isTouched || known.contains(tag.uid), "\(tag.uid) was written, and nobody knows")
    }
  }

  /// A dumped NTAG213 (NTAG213/215/216 data sheet, §8.5).
  private struct NTAG213Memory {
    let bytes: [UInt8]

    init(hex: String) {
      let digits = Array(hex.utf8)
      bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
      }
    }

    var auth0: UInt8 { bytes[167] }
    var password: String { bytes[172..<178].map { String(format: "%02X", $0) }.joined() }
    var hasLockBits: Bool { [10, 11, 160, 161, 162].contains { bytes[$0] != 0 } }
    var isLocked: Bool {
      bytes[15] & 0x0F == 0x0F && bytes[10] == 0xFF && bytes[11] == 0xFF && bytes[160] == 0xFF
        && bytes[161] & 0x0F == 0x0F
    }
    /// The first NDEF message TLV, in hexadecimal.
    var message: String? {
      var index = 16
      while index + 1 < 160, bytes[index] != 0xFE {
        let length = Int(bytes[index + 1])
        switch bytes[index] {
        case 0x00: index += 1
        case 0x03:
          guard index + 2 + length <= 160 else { return nil }
          return bytes[index + 2..<index + 2 + length].map { String(format: "%02X", $0) }.joined()
        default: index += 2 + length
        }
      }
      return nil
    }
  }

  /// A log that was damaged before its last line: refused with the line's number, and left as it is.
  @Test func refusesADamagedLogWithItsLine() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "id,url\nA1,https://example.org/1\nA2,https://example.org/2\n"
      .write(to: folder.appending(path: "m.csv"), atomically: true, encoding: .utf8)
    let command = ["write", "m.csv", "--reader", "simulated"]
    #expect(try Tool.run(command, in: folder).status == 0)
    let path = folder.appending(path: "m.log.jsonl")
    let log = try Data(contentsOf: path)
    let starts = [0] + log.indices.filter { log[$0] == 0x0A }.map { $0 + 1 }.dropLast()
    for (index, start) in starts.enumerated().dropLast() {
      // The brace, a quotation mark of the first name, a letter of it, and the line feed.
      for position in [start, start + 1, start + 3, starts[index + 1] - 1] {
        var damaged = log
        damaged[position] ^= 0x04
        try damaged.write(to: path)
        let outcome = try Tool.run(command, in: folder)
        #expect(outcome.status == 65, "byte \(position): \(outcome.errors)")
        #expect(
          outcome.errors.contains("m.log.jsonl:\(index + 1)"), "line \(index + 1): \(outcome.errors)")
        #expect(try Data(contentsOf: path) == damaged)
      }
    }
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
