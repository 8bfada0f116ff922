internal import Foundation
internal import Glibc
internal import Testing

@testable internal import Provision

/// The log on a real file system.
@Suite final class JournalOnDiskTests {
  private let folder: String
  private var path: String { folder + "/run.log.jsonl" }

  init() throws {
    folder = NSTemporaryDirectory() + "/journal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func contents() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  @Test func aRunIsWrittenClosedAndGoesOn() throws {
    do {
      let journal = try FileJournal.create(path: path, run: Recorded.run, at: Recorded.entries[0].at)
      for entry in Recorded.entries[1..<10] { try journal.commit(entry) }
    }
    do {
      let journal = try FileJournal.open(path: path)
      #expect(journal.history == (try Recorded.history(10)))
      #expect(journal.cutBytes == 0)
      for entry in Recorded.entries[10...] { try journal.commit(entry) }
    }
    #expect(try contents() == Recorded.bytes)
    var read: [JournalEntry] = []
    var numbers: [Int] = []
    let summary = try JournalReader.forEach(path: path) { entry, line in
      read.append(entry)
      numbers.append(line)
    }
    #expect(read == Recorded.entries)
    #expect(numbers == Array(1...Recorded.entries.count))
    #expect(summary == (try JournalReader.summary(path: path)))
    #expect(summary.history == (try Recorded.history(Recorded.entries.count)))
  }

