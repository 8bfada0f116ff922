// How each entry changes what is known. Order in the file rules; times are never compared, since clocks are set back.
extension History {
  /// An entry that contradicts what came before it: a short technical phrase in English.
  struct Contradiction: Error, Equatable {
    var detail: String
    init(_ detail: String) { self.detail = detail }
  }

  /// What identifies a message: the first 8 bytes of its SHA-256, most significant first.
  public static func digest(of ndef: [UInt8]) -> UInt64 {
    SHA256.firstBytes(of: ndef.span)
  }

  /// Takes in the next entry, or leaves everything as it was and says what is wrong with it.
  mutating func apply(_ entry: JournalEntry) throws(Contradiction) {
    switch entry.event {
    case .begin(let begin):
      guard hasRun else { return try check(entry) }
      try takeBegin(begin)
    case .tag(let tag):
      guard hasRun else { return try check(entry) }
      try takeTag(
        row: tag.row, id: tag.id, uid: tag.uid, locked: tag.locked, digest: Self.digest(of: tag.ndef))
    default:
      try check(entry)
      applyOther(entry.event)
    }
  }

  /// Takes in a `begin` behind a run line.
  mutating func takeBegin(_ begin: JournalEntry.Begin) throws(Contradiction) {
    try place(
      begin.uid, .begun(row: begin.row, id: begin.id, attempts: begin.attempt), begin.id,
      .begun(uid: begin.uid, attempts: begin.attempt))
  }

  /// Takes in a `tag` behind a run line.
  ///
  /// - Parameter isBegun: whether its own `begin` came right before it, and was not taken in by itself.
  mutating func takeTag(
    row: Int, id: String, uid: UID, locked: Bool, digest: UInt64, isBegun: Bool = false
  ) throws(Contradiction) {
    try place(
      uid, .done(row: row, id: id, locked: locked), id, .done(uid: uid, digest: digest), isBegun: isBegun)
    done += 1
  }

  /// Makes room for a log of about this size whose run names this many rows; either alone may lie.
  mutating func reserve(logBytes: Int) {
    // A tag takes a `begin` and a `tag` line, together never less.
    let expected = min(firstRun?.manifestRows ?? 0, logBytes / 256)
    rows.reserveCapacity(expected)
    tags.reserveCapacity(expected)
  }

  /// Changes a tag and a row together, each looked up once; nothing is changed where one of them is done.
  private mutating func place(
    _ uid: UID, _ tag: TagState, _ id: String, _ row: RowState, isBegun: Bool = false
  ) throws(Contradiction) {
    // A UID that is made up anew at each power-up identifies nothing, and is not remembered.
    let oldTag = uid.isRandom ? nil : tags.updateValue(tag, forKey: uid)
    if case .done(_, let id, _) = oldTag {
      tags[uid] = oldTag
      throw Contradiction("tag \(uid) holds row \(id)")
    }
    let oldRow = rows.updateValue(row, forKey: id)
    do throws(Contradiction) {
      if case .done(let holder, _) = oldRow { throw Contradiction("row \(id) is done with tag \(holder)") }
      if case .done(let number, _, _) = tag, !isBegun { try checkBegun(number, id, uid, oldRow, oldTag) }
    } catch {
      rows[id] = oldRow
      if !uid.isRandom { tags[uid] = oldTag }
      throw error
    }
    if case .skipped = oldRow { skipped -= 1 }
    leave(oldTag, uid, keeping: id)
  }

  private mutating func applyOther(_ event: JournalEntry.Event) {
    switch event {
    case .run(let run):
      hasRun = true
      firstRun = run
      noteRun(run)
    case .resume(_, let counts, let run):
      if let latestRun, !run.hasRows(of: latestRun) { hasOneManifest = false }
      noteRun(run)
      // Of one manifest all rows are its own, whatever the counts say.
      doneElsewhere = hasOneManifest ? 0 : max(0, done - counts.done)
      skippedElsewhere = hasOneManifest ? 0 : max(0, skipped - counts.skipped)
    case .reject(let reject):
      setTag(reject.uid, .rejected(reject.reason, row: reject.row, id: reject.id), keeping: nil)
      rejected += 1
      if reject.uid.isRandom, let id = reject.id, case .begun(reject.uid, _) = rows[id] { rows[id] = nil }
    case .skip(_, let id):
      setRow(id, .skipped)
      skipped += 1
    case .void(let row, let id, let uid):
      setRow(id, nil)
      setTag(uid, .voided(row: row, id: id), keeping: nil)
      done -= 1
      if latestRun?.options["redo"] != nil { redone.insert(id) }
    // Whoever says the same again after that means it anew.
    case .end: redone = []
    case .begin, .tag, .stop: break
    }
  }

  private mutating func noteRun(_ run: JournalEntry.Run) {
    if run.options["redo"] != latestRun?.options["redo"] { redone = [] }
    latestRun = run
    shieldOptions.formUnion(JournalEntry.Run.shieldOptions.filter { run.options[$0] != nil })
  }

  /// Whether `entry` can follow; nothing is changed.
  func check(_ entry: JournalEntry) throws(Contradiction) {
    if case .run = entry.event {
      guard !hasRun else { throw Contradiction("a second run line") }
      return
    }
    guard hasRun else { throw Contradiction("no run line comes first") }
    switch entry.event {
    case .begin(let begin): try checkFree(row: begin.id, tag: begin.uid)
    case .tag(let tag):
      try checkFree(row: tag.id, tag: tag.uid)
      try checkBegun(tag.row, tag.id, tag.uid, rows[tag.id], tag.uid.isRandom ? nil : tags[tag.uid])
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

  /// A result is that of the tag and the row that were begun, where one of them was begun: who goes on with another tag or
  /// row begins it first. A row's number may be another one where the manifest is.
  private func checkBegun(
    _ number: Int, _ id: String, _ uid: UID, _ row: RowState?, _ tag: TagState?
  ) throws(Contradiction) {
    if case .begun(let holder, _) = row, holder != uid {
      throw Contradiction("row \(id) was begun with tag \(holder)")
    }
    guard case .begun(let begun, let begunID, _) = tag else { return }
    guard begunID == id else { throw Contradiction("tag \(uid) was begun for row \(begunID)") }
    if hasOneManifest, begun != number { throw Contradiction("row \(id) was begun as row \(begun)") }
  }

  /// Changes a tag's state. A row that was begun with it, other than `keeping`, is undone again.
  private mutating func setTag(_ uid: UID, _ state: TagState, keeping id: String?) {
    if !uid.isRandom { leave(tags.updateValue(state, forKey: uid), uid, keeping: id) }
  }

  private mutating func leave(_ old: TagState?, _ uid: UID, keeping id: String?) {
    switch old {
    case .begun(_, let begun, _):
      if begun != id, case .begun(let holder, _) = rows[begun], holder == uid { rows[begun] = nil }
    case .rejected: rejected -= 1
    case .done, .voided, nil: break
    }
  }

  private mutating func setRow(_ id: String, _ state: RowState?) {
    let old = if let state { rows.updateValue(state, forKey: id) } else { rows.removeValue(forKey: id) }
    if case .skipped = old { skipped -= 1 }
  }
}
