/// Hours put together so that a chart can show all of them, gaps included, in at most some fifty slots.
struct ReportTimeline {
  /// How many hours a slot has.
  private(set) var hours = 1
  /// From the first to the last hour without a gap.
  private(set) var slots: [RunReport.Hour] = []

  private static let most = 48
  private static let hour: Int64 = 3_600_000

  init(_ all: [RunReport.Hour]) {
    guard let first = all.first?.start, let last = all.last?.start else { return }
    let span = (last - first) / Self.hour + 1
    // Times in a log can be anything: slots are made longer until they are few.
    for length in [1, 2, 3, 4, 6, 12, 24, 48, 168] where hours < length && span > Int64(Self.most * hours) {
      hours = length
    }
    while span > Int64(Self.most * hours) { hours *= 2 }
    let length = Int64(hours) * Self.hour
    let start = first - (first % length + length) % length
    slots = (0...Int((last - start) / length)).map {
      RunReport.Hour(start: start + Int64($0) * length, done: 0, rejected: 0)
    }
    for hour in all {
      let index = Int((hour.start - start) / length)
      slots[index].done += hour.done
      slots[index].rejected += hour.rejected
    }
  }

  /// At most five labels: times of day, or days where slots are long.
  var marks: [(bar: Int, text: String)] {
    let every = max(1, (slots.count + 4) / 5)
    return stride(from: 0, to: slots.count, by: every).map { index in
      let text = RFC3339.format(slots[index].start)
      return (index, String(hours >= 12 ? text.prefix(10) : text.dropFirst(11).prefix(5)))
    }
  }
}
