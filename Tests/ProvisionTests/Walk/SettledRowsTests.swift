internal import Synchronization
internal import Testing

@testable internal import Provision

@Suite("Rows that need no look") struct SettledRowsTests {
  /// Rows that count how often one of them was read.
  private final class CountedRows: RowSource {
    let count: Int
    let hasUIDColumn = false
    private let asked = Mutex(0)
    var reads: Int { asked.withLock { $0 } }

    init(count: Int) { self.count = count }

    func row(at index: Int) throws(ManifestError) -> ManifestRow {
      asked.withLock { $0 += 1 }
      return ManifestRow(
        number: index + 1, id: "A\(index)", line: index + 2, url: "https://example.org/", text: nil,
        language: "en")
    }
    func index(ofID id: String) throws(ManifestError) -> Int? { Int(id.dropFirst()) }
    func index(ofUID uid: UID) throws(ManifestError) -> Int? { nil }
  }

  private static func run(_ digest: String, rows: Int, _ options: [String: String] = [:]) -> JournalEntry.Run
  {
    JournalEntry.Run(
      run: "r", tool: "t", manifestPath: "m", manifestSHA256: digest, manifestRows: rows, options: options,
      host: "h", reader: "r")
  }

  private static func done(_ index: Int) -> JournalEntry {
    JournalEntry(
      at: 0,
      event: .tag(
        JournalEntry.Done(
          row: index + 1, id: "A\(index)",
          uid: UID([0x04, 0, 0, 0, 0, UInt8(index >> 8), UInt8(index & 0xFF)]),
          chip: "NTAG213", capacity: 137, url: nil, text: nil, ndef: [0xD0, 0, 0], locked: false,
          protected: false, attempts: 1, ms: 1, adopted: false)))
  }

  private static func history(done indices: some Sequence<Int>, rows: Int) throws -> History {
    var history = History()
    try history.apply(JournalEntry(at: 0, event: .run(run("a", rows: rows))))
    for index in indices { try history.apply(done(index)) }
    return history
  }

  @Test func leadToTheFirstOpenRowWithoutReadingTheOthers() throws {
    let rows = CountedRows(count: 1_000)
    let history = try Self.history(done: (0..<1_000).filter { $0 != 700 && $0 < 990 }, rows: 1_000)
    let settled = try #require(SettledRows(history, count: 1_000))
    var queue = try WalkQueue(source: rows, options: WalkOptions(), settled: settled)
    #expect(try queue.current(history)?.id == "A700")
    #expect(rows.reads == 1)
    #expect(settled.done == 989)
  }

  @Test func countAPartOfTheManifestByItsOpenRows() throws {
    let rows = CountedRows(count: 1_000)
    let history = try Self.history(done: 0..<990, rows: 1_000)
    var options = WalkOptions()
    options.scope = .from("A500")
    let queue = try WalkQueue(source: rows, options: options, settled: SettledRows(history, count: 1_000))
    #expect(try queue.standing(history) == (490, 0))
    #expect(rows.reads == 10)
  }

  @Test func areOpenAgainWhenTheirTagIsVoided() throws {
    let rows = CountedRows(count: 100)
    var history = try Self.history(done: 0..<100, rows: 100)
    var queue = try WalkQueue(source: rows, options: WalkOptions(), settled: SettledRows(history, count: 100))
    let row = try rows.row(at: 40)
    try history.apply(
      JournalEntry(at: 0, event: .void(row: 41, id: "A40", uid: UID([0x04, 0, 0, 0, 0, 0, 40]))))
    queue.reopen(row)
    #expect(try queue.current(history)?.id == "A40")
  }

  /// A row's number means another row where the manifest was another one, even if it is the first one again.
  @Test(arguments: [run("b", rows: 10), run("a", rows: 10, ["delimiter": ";"])])
  func areNotTakenFromALogOfSeveralManifests(between: JournalEntry.Run) throws {
    var history = try Self.history(done: 0..<5, rows: 10)
    #expect(SettledRows(history, count: 10) != nil)
    let counts = JournalEntry.Counts(rows: 10, done: 5, skipped: 0, rejected: 0)
    for run in [between, Self.run("a", rows: 10)] {
      try history.apply(JournalEntry(at: 0, event: .resume(reason: "start", counts, run)))
    }
    #expect(SettledRows(history, count: 10) == nil)
  }

  @Test func areNeverBeyondTheManifest() throws {
    let history = try Self.history(done: [0, 9, 200], rows: 10)
    let settled = try #require(SettledRows(history, count: 10))
    #expect(settled.contains(9))
    #expect(!settled.contains(200))
    #expect(!settled.contains(5))
  }
}
