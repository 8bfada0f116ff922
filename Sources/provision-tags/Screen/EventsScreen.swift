internal import Glibc
internal import Provision

/// JSON Lines for a line controller: one object an event, version 1. Fields and words are only ever added.
///
/// Every line has `v`, `event` and `at`. Nothing here is localised.
struct EventsScreen: Screen {
  mutating func show(_ event: WalkEvent) -> Bool {
    Output.line(Self.lines(event, at: Timestamp.now()).joined(separator: "\n"))
  }

  /// The lines of an event: mostly one; a result is followed by the progress.
  static func lines(_ event: WalkEvent, at time: String) -> [String] {
    var line = JSONLine()
    func begin(_ name: String) {
      line.add("v", 1)
      line.add("event", name)
      line.add("at", time)
    }
    var progressAfter: WalkEvent.Progress?
    switch event {
    case .ready(let row, let progress):
      begin("ready")
      add(row, to: &line)
      add(progress, to: &line)
    case .readyForAnyTag(let progress):
      begin("ready")
      line.add("for", "any-tag")
      add(progress, to: &line)
    case .readyForPick(let progress):
      begin("ready")
      line.add("for", "pick")
      add(progress, to: &line)
    case .detected(let tag):
      begin("detected")
      add(tag, to: &line)
    case .refused(let tag, let refusal):
      begin("refused")
      add(tag, to: &line)
      EventWords.add(refusal, to: &line)
    case .writing(let row, let tag, let attempt):
      begin("writing")
      add(row, to: &line)
      add(tag, to: &line)
      line.add("attempt", attempt)
    case .retrying(let row, let tag, let attempt, let failure):
      begin("retrying")
      add(row, to: &line)
      add(tag, to: &line)
      line.add("attempt", attempt)
      EventWords.add(failure, to: &line)
    case .done(let row, let tag, let result, let progress):
      begin("verified")
      add(row, to: &line)
      add(tag, to: &line)
      line.add("locked", result.locked)
      line.add("protected", result.protected)
      line.add("adopted", result.adopted)
      line.add("attempts", result.attempts)
      line.add("ms", result.ms)
      progressAfter = progress
    case .rejected(let row, let tag, let reason, let detail, let progress):
      begin("rejected")
      if let row { add(row, to: &line) }
      add(tag, to: &line)
      line.add("reason", reason.rawValue)
      line.add("detail", detail)
      progressAfter = progress
    case .removed(let uid):
      begin("removed")
      line.add("uid", uid.description)
    case .skipped(let row, let progress):
      begin("skipped")
      add(row, to: &line)
      progressAfter = progress
    case .voided(let row, let uid):
      begin("voided")
      add(row, to: &line)
      line.add("uid", uid.description)
    case .paused(let isPaused): begin(isPaused ? "paused" : "resumed")
    case .requestRefused(let refusal):
      begin("problem")
      EventWords.add(refusal, to: &line)
    case .readerLost(let error):
      begin("problem")
      line.add("problem", "reader-lost")
      EventWords.add(error, to: &line)
    case .readerBack(let name):
      begin("recovered")
      line.add("reader", name)
    case .ended(let ending, let progress):
      begin("ended")
      EventWords.add(ending, to: &line)
      add(progress, to: &line)
    }
    guard let progressAfter else { return [line.text] }
    var second = JSONLine()
    second.add("v", 1)
    second.add("event", "progress")
    second.add("at", time)
    add(progressAfter, to: &second)
    return [line.text, second.text]
  }

  /// A line for what goes wrong outside of the walk.
  static func problem(_ word: String, detail: String, at time: String) -> String {
    var line = JSONLine()
    line.add("v", 1)
    line.add("event", "problem")
    line.add("at", time)
    line.add("problem", word)
    line.add("detail", detail)
    return line.text
  }

  private static func add(_ row: WalkEvent.RowInHand, to line: inout JSONLine) {
    line.add("row", row.row)
    line.add("id", row.id)
    line.add("url", row.url)
    line.add("text", row.text)
    line.add("bytes", row.bytes)
  }

  private static func add(_ tag: WalkEvent.TagInHand?, to line: inout JSONLine) {
    line.add("uid", tag?.uid.description)
    line.add("chip", tag?.chip)
    line.add("capacity", tag?.capacity)
  }

  private static func add(_ progress: WalkEvent.Progress, to line: inout JSONLine) {
    line.add("rows", progress.rows)
    line.add("done", progress.done)
    line.add("skipped", progress.skipped)
    line.add("rejected", progress.rejected)
    line.add("done_now", progress.doneNow)
  }
}

/// The time as RFC 3339 has it, UTC with milliseconds.
enum Timestamp {
  static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return text(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Of milliseconds since 1970.
  static func text(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date =
      "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1))-\(padded(Int(parts.tm_mday)))"
    let clock = "\(padded(Int(parts.tm_hour))):\(padded(Int(parts.tm_min))):\(padded(Int(parts.tm_sec)))"
    return "\(date)T\(clock).\(padded(Int(milliseconds % 1000), 3))Z"
  }
}
