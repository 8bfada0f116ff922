/// What failed how often at each tag that was not finished or given up since.
struct TagTries {
  private var failures: [UID: Int] = [:]

  /// Counts a failure; the number of failures so far.
  mutating func fail(_ uid: UID) -> Int {
    failures[uid, default: 0] += 1
    return failures[uid] ?? 1
  }

  /// Whether anything failed at this tag.
  func hasFailed(_ uid: UID) -> Bool { failures[uid] != nil }

  mutating func forget(_ uid: UID) { failures[uid] = nil }
}
