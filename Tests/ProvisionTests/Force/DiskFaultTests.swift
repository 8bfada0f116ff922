internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What the disk does to each entry of a run: no tag is written that can't be logged, nothing is promised after a failed sync.
@Suite("A disk that fails", .serialized) struct DiskFaultTests {
  enum Fault: CaseIterable, CustomTestStringConvertible, Sendable {
    case full, halfALine, readOnly, syncFails, syncAndCutFail, replaced

    var testDescription: String {
      switch self {
      case .full: "is full"
      case .halfALine: "is full after half a line"
      case .readOnly: "is read-only now"
      case .syncFails: "fails to synchronise"
      case .syncAndCutFail: "fails to synchronise and to cut"
      case .replaced: "has another file in its place"
      }
    }

    /// Strikes at the write of that number, the run's own first line being number 1.
    func apply(to file: FaultyFile, at number: Int) {
      switch self {
      case .full: file.writeFaults[number] = .error(ENOSPC)
      case .halfALine:
        file.writeFaults[number] = .short(20)
        file.writeFaults[number + 1] = .error(ENOSPC)
      case .readOnly: file.writeFaults[number] = .error(EROFS)
      case .syncFails: file.syncFaults[number] = .error(EIO)
      case .syncAndCutFail:
        file.syncFaults[number] = .error(EIO)
        file.truncateFault = EIO
      case .replaced: break
      }
    }
  }

  private final class Watch {
    var hasFailed = false
    var writesAfter = 0
    var doneAfter = 0
  }

  /// A log that notes when it failed first.
  private final class WatchedJournal: Journal {
    let inner: FileJournal
    let file: FaultyFile
    let watch: Watch
    let replacedAt: Int?
    private var commits = 1

    init(_ inner: FileJournal, file: FaultyFile, watch: Watch, replacedAt: Int?) {
      self.inner = inner
      self.file = file
      self.watch = watch
      self.replacedAt = replacedAt
    }

    var history: History { inner.history }

    func commit(_ entry: JournalEntry) throws(JournalError) {
      commits += 1
      if commits == replacedAt { file.inPlace = false }
      do throws(JournalError) {
        try inner.commit(entry)
        #expect(!watch.hasFailed, "an entry was taken after one had failed")
      } catch {
        watch.hasFailed = true
        throw error
      }
    }
  }

  private static let run = Recorded.run

