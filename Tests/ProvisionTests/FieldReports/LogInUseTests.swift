internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A log that people and other programs open while it is written.
@Suite("A log that others open too", .serialized) struct LogInUseTests {
  /// What is done to the file between two tags.
  enum Meddling: CaseIterable {
    case openedAndRead, madeReadOnly, replaced, removed, savedBySpreadsheet, cut, grown, emptied

    /// Whether the run goes on as if nothing had happened.
    var isHarmless: Bool { self == .openedAndRead || self == .madeReadOnly }

    func apply(to path: String) throws {
      let url = URL(filePath: path)
      let text = try String(contentsOf: url, encoding: .utf8)
      switch self {
      case .openedAndRead: break
      case .madeReadOnly:
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
      case .replaced: try Data(text.utf8).write(to: url, options: .atomic)
      case .removed: try FileManager.default.removeItem(at: url)
      case .savedBySpreadsheet:
        try Self.overwrite(
          path, [0xEF, 0xBB, 0xBF] + Array(text.replacing(",", with: ";").replacing("\n", with: "\r\n").utf8))
      case .cut: try Self.overwrite(path, Array(text.utf8.dropLast(40)))
      case .grown: try Self.overwrite(path, Array((text + "{\"type\":\"note\"}\n").utf8))
      case .emptied: try Self.overwrite(path, [])
      }
    }

    /// In place: the same file with another content.
    private static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    }
  }

  /// openhardwaremonitor/openhardwaremonitor#1023, r-smith/vmPing#27, yuyuvn/KanColleViewer#72: logging stopped, and nobody was
  /// told. Here the next tag is not touched, and what stands in the file, whoever wrote it, stays.
  @Test(arguments: Meddling.allCases) func isFoundOutBeforeTheNextTag(meddling: Meddling) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 4)
    var left: Data?
    var before: Data?
    let run = try bench.present(
      WalkBench.tags(4), with: bench.open(),
      onEvent: { event, _ in
        guard case .ready(let row, _) = event, row.row == 3, before == nil else { return }
        before = try? Data(contentsOf: URL(filePath: bench.logPath))
        do { try meddling.apply(to: bench.logPath) } catch { Issue.record(error) }
        left = try? Data(contentsOf: URL(filePath: bench.logPath))
      })
    let written = run.tags.filter { PlainReading.message(on: $0)?.isEmpty == false }.count
    guard meddling.isHarmless else {
      guard case .journalFailed(.replaced(path: bench.logPath)) = run.ending else {
        Issue.record("\(meddling): \(run.ending)")
        return
      }
      #expect(written == 2, "a tag was written that can't be logged")
      #expect(run.events.count { if case .done = $0 { true } else { false } } == 2)
      #expect((try? Data(contentsOf: URL(filePath: bench.logPath))) == left, "the file of others was changed")
      return
    }
    #expect(run.ending == .complete)
    #expect(written == 4 && run.done.count == 4)
    #expect(try Data(contentsOf: URL(filePath: bench.logPath)).starts(with: #require(before)))
  }

  /// gsamokovarov/jump#9: a state that is written anew as a whole is lost when that fails. Nothing of a log is ever written
  /// anew: it is one file from the first line to the last, and only grows.
  @Test func onlyGrows() throws {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.lock = true
    try bench.write(rows: 4)
    var last = Data()
    var files: Set<UInt64> = []
    func look() {
      guard let now = try? Data(contentsOf: URL(filePath: bench.logPath)) else { return }
      #expect(now.starts(with: last))
      last = now
      var status = stat()
      if stat(bench.logPath, &status) == 0 { files.insert(UInt64(status.st_ino)) }
    }
    let device = try bench.open()
    for part in 0..<2 {
      let run = try bench.present(
        WalkBench.tags(3, first: 1 + 3 * part), with: device, faults: [1: [.notStored(write: nil)]],
        onEvent: { _, _ in look() })
      look()
      #expect(run.ending == (part == 0 ? .stopped(reason: "no more tags") : .complete), "\(run.events)")
    }
    #expect(files.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    #expect(names.sorted() == ["rows.csv", "rows.log.jsonl"], "something lies beside it")
  }

  /// Divkix/Logwell#58, aashutoshkumarbhardwaj/CreatorOs#1041, hhurz/tableExport.jquery.plugin#230, productdevbook/hucre#164,
  /// openclaw/remindctl#93: what begins a formula in a spreadsheet. The tag and the log have the very bytes, the log is gone on
  /// from, and the exported table runs nothing and can be turned back.
  @Test func keepsWhatLooksLikeAFormulaAndExportsItHarmless() throws {
    let texts = ReportCSVTests.dangerous.filter { !$0.contains("\0") }
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let manifest =
      "id,text\n"
      + texts.enumerated().map { "\(quoted("\($0.element)#\($0.offset)")),\(quoted($0.element))\n" }.joined()
    try bench.write(manifest: manifest)
    let device = try bench.open()
    // In two runs, the second from the log.
    let half = texts.count / 2
    _ = try bench.present(WalkBench.tags(half), with: device)
    let run = try bench.present(WalkBench.tags(texts.count - half, first: 1 + half), with: device)
    #expect(run.ending == .complete, "\(run.events.suffix(3))")
    #expect(try bench.job().isComplete)
    #expect(run.done.map { Array(($0.text ?? "").utf8) } == texts.map { Array($0.utf8) })
    for (text, octets) in zip(texts, run.done.map(\.ndef)) {
      #expect(PlainRecord(octets)?.payload == [2] + Array("en".utf8) + Array(text.utf8))
    }
    #expect(run.messages == run.done.suffix(texts.count - half).map(\.ndef))
    var buffer = ReportBuffer()
    try ReportCSV().write(RunReport(log: bench.logPath), to: &buffer)
    let exported = try ManifestFixture(buffer.bytes).rows()
    #expect(
      exported.map { Array(SpreadsheetGuard.unguarded($0.text ?? "").utf8) } == texts.map { Array($0.utf8) })
    #expect(
      exported.allSatisfy { SpreadsheetGuard.guarded(SpreadsheetGuard.unguarded($0.text ?? "")) == $0.text })
    #expect(
      exported.map { SpreadsheetGuard.unguarded($0.id) }
        == texts.enumerated().map { "\($0.element)#\($0.offset)" })
  }
}
