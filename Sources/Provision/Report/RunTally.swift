/// Counts what the history does not keep, line by line.
struct RunTally {
  private var locked = 0, protected = 0, adopted = 0
  private var chips: [String: Int] = [:]
  /// The chip and the hour of the last line, since the next line mostly has the same.
  private var chip = (name: "", count: 0)
  private var hour = RunReport.Hour(start: 0, done: 0, rejected: 0)
  /// Rejected tags that are rejected still; tags that make up their UID can't become anything else.
  private var rejected: [UID: RejectReason] = [:]
  private var reasons: [RejectReason: Int] = [:]
  private var voided: Set<UID> = []
  private var voids: [String: Int] = [:]
  private var hours: [Int64: (done: Int, rejected: Int)] = [:]
  private var perTag = DurationHistogram()
  private var takt = DurationHistogram()
  private var previous: Int64?
  private var stops = 0, resumes = 0, ends = 0
  private var first: Int64?, last: Int64?

  mutating func take(_ line: JournalObservation) {
    switch line {
    case .begin(let begin): use(begin.uid)
    case .tag(let tag): take(tag)
    case .other(let entry): take(entry)
    }
  }

  private mutating func take(_ tag: JournalObservation.Tag) {
    see(tag.at)
    use(tag.uid)
    if tag.locked { locked += 1 }
    if tag.protected { protected += 1 }
    if tag.adopted { adopted += 1 }
    if tag.chip == chip.name {
      chip.count += 1
    } else {
      keepChip()
      chip = (tag.chip, 1)
    }
    perTag.add(tag.ms)
    // A clock that was set back tells nothing.
    if let previous, tag.at >= previous { takt.add(Int(clamping: tag.at - previous)) }
    previous = tag.at
    count(done: 1, rejected: 0, at: tag.at)
  }

  private mutating func take(_ entry: JournalEntry) {
    see(entry.at)
    switch entry.event {
    case .reject(let reject):
      count(done: 0, rejected: 1, at: entry.at)
      if !reject.uid.isRandom, let earlier = rejected.updateValue(reject.reason, forKey: reject.uid) {
        reasons[earlier, default: 0] -= 1
      }
      reasons[reject.reason, default: 0] += 1
    case .void(_, let id, let uid):
      voids[id, default: 0] += 1
      voided.insert(uid)
    case .stop:
      stops += 1
      previous = nil
    case .resume:
      resumes += 1
      previous = nil
    case .end:
      ends += 1
      previous = nil
    case .run, .begin, .tag, .skip: break
    }
  }

  private mutating func see(_ at: Int64) {
    first = min(first ?? at, at)
    last = max(last ?? at, at)
  }

  /// A tag that is taken again is neither rejected nor voided any more.
  private mutating func use(_ uid: UID) {
    if !rejected.isEmpty, let earlier = rejected.removeValue(forKey: uid) {
      reasons[earlier, default: 0] -= 1
    }
    if !voided.isEmpty { voided.remove(uid) }
  }

  private mutating func count(done: Int, rejected: Int, at: Int64) {
    let length: Int64 = 3_600_000
    if at < hour.start || at >= hour.start + length {
      keepHour()
      hour = RunReport.Hour(start: at - (at % length + length) % length, done: 0, rejected: 0)
    }
    hour.done += done
    hour.rejected += rejected
  }

  private mutating func keepChip() {
    if chip.count > 0 { chips[chip.name, default: 0] += chip.count }
    chip.count = 0
  }

  private mutating func keepHour() {
    guard hour.done + hour.rejected > 0 else { return }
    let old = hours[hour.start] ?? (0, 0)
    hours[hour.start] = (old.done + hour.done, old.rejected + hour.rejected)
    hour = RunReport.Hour(start: hour.start, done: 0, rejected: 0)
  }

  /// A result that was voided later.
  mutating func takeBack(_ tag: JournalEntry.Done) {
    if tag.locked { locked -= 1 }
    if tag.protected { protected -= 1 }
    if tag.adopted { adopted -= 1 }
    chips[tag.chip, default: 0] -= 1
  }

  mutating func finish(_ report: inout RunReport) {
    keepChip()
    keepHour()
    report.locked = locked
    report.protected = protected
    report.adopted = adopted
    report.chips = chips.filter { $0.value > 0 }.map { RunReport.Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    report.rejects = RejectReason.allCases.compactMap { reason in
      reasons[reason].flatMap { $0 > 0 ? RunReport.Count(name: reason, count: $0) : nil }
    }.sorted { $0.count > $1.count }
    report.voided = voided.count
    report.voids = voids
    report.perTag = perTag
    report.takt = takt
    report.hours = hours.map {
      RunReport.Hour(start: $0.key, done: $0.value.done, rejected: $0.value.rejected)
    }
    .sorted { $0.start < $1.start }
    report.stops = stops
    report.resumes = resumes
    report.ends = ends
    report.first = first
    report.last = last
  }
}