  /// Every entry of a run of two rows: begin, tag, begin, tag, end are the log's lines 2 to 6.
  @Test(arguments: Fault.allCases) func stopsTheRunBeforeAnythingIsPromised(fault: Fault) throws {
    let crash = try CrashBench(.init(chip: "NTAG213"), rows: 2)
    defer { crash.bench.removeFolder() }
    for line in 2...6 {
      let context = "\(fault.testDescription), line \(line)"
      let file = FaultyFile()
      fault.apply(to: file, at: line)
      let watch = Watch()
      let journal = try FileJournal(file, path: crash.bench.logPath)
      try journal.commit(JournalEntry(at: 0, event: .run(Self.run)))
      let watched = WatchedJournal(
        journal, file: file, watch: watch, replacedAt: fault == .replaced ? line : nil)
      let reader = WatchedReader(crash.device)
      let worker = TagOperator(crash.bench.field, presenting: crash.tags)
      let first = crash.bench.field.records.count
      let walk = try Walk(
        rows: Manifest(path: crash.bench.manifestPath), journal: watched, reader: reader,
        options: crash.bench.options, control: worker.control)
      reader.afterCall = {
        worker.look()
        if watch.hasFailed, reader.hasJustWritten { watch.writesAfter += 1 }
      }
      let ending = walk.run { event in
        if watch.hasFailed, case .done = event { watch.doneAfter += 1 }
        worker.hear(event)
      }
      reader.afterCall = {}
      worker.remove()
      guard case .journalFailed(let error) = ending else {
        Issue.record("\(context): \(ending)")
        continue
      }
      #expect(
        fault == .replaced
          ? error == .replaced(path: crash.bench.logPath)
          : { if case .cannotWrite = error { true } else { false } }(), "\(context): \(error)")
      #expect(watch.writesAfter == 0, "\(context): a tag was written after the log had failed")
      #expect(watch.doneAfter == 0, "\(context): promised after the log had failed")
      let done = worker.events.filter { if case .done = $0 { true } else { false } }.count
      // What the medium is sure to have is at least what was promised.
      let promised = try Self.doneRows(file.durable)
      #expect(promised >= done, "\(context)")
      let tags = crash.bench.field.records.dropFirst(first).map(\.tag)
      // The next process finds what was durable, or all that was ever written.
      for contents in [file.durable, file.contents] {
        try Data(contents).write(to: URL(filePath: crash.bench.logPath))
        try crash.resume(
          CrashBench.Remains(ending: ending, events: [], tags: tags, calls: 0, commits: 0),
          newTagFirst: false, context: context)
      }
    }
    Force.count("disk faults: \(fault.testDescription)", 5)
  }

  private static func doneRows(_ contents: [UInt8]) throws -> Int {
    try FileJournal(FaultyFile(contents), path: "log").history.done
  }

  /// A real file system without room: a small one in memory, which only the superuser may mount.
  @Test(.enabled(if: geteuid() == 0, "needs the superuser, to mount a small file system"))
  func thatIsReallyFullStopsTheRun() throws {
    let crash = try CrashBench(.init(chip: "NTAG213"), rows: 2)
    defer { crash.bench.removeFolder() }
    let mounted = crash.bench.folder.appending(path: "small")
    try FileManager.default.createDirectory(at: mounted, withIntermediateDirectories: true)
    guard try Self.command("/bin/mount", ["-t", "tmpfs", "-o", "size=8k", "tmpfs", mounted.path]) == 0 else {
      // A container without that right can't show it.
      print("skipped: mounting is not permitted here")
      return
    }
    defer { _ = try? Self.command("/bin/umount", ["-l", mounted.path]) }
    let log = mounted.appending(path: "run.log.jsonl").path
    let journal = try FileJournal.create(path: log, run: Self.run, at: 0)
    // All of the room but a page in which the log lies already.
    let filler = mounted.appending(path: "filler").path
    let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
    let page = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, page, page.count) > 0 {}
    close(descriptor)
    var committed = 0
    var failure: JournalError?
    do throws(JournalError) {
      for row in 1...100 {
        try journal.commit(JournalEntry(at: 0, event: Recorded.begin(row, Recorded.uid(UInt8(row)))))
        committed += 1
      }
    } catch { failure = error }
    #expect(failure == .cannotWrite(path: log, errno: ENOSPC))
    #expect(committed > 0)
    #expect(throws: JournalError.self) {
      try journal.commit(JournalEntry(at: 0, event: .skip(row: 200, id: "x")))
    }
    // No half line is left, and with room again the log goes on.
    let summary = try JournalReader.summary(path: log)
    #expect(summary.lines == committed + 1 && summary.tornBytes == 0)
  }

  private static func command(_ path: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Milliseconds since 1970 as the clock gives them: set back by an hour, by a leap second, and long before.
  @Test(arguments: [
    [3_600_000, 0, 1_000, -5_000], [86_399_999, 86_399_000, 86_400_000], [1, -1, -1_000_000_000],
  ])
  func ordersEntriesByTheirLinesAndNotByTheClock(times: [Int64]) throws {
    let crash = try CrashBench(.init(chip: "NTAG213"), rows: 2)
    defer { crash.bench.removeFolder() }
    var next = 0
    let journal = try FileJournal.create(path: crash.bench.logPath, run: Self.run, at: times[0])
    let worker = TagOperator(crash.bench.field, presenting: crash.tags)
    let reader = WatchedReader(crash.device)
    reader.afterCall = worker.look
    let walk = try Walk(
      rows: Manifest(path: crash.bench.manifestPath), journal: journal, reader: reader,
      options: crash.bench.options, control: worker.control,
      wallClock: {
        next += 1
        return 1_796_021_580_000 + times[next % times.count]
      })
    #expect(walk.run(worker.hear) == .complete)
    worker.remove()
    #expect(try JournalReader.summary(path: crash.bench.logPath).history == journal.history)
    #expect(journal.history.done == 2)
  }
}
