// How each entry changes what is known. Order in the file rules; times are never compared, since clocks are set back.
extension History {
  /// An entry that contradicts what came before it: a short technical phrase in English.
  struct Contradiction: Error, Equatable {
    var detail: String
    init(_ detail: String) { self.detail = detail }
  }

  /// What identifies a message: the first 8 bytes of its SHA-256, most significant first.
  public static func digest(of ndef: [UInt8]) -> UInt64 {
    SHA256.hash(ndef).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Takes in the next entry, or leaves everything as it was and says what is wrong with it.
  mutating func apply(_ entry: JournalEntry) throws(Contradiction) {
    try check(entry)
    switch entry.event {
    case .run(let run):
      firstRun = run
      latestRun = run
    case .resume(_, _, let run): latestRun = run
    case .begin(let begin):
      release(begin.uid)
      setRow(begin.id, .begun(uid: begin.uid, attempts: begin.attempt))
      tags[begin.uid] = .begun(row: begin.row, id: begin.id, attempts: begin.attempt)
    case .tag(let tag):
      release(tag.uid)
      setRow(tag.id, .done(uid: tag.uid, digest: Self.digest(of: tag.ndef)))
      tags[tag.uid] = .done(row: tag.row, id: tag.id, locked: tag.locked)
      done += 1
    case .reject(let reject):
      release(reject.uid)
      tags[reject.uid] = .rejected(reject.reason, row: reject.row, id: reject.id)
      rejected += 1
    case .skip(_, let id):
      setRow(id, .skipped)
      skipped += 1
    case .void(let row, let id, let uid):
      setRow(id, nil)
      tags[uid] = .voided(row: row, id: id)
      done -= 1
    case .stop, .end: break
    }
  }

  /// Whether `entry` can follow; nothing is changed.
  func check(_ entry: JournalEntry) throws(Contradiction) {
    if case .run = entry.event {
      guard firstRun == nil else { throw Contradiction("a second run line") }
      return
    }
    guard firstRun != nil else { throw Contradiction("no run line comes first") }
    switch entry.event {
    case .begin(let begin): try checkFree(row: begin.id, tag: begin.uid)
    case .tag(let tag): try checkFree(row: tag.id, tag: tag.uid)
    case .reject(let reject): try checkFree(row: nil, tag: reject.uid)
    case .skip(_, let id): try checkFree(row: id, tag: nil)
    case .void(_, let id, let uid):
      guard case .done(let holder, _) = rows[id], holder == uid else {
        throw Contradiction("row \(id) is not done with tag \(uid)")
      }
    case .run, .stop, .resume, .end: break
    }
  }

  /// A done row and its tag change only after they were voided.
  private func checkFree(row id: String?, tag uid: UID?) throws(Contradiction) {
    if let id, case .done(let holder, _) = rows[id] {
      throw Contradiction("row \(id) is done with tag \(holder)")
    }
    if let uid, case .done(_, let id, _) = tags[uid] { throw Contradiction("tag \(uid) holds row \(id)") }
  }

  /// Takes the tag from what it was begun or rejected for; a row that was begun with it is undone again.
  private mutating func release(_ uid: UID) {
    switch tags[uid] {
    case .begun(_, let id, _):
      if case .begun(let holder, _) = rows[id], holder == uid { rows[id] = nil }
    case .rejected: rejected -= 1
    case .done, .voided, nil: break
    }
  }

  private mutating func setRow(_ id: String, _ state: RowState?) {
    let old = if let state { rows.updateValue(state, forKey: id) } else { rows.removeValue(forKey: id) }
    if old == .skipped { skipped -= 1 }
  }
}
