/// Which row is in hand, and what the operator may do with it.
extension Walk {
  /// Where the run stood when it began. A part of a manifest, or one that changed, is counted row by row.
  ///
  /// - Parameter settled: what is known of the whole manifest, where the run is of all of it.
  static func progress(
    of queue: WalkQueue, settled: SettledRows?, history: History
  ) throws(ManifestError) -> WalkEvent.Progress {
    var progress = WalkEvent.Progress(
      rows: queue.count, done: 0, skipped: 0, rejected: history.rejected, doneNow: 0)
    if let settled {
      progress.done = settled.done
      progress.skipped = settled.skipped - queue.skippedAndNamed(history)
    } else if history.done + history.skipped > 0 {
      (progress.done, progress.skipped) = try queue.standing(history)
    }
    return progress
  }

  /// What the walk waits for now; nil where nothing is left.
  func prompt() throws(WalkInterruption) -> WalkEvent? {
    if let row = try currentRow() { return .ready(try rowInHand(row), progress) }
    guard progress.done + progress.skipped < progress.rows else { return nil }
    if options.pick { return try nextPick() ?? .readyForPick(progress) }
    return queue.source.hasUIDColumn ? .readyForAnyTag(progress) : nil
  }

  func currentRow() throws(WalkInterruption) -> ManifestRow? {
    try manifest { () throws(ManifestError) in
      try options.pick ? queue.pickedRow(journal.history) : queue.current(journal.history)
    }
  }

  /// Takes the next row of those that were lined up; nil where the operator is to pick one.
  private func nextPick() throws(WalkInterruption) -> WalkEvent? {
    while true {
      switch control.takePick() {
      case .row(let id):
        try pickRow(id)
        if let row = try currentRow() { return .ready(try rowInHand(row), progress) }
      case .over(let reason): throw .stopped(reason: reason)
      case .none: return nil
      }
    }
  }

  /// The row as it is told before a tag is there: what the tag fills in stands in braces.
  func rowInHand(_ row: ManifestRow) throws(WalkInterruption) -> WalkEvent.RowInHand {
    WalkEvent.RowInHand(
      row: row.number, id: row.id, url: row.url, text: row.text,
      bytes: try payload(of: row, for: nil).octets.count)
  }

  func payload(of row: ManifestRow, for uid: UID?) throws(WalkInterruption) -> Payload {
    do throws(NDEFError) { return try row.payload(for: uid) } catch {
      // Every row was validated when the manifest was opened: this one is not the one that was.
      throw .manifest(
        ManifestError(path: "", issues: [ManifestIssue(line: row.line, column: nil, kind: .changed)]))
    }
  }

  func manifest<R>(_ read: () throws(ManifestError) -> R) throws(WalkInterruption) -> R {
    do throws(ManifestError) { return try read() } catch { throw .manifest(error) }
  }

  /// The rows that the command line wants done anew.
  func voidRedone() throws(WalkInterruption) {
    for id in options.redo.sorted() {
      // A run that was stopped in the middle of it goes on.
      guard case .done(let uid, _) = journal.history.rows[id], !journal.history.redone.contains(id) else {
        continue
      }
      let index = try manifest { () throws(ManifestError) in try queue.source.index(ofID: id) }
      guard let index else { continue }
      let row = try manifest { () throws(ManifestError) in try queue.source.row(at: index) }
      try void(row, uid: uid)
    }
  }

  private func void(_ row: ManifestRow, uid: UID) throws(WalkInterruption) {
    try commit(.void(row: row.number, id: row.id, uid: uid))
    progress.done -= 1
    queue.reopen(row)
    emit(.voided(try rowInHand(row), uid))
  }

  /// Does what was asked, or says why not.
  func answer(_ request: WalkControl.Request) throws(WalkInterruption) {
    switch request {
    case .skip: try skipRow()
    case .redo(let confirmed): try redoLast(confirmed: confirmed)
    case .pick(let id): try pickRow(id)
    case .next: try abandonAwaited()
    case .pause, .stop: break
    }
  }

  private func skipRow() throws(WalkInterruption) {
    guard let row = try currentRow() else { return }
    guard row.id == promptedRow else {
      emit(.requestRefused(.busy))
      return
    }
    try abandonAwaited()
    try commit(.skip(row: row.number, id: row.id))
    queue.skip(row.id)
    progress.skipped += 1
    emit(.skipped(try rowInHand(row), progress))
  }

  private func redoLast(confirmed: Bool) throws(WalkInterruption) {
    guard let last = lastDone else {
      emit(.requestRefused(.nothingToRedo))
      return
    }
    guard !last.locked || confirmed else {
      emit(.requestRefused(.lockedTag(id: last.row.id)))
      return
    }
    try abandonAwaited()
    lastDone = nil
    try void(last.row, uid: last.uid)
    let index = try manifest { () throws(ManifestError) in try queue.source.index(ofID: last.row.id) }
    if let index { queue.pick(index, id: last.row.id) }
  }

  private func pickRow(_ id: String) throws(WalkInterruption) {
    let index = try manifest { () throws(ManifestError) in try queue.source.index(ofID: id) }
    guard let index, queue.contains(index) else {
      emit(.requestRefused(.noSuchRow(id: id)))
      return
    }
    guard !journal.history.isDone(id) else {
      emit(.requestRefused(.rowIsDone(id: id)))
      return
    }
    try abandonAwaited()
    if options.pick, let earlier = try currentRow(), earlier.id != id {
      emit(.requestRefused(.pickReplaced(id: earlier.id)))
    }
    if journal.history.rows[id] == .skipped, !queue.isNamed(id) { progress.skipped -= 1 }
    queue.pick(index, id: id)
  }

  /// The tag that was begun is not waited for any longer.
  func abandonAwaited() throws(WalkInterruption) {
    guard let (tag, row) = awaited else { return }
    try reject(tag, row: row, reason: .abandoned, detail: "the row went on without it")
  }

  func reject(
    _ tag: WalkEvent.TagInHand, row: WalkEvent.RowInHand?, reason: RejectReason, detail: String
  ) throws(WalkInterruption) {
    awaited = nil
    failures.forget(tag.uid)
    try commit(
      .reject(
        JournalEntry.Reject(
          uid: tag.uid, chip: tag.chip, reason: reason, detail: detail, row: row?.row, id: row?.id)))
    emit(.rejected(row, tag, reason, detail: detail, progress))
  }
}
