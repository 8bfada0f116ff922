/// A report as one JSON object: `version`, `summary` and `tags`; as a schema: `docs/report.schema.json`.
///
/// Fields are only added. Times are RFC 3339 in UTC, durations milliseconds.
public struct ReportJSON: Sendable {
  /// The version that the object names.
  public static let version = 1
  /// Whether the list of tags is wanted too.
  public var tags = true

  /// With tags.
  public init() {}

  /// Writes the object, one tag a line.
  public func write<Sink: ReportSink>(
    _ report: RunReport, to sink: inout Sink
  ) throws(ReportError<Sink.Failure>) {
    var piece = ReportPiece()
    piece.add("{\"version\":\(Self.version),\n\"summary\":")
    piece.add(summary(report))
    if tags {
      piece.add(",\n\"tags\":[")
      var isFirst = true
      var line = JSONWriter()
      try report.export(to: &sink, piece: &piece) { piece, tag, at in
        piece.add(isFirst ? "\n" : ",\n")
        isFirst = false
        line.removeAll()
        Self.add(tag, at, to: &line)
        piece.add(line.bytes)
        return true
      }
      piece.add("\n]")
    }
    piece.add("}\n")
    try report.finish(&piece, to: &sink)
  }

  private static func add(_ tag: JournalEntry.Done, _ at: Int64, to line: inout JSONWriter) {
    line.beginObject()
    line.addHex(tag.uid.bytes, "uid")
    line.add(tag.id, "id")
    line.add(tag.row, "row")
    if let url = tag.url { line.add(url, "url") }
    if let text = tag.text { line.add(text, "text") }
    line.add(tag.chip, "chip")
    line.add(tag.locked, "locked")
    line.add(tag.protected, "protected")
    line.add(tag.ms, "ms")
    line.add(RFC3339.format(at), "at")
    line.endObject()
  }

  /// The summary alone.
  func summary(_ report: RunReport) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    add(report.run, to: &json)
    let counts = [
      ("rows", report.rows), ("done", report.done), ("skipped", report.skipped), ("undone", report.undone),
      ("doneElsewhere", report.doneElsewhere), ("skippedElsewhere", report.skippedElsewhere),
      ("rejected", report.rejected), ("voided", report.voided), ("adopted", report.adopted),
      ("locked", report.locked), ("protected", report.protected), ("stops", report.stops),
      ("resumes", report.resumes), ("ends", report.ends), ("lines", report.lines),
      ("tornBytes", report.tornBytes),
    ]
    for (name, count) in counts { json.add(count, name) }
    Self.add(report.yieldPermille, "yieldPermille", to: &json)
    add(report.first.map(RFC3339.format), "first", to: &json)
    add(report.last.map(RFC3339.format), "last", to: &json)
    add(report.perTag, "msPerTag", to: &json)
    add(report.takt, "msFromTagToTag", to: &json)
    json.beginArray("rejects")
    for reject in report.rejects {
      json.beginObject()
      json.add(reject.name.rawValue, "reason")
      json.add(reject.count, "count")
      json.endObject()
    }
    json.endArray()
    json.beginArray("chips")
    for chip in report.chips {
      json.beginObject()
      json.add(chip.name, "chip")
      json.add(chip.count, "count")
      json.endObject()
    }
    json.endArray()
    json.beginArray("hours")
    for hour in report.hours {
      json.beginObject()
      json.add(RFC3339.format(hour.start), "start")
      json.add(hour.done, "done")
      json.add(hour.rejected, "rejected")
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func add(_ run: JournalEntry.Run?, to json: inout JSONWriter) {
    guard let run else { return }
    json.add(run.run, "run")
    json.add(run.tool, "tool")
    json.beginObject("manifest")
    json.add(run.manifestPath, "path")
    json.add(run.manifestSHA256, "sha256")
    json.add(run.manifestRows, "rows")
    json.endObject()
    json.add(run.host, "host")
    json.add(run.reader, "reader")
  }

  private func add(_ durations: DurationHistogram, _ key: String, to json: inout JSONWriter) {
    json.beginObject(key)
    json.add(durations.count, "count")
    Self.add(durations.percentile(50), "median", to: &json)
    Self.add(durations.percentile(95), "percentile95", to: &json)
    json.endObject()
  }

  private static func add(_ value: Int?, _ key: String, to json: inout JSONWriter) {
    if let value { json.add(value, key) } else { json.addNull(key) }
  }

  private func add(_ value: String?, _ key: String, to json: inout JSONWriter) {
    if let value { json.add(value, key) } else { json.addNull(key) }
  }
}
