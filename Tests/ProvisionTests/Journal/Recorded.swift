@testable internal import Provision

/// A log with every type of line and every transition, as a run of four rows could leave it.
enum Recorded {
  static let run = JournalEntry.Run(
    run: "5f0c7a52-3c8e-4a53-9b6e-2f1f0e6a9d11", tool: "provision-tags 0.1", manifestPath: "badges \"A\".csv",
    manifestSHA256: String(repeating: "ab", count: 32), manifestRows: 4,
    options: ["url": "https://e.org/t/{id}", "lock": "true"], host: "station-1",
    reader: "pn532_uart:/dev/ttyUSB0")

  static func uid(_ number: UInt8) -> UID { UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, number]) }

  static func begin(_ row: Int, _ uid: UID, attempt: Int = 1) -> JournalEntry.Event {
    .begin(.init(row: row, id: "id\(row)", uid: uid, chip: "NTAG213", attempt: attempt))
  }

  static func tag(_ row: Int, _ uid: UID, text: String? = nil, adopted: Bool = false, mirror: Mirror? = nil)
    -> JournalEntry.Event
  {
    .tag(
      .init(
        row: row, id: "id\(row)", uid: uid, chip: "NTAG213", capacity: 137, url: "https://e.org/t/\(row)",
        text: text,
        ndef: [0xD1, 0x01, 0x02, 0x55, 0x04, UInt8(row)], locked: row == 1, protected: false, attempts: 1,
        ms: 412,
        adopted: adopted, mirror: mirror))
  }

  static func counts(_ done: Int, _ skipped: Int, _ rejected: Int) -> JournalEntry.Counts {
    .init(rows: 4, done: done, skipped: skipped, rejected: rejected)
  }

  static let events: [JournalEntry.Event] = [
    .run(run),
    begin(1, uid(1)), tag(1, uid(1), text: "line\u{2028}\n\"é😀\"\u{7F}"),
    begin(2, uid(2)), begin(2, uid(2), attempt: 2),
    .reject(.init(uid: uid(2), chip: "NTAG213", reason: .writeFailed, detail: "page 9", row: 2, id: "id2")),
    .reject(.init(uid: uid(9), chip: "Ultralight", reason: .verifyFailed, detail: "", row: nil, id: nil)),
    .skip(row: 2, id: "id2"), begin(3, uid(3)),
    .stop(reason: "signal", counts(1, 1, 2)),
    .resume(reason: "command", counts(1, 1, 2), run),
    tag(3, uid(3), adopted: true),
    .void(row: 1, id: "id1", uid: uid(1)), begin(1, uid(4)), tag(1, uid(4)),
    begin(2, uid(1)), tag(2, uid(1), mirror: .uidAndCounter),
    .skip(row: 4, id: "id4"),
    .end(reason: "incomplete", counts(3, 1, 2)),
  ]

  /// Clocks run backwards here and there.
  static let entries = events.enumerated().map { index, event in
    JournalEntry(at: 1_796_021_580_123 + Int64(index * 997 % 5000), event: event)
  }

  static let lines = entries.map { JournalLine.encode($0) }
  static let bytes = Array(lines.joined())

  /// The history after the first `count` entries.
  static func history(_ count: Int) throws -> History {
    var history = History()
    for entry in entries.prefix(count) { try history.apply(entry) }
    return history
  }
}
