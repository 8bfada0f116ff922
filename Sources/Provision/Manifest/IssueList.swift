/// Issues in the order of the file, up to a limit; the rest is counted.
struct IssueList: Sendable {
  private(set) var issues: [ManifestIssue] = []
  private(set) var omitted = 0

  var isEmpty: Bool { issues.isEmpty }
  /// Whether another issue would only be counted.
  var isFull: Bool { issues.count >= ManifestLimits.issues }

  mutating func add(_ issue: @autoclosure () -> ManifestIssue) {
    if isFull { omitted += 1 } else { issues.append(issue()) }
  }

  /// Notes that there is one more than is kept.
  mutating func count() { omitted += 1 }

  /// Puts what was found late at its place.
  mutating func sort() {
    let order = issues.enumerated().sorted {
      ($0.element.line ?? 0, $0.element.column ?? 0, $0.offset)
        < ($1.element.line ?? 0, $1.element.column ?? 0, $1.offset)
    }
    issues = order.map(\.element)
  }

  /// Adds what was found in a row.
  mutating func add(_ faults: [Row.Fault], in row: Row) {
    for fault in faults {
      guard !isFull else {
        omitted += 1
        continue
      }
      let place = row.place(of: fault.source)
      add(ManifestIssue(line: place.line, column: place.column, kind: fault.kind))
    }
  }
}
