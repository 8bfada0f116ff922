/// One line of the log as it stands in the file. Reading it back: `JournalLineReader`.
enum JournalLine {
  /// The version that `run` and `resume` lines carry.
  static let version = 1
  /// The longest line, in bytes without its end, that is read; far above the longest that is written.
  static let limit = 1 << 20

  /// The line for `entry`, with its line end.
  ///
  /// - Parameter chain: the SHA-256 of the line before (32 bytes), where the log is chained.
  static func encode(_ entry: JournalEntry, chain: [UInt8]? = nil) -> [UInt8] {
    var line = JSONWriter()
    line.beginObject()
    line.add(type(of: entry.event).rawValue, "type")
    line.add(RFC3339.format(entry.at), "at")
    switch entry.event {
    case .run(let run): add(run, to: &line)
    case .begin(let begin):
      add(row: begin.row, begin.id, begin.uid, to: &line)
      line.add(begin.chip, "chip")
      line.add(begin.attempt, "attempt")
    case .tag(let done): add(done, to: &line)
    case .reject(let reject):
      if let row = reject.row { line.add(row, "row") }
      if let id = reject.id { line.add(id, "id") }
      line.addHex(reject.uid.bytes, "uid")
      line.add(reject.chip, "chip")
      line.add(reject.reason.rawValue, "reason")
      line.add(reject.detail, "detail")
    case .skip(let row, let id): add(row: row, id, nil, to: &line)
    case .void(let row, let id, let uid): add(row: row, id, uid, to: &line)
    case .stop(let reason, let counts), .end(let reason, let counts): add(reason, counts, to: &line)
    case .resume(let reason, let counts, let run):
      add(run, to: &line)
      add(reason, counts, to: &line)
    }
    if let chain { line.addHex(chain, "chain") }
    line.endObject()
    line.endLine()
    return line.bytes
  }

  static func type(of event: JournalEntry.Event) -> JournalLineType {
    switch event {
    case .run: .run
    case .begin: .begin
    case .tag: .tag
    case .reject: .reject
    case .skip: .skip
    case .void: .void
    case .stop: .stop
    case .resume: .resume
    case .end: .end
    }
  }

  private static func add(_ run: JournalEntry.Run, to line: inout JSONWriter) {
    line.add(version, "version")
    line.add(run.run, "run")
    line.add(run.tool, "tool")
    line.beginObject("manifest")
    line.add(run.manifestPath, "path")
    line.add(run.manifestSHA256, "sha256")
    line.add(run.manifestRows, "rows")
    line.endObject()
    line.beginObject("options")
    // Sorted, so that the same run makes the same line.
    for (name, value) in run.options.sorted(by: { $0.key < $1.key }) { line.add(value, name) }
    line.endObject()
    line.add(run.host, "host")
    line.add(run.reader, "reader")
  }

  private static func add(row: Int, _ id: String, _ uid: UID?, to line: inout JSONWriter) {
    line.add(row, "row")
    line.add(id, "id")
    if let uid { line.addHex(uid.bytes, "uid") }
  }

  private static func add(_ done: JournalEntry.Done, to line: inout JSONWriter) {
    add(row: done.row, done.id, done.uid, to: &line)
    line.add(done.chip, "chip")
    line.add(done.capacity, "capacity")
    if let url = done.url { line.add(url, "url") }
    if let text = done.text { line.add(text, "text") }
    line.addHex(done.ndef, "ndef")
    line.add(done.ndef.count, "bytes")
    line.add(done.locked, "locked")
    line.add(done.protected, "protected")
    line.add(done.attempts, "attempts")
    line.add(done.ms, "ms")
    line.add(true, "verified")
    if done.adopted { line.add(true, "adopted") }
    if let mirror = done.mirror { line.add(mirror.rawValue, "mirror") }
  }

  private static func add(_ reason: String, _ counts: JournalEntry.Counts, to line: inout JSONWriter) {
    line.add(reason, "reason")
    line.add(counts.rows, "rows")
    line.add(counts.done, "done")
    line.add(counts.skipped, "skipped")
    line.add(counts.rejected, "rejected")
  }
}