  /// A run that went on with other options: those are the newest, also where the last line is not finished.
  @Test(arguments: ["", #"{"type":"begin","at""#]) func theNewestRunIsFoundWithoutAReplay(_ torn: String)
    throws
  {
    var later = Recorded.run
    later.options["lock"] = nil
    let resume = JournalEntry(at: 0, event: .resume(reason: "command", Recorded.counts(3, 1, 2), later))
    for (bytes, run) in [
      (Recorded.bytes, Recorded.run), (Recorded.bytes + JournalLine.encode(resume), later),
    ] {
      try write(bytes + Array(torn.utf8))
      #expect(try JournalReader.latestRun(path: path) == run)
      #expect(try JournalReader.summary(path: path).history.latestRun == run)
    }
  }

  @Test func onlyTheOwnerMayReadANewLog() throws {
    _ = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aSecondWriterIsRefusedAndAReaderIsNot() throws {
    let journal = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    #expect(throws: JournalError.inUse(path: path)) { _ = try FileJournal.open(path: path) }
    #expect(throws: JournalError.inUse(path: path)) {
      _ = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    }
    #expect(try JournalReader.summary(path: path).lines == 1)
    try journal.commit(Recorded.entries[1])
  }

  @Test(arguments: [
    "my only token", #"[{"id":"A"}]"#, "id,url\rA,https://e.com\r", #"{"type":"ran"#, "\u{FFFD}\u{8}JFIF",
    " ", #"{"a":1"#,
    "\0x",
  ])
  func aFileThatIsNoLogIsLeftAlone(_ text: String) throws {
    try write(Array(text.utf8))
    #expect(throws: JournalError.self) { try FileJournal.open(path: path) }
    #expect(throws: JournalError.self) { try JournalReader.forEach(path: path) { _, _ in } }
    #expect(try contents() == Array(text.utf8))
  }

  @Test func theBeginningOfALogIsCutOff() throws {
    let line = Array(Recorded.lines[0])
    for count in 1..<line.count - 2 {
      try write(Array(line[..<count]))
      let journal = try FileJournal.open(path: path)
      #expect(journal.cutBytes == count && journal.history.firstRun == nil)
    }
    try write([UInt8](repeating: 0, count: 100))
    #expect(try FileJournal.open(path: path).cutBytes == 100)
  }

  @Test func aTornLineIsCutAndReported() throws {
    try write(Array(Recorded.bytes.dropLast(10)))
    #expect(try JournalReader.summary(path: path).tornBytes == Recorded.lines.last.map { $0.count - 10 })
    let before = try contents()
    #expect(before.count == Recorded.bytes.count - 10, "reading changes nothing")
    let journal = try FileJournal.open(path: path)
    #expect(journal.cutBytes == Recorded.lines.last.map { $0.count - 10 })
    #expect(try contents() == Array(Recorded.lines.dropLast().joined()))
  }

  @Test func createTakesAnEmptyFileAndNoOther() throws {
    try write([])
    _ = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    #expect(throws: JournalError.cannotOpen(path: path, errno: EEXIST)) {
      _ = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    }
  }

  @Test func aFileThatIsNoLogIsLeftAlone() throws {
    let text = Array("id,url\n1,https://e.org\n".utf8)
    try write(text)
    #expect(throws: JournalError.self) { _ = try FileJournal.open(path: path) }
    #expect(try contents() == text)
  }

  @Test func aPathThatCannotBeALogIsRefusedWithItsReason() throws {
    #expect(throws: JournalError.cannotOpen(path: path, errno: ENOENT)) {
      _ = try FileJournal.open(path: path)
    }
    let missing = folder + "/none/log"
    #expect(throws: JournalError.cannotOpen(path: missing, errno: ENOENT)) {
      _ = try FileJournal.create(path: missing, run: Recorded.run, at: 0)
    }
    #expect(throws: JournalError.cannotOpen(path: folder, errno: EISDIR)) {
      _ = try FileJournal.open(path: folder)
    }
    #expect(throws: JournalError.cannotOpen(path: "/dev/null", errno: EINVAL)) {
      _ = try FileJournal.open(path: "/dev/null")
    }
  }

  @Test func aSymbolicLinkIsNotFollowed() throws {
    let target = folder + "/elsewhere"
    try Data(Recorded.bytes).write(to: URL(fileURLWithPath: target))
    #expect(symlink(target, path) == 0)
    #expect(throws: JournalError.cannotOpen(path: path, errno: ELOOP)) {
      _ = try FileJournal.open(path: path)
    }
  }

  @Test(arguments: ["removed", "replaced", "grown", "cut"])
  func aFileThatOthersChangeIsNoticedBeforeTheNextEntry(how: String) throws {
    let journal = try FileJournal.create(path: path, run: Recorded.run, at: 0)
    switch how {
    case "removed": #expect(unlink(path) == 0)
    case "replaced": try write(try contents())
    case "grown":
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data([0x0A]))
    default: #expect(truncate(path, 5) == 0)
    }
    if how == "replaced" {
      // What editors do: a new file under the old name.
      let copy = folder + "/copy"
      try Data(try contents()).write(to: URL(fileURLWithPath: copy))
      #expect(rename(copy, path) == 0)
    }
    #expect(throws: JournalError.replaced(path: path)) { try journal.commit(Recorded.entries[1]) }
  }

  @Test func theChainShowsWhereALogWasChanged() throws {
    do {
      let journal = try FileJournal.create(
        path: path, run: Recorded.run, at: Recorded.entries[0].at, chained: true)
      for entry in Recorded.entries[1..<8] { try journal.commit(entry) }
    }
    do {
      let journal = try FileJournal.open(path: path)
      #expect(journal.isChained)
      for entry in Recorded.entries[8...] { try journal.commit(entry) }
      #expect(journal.history == (try Recorded.history(Recorded.entries.count)))
    }
    let original = try contents()
    guard case .intact(lines: Recorded.entries.count, _) = try JournalChain.check(path: path) else {
      Issue.record("\(try JournalChain.check(path: path))")
      return
    }
    let lines = original.split(separator: 0x0A).map { Array($0) }
    for index in 0..<lines.count - 1 {
      var changed = lines
      // A digit of the time: the line stays what a replay takes.
      let text = String(decoding: changed[index], as: UTF8.self).replacing(
        "2026-11-30T06", with: "2026-11-30T07")
      changed[index] = Array(text.utf8)
      try write(Array(changed.joined(separator: [0x0A])) + [0x0A])
      #expect(try JournalChain.check(path: path) == .broken(line: index + 2))
      changed = lines
      changed.remove(at: index)
      try write(Array(changed.joined(separator: [0x0A])) + [0x0A])
      #expect(try JournalChain.check(path: path) == .broken(line: index + 1))
    }
    try write(Recorded.bytes)
    #expect(try JournalChain.check(path: path) == .notChained)
  }
}
