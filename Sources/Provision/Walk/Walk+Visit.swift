/// One presentation of one tag.
extension Walk {
  /// What came of it.
  enum Visit {
    /// The tag has its result in the log, or was given up; it may go.
    case finished
    /// It is not taken; it is to go.
    case refused
    /// It lies there before a row was picked.
    case waitsForPick
    /// There is more than one tag.
    case several
    /// The try failed; the tag is looked for again.
    case again
  }

  func visit(_ detected: DetectedTag) throws(WalkInterruption) -> Visit {
    let started = ContinuousClock.now
    switch try ask({ () throws(ReaderError) in try reader.company(of: detected) }) {
    case .some(.none): break
    case .some(.another):
      emit(.refused(nil, .severalTags))
      return .several
    case .some(.gone), nil: return .again
    }
    let tag: any Tag
    let guarding: Guarding
    var candidate: Acceptance.Candidate
    do throws(TagError) {
      tag = try TagDetection.identify(detected, over: reader)
      candidate = Acceptance.Candidate(
        tag: WalkEvent.TagInHand(uid: tag.uid, chip: tag.chip, capacity: nil),
        status: try tag.queryNDEFStatus(), content: .empty, refusal: nil, history: historyOf(tag.uid))
      guarding = try opener?.open(tag, isOurs: candidate.history != nil) ?? .nothing
      if guarding == .open { candidate.status = try tag.queryNDEFStatus() }
      candidate.tag.capacity = candidate.status.capacity
      if candidate.status.capacity != nil { candidate.content = try tag.readNDEF() }
    } catch {
      return try unreadable(detected, error)
    }
    if awaited?.tag.uid != tag.uid { emit(.detected(candidate.tag)) }

    guard let row = try row(for: candidate) else {
      // Whatever the log says of this tag explains more than that no row is for it.
      let refusal = Acceptance.byHistory(candidate) ?? (options.pick ? .noRowPicked : .noRowForUID)
      emit(.refused(candidate.tag, refusal))
      return refusal == .noRowPicked ? .waitsForPick : .refused
    }
    let payload = try payload(of: row, for: tag.uid)
    do throws(TagError) {
      candidate.refusal = try tag.refusal(forWriting: payload.octets)
      candidate.showsMirror = try showsMirror(tag, payload, candidate.content)
    } catch {
      return try unreadable(detected, error)
    }
    let wantsLock = row.lock ?? options.lock
    let decision = Acceptance.decide(candidate, row: row, payload: payload, options: options)
    if case .refuse(let refusal) = decision { return try turnAway(candidate.tag, refusal) }
    let obstacle: Refusal?
    do throws(TagError) {
      obstacle = try shieldRefusal(tag, payload, guarding, showsMirror: candidate.showsMirror)
    } catch {
      return try unreadable(detected, error)
    }
    if let obstacle { return try turnAway(candidate.tag, obstacle) }
    if wantsLock, !candidate.status.isReadOnly {
      do throws(TagError) { try tag.checkLock() } catch {
        guard case .lockFailed(let detail) = error.asLockObstacle else {
          return try unreadable(detected, error)
        }
        return try turnAway(candidate.tag, .cannotLock(detail: detail))
      }
    }
    return try attempt(
      Attempt(
        tag: tag, detected: detected, candidate: candidate, row: row, payload: payload,
        writes: decision == .write, locks: wantsLock, guarding: guarding, started: started))
  }

  private func rowOfSource(
    _ find: () throws(ManifestError) -> Int?
  ) throws(WalkInterruption) -> ManifestRow? {
    try manifest { () throws(ManifestError) in
      guard let index = try find(), queue.contains(index) else { return nil }
      return try queue.source.row(at: index)
    }
  }

  private func historyOf(_ uid: UID) -> History.TagState? {
    // A random UID identifies nothing.
    uid.isRandom ? nil : journal.history.tags[uid]
  }

  /// The row that this tag is for: the one it was begun for, the one that names it, or the one in hand.
  private func row(for candidate: Acceptance.Candidate) throws(WalkInterruption) -> ManifestRow? {
    let source = queue.source
    if case .begun(_, let id, _) = candidate.history, !journal.history.isDone(id) {
      if let row = try rowOfSource({ () throws(ManifestError) in try source.index(ofID: id) }) {
        return row
      }
    }
    if source.hasUIDColumn {
      let uid = candidate.tag.uid
      let row = try rowOfSource { () throws(ManifestError) in try source.index(ofUID: uid) }
      if let row { return journal.history.isDone(row.id) ? nil : row }
    }
    return try currentRow()
  }

  // MARK: One try

  /// A tag that was taken for a row.
  struct Attempt {
    let tag: any Tag
    let detected: DetectedTag
    let candidate: Acceptance.Candidate
    let row: ManifestRow
    let payload: Payload
    let writes: Bool
    let locks: Bool
    let guarding: Guarding
    let started: ContinuousClock.Instant

    var rowInHand: WalkEvent.RowInHand {
      WalkEvent.RowInHand(
        row: row.number, id: row.id, url: payload.url, text: payload.text, bytes: payload.octets.count)
    }
  }

  private func attempt(_ attempt: Attempt) throws(WalkInterruption) -> Visit {
    let hand = attempt.candidate.tag
    let row = attempt.rowInHand
    let earlier = earlierAttempts(of: attempt)
    try giveUpOtherTag(of: attempt)
    if journal.history.rows[row.id] == .skipped, !queue.isNamed(row.id) {
      // It was begun before it was skipped, and is finished now.
      queue.name(row.id)
      progress.skipped -= 1
    }
    // A message that is complete needs no other intent than the one that wrote it.
    let number = attempt.writes || earlier == 0 ? earlier + 1 : earlier
    if number > earlier {
      try commit(
        .begin(JournalEntry.Begin(row: row.row, id: row.id, uid: hand.uid, chip: hand.chip, attempt: number)))
    }
    awaited = (hand, row)
    emit(.writing(row, hand, attempt: number))
    do throws(AttemptError) {
      try perform(attempt)
    } catch {
      return try failed(attempt, error, number: number)
    }
    let adopted = !attempt.writes && earlier > 0 && !failures.hasFailed(hand.uid)
    try finish(attempt, attempts: number, adopted: adopted)
    return .finished
  }

  private func earlierAttempts(of attempt: Attempt) -> Int {
    if case .begun(_, let id, let attempts) = attempt.candidate.history, id == attempt.row.id {
      return attempts
    }
    return 0
  }

  /// Another tag was begun for this row and never finished: it is given up, by UID, before this one is begun.
  private func giveUpOtherTag(of attempt: Attempt) throws(WalkInterruption) {
    guard case .begun(let uid, _) = journal.history.rows[attempt.row.id], uid != attempt.candidate.tag.uid
    else {
      return
    }
    let tag =
      awaited?.tag.uid == uid ? awaited?.tag : nil
    try reject(
      tag ?? WalkEvent.TagInHand(uid: uid, chip: "", capacity: nil), row: attempt.rowInHand,
      reason: .abandoned,
      detail: "another tag was presented instead")
  }

  func onTag(_ body: () throws(TagError) -> Void) throws(AttemptError) {
    do throws(TagError) { try body() } catch {
      if case .reader(let error) = error { throw .reader(error) }
      throw .tag(error)
    }
  }

  /// Field off and on, and the same tag again.
  func selectAnew(_ detected: DetectedTag) throws(AttemptError) {
    let seen: UID?
    do throws(ReaderError) { seen = try reader.selectAnew(detected) } catch { throw .reader(error) }
    guard let seen else { throw .tag(.lost) }
    guard seen == detected.uid else { throw .otherTag(seen) }
  }

  // MARK: What comes of a try

  private func finish(_ attempt: Attempt, attempts: Int, adopted: Bool) throws(WalkInterruption) {
    let hand = attempt.candidate.tag
    let row = attempt.rowInHand
    let duration = ContinuousClock.now - attempt.started
    let ms =
      Int(duration.components.seconds) * 1_000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
    // Only what was proved: a tag that came read-only may be so by its container alone.
    let locked = attempt.locks
    try commit(
      .tag(
        JournalEntry.Done(
          row: row.row, id: row.id, uid: hand.uid, chip: hand.chip, capacity: hand.capacity ?? row.bytes,
          url: row.url, text: row.text, ndef: attempt.payload.octets, locked: locked,
          protected: options.protection != nil,
          attempts: attempts, ms: ms, adopted: adopted, mirror: attempt.payload.mirror?.kind)))
    awaited = nil
    promptedRow = nil
    failures.forget(hand.uid)
    glitches.forget(hand.uid)
    lastDone = (attempt.row, hand.uid, locked)
    progress.done += 1
    progress.doneNow += 1
    emit(
      .done(
        row, hand,
        WalkEvent.Result(
          ms: ms, attempts: attempts, locked: locked, protected: options.protection != nil, adopted: adopted),
        progress))
  }

  /// Mends the reader, whose failures are not the tag's and are not counted as tries; but where it answers all else and
  /// fails at this tag again and again, the tag it is.
  func isReadersFault(_ error: ReaderError, at uid: UID) throws(WalkInterruption) -> Bool {
    try mendReader(error)
    return glitches.fail(uid) <= 5
  }

  private func failed(_ attempt: Attempt, _ error: AttemptError, number: Int) throws(WalkInterruption)
    -> Visit
  {
    let hand = attempt.candidate.tag
    if case .reader(let error) = error, try isReadersFault(error, at: hand.uid) { return .again }
    return try retryOrReject(hand, attempt.rowInHand, error.failure, attempt: number)
  }
}

extension TagError {
  /// The same, with what stands against a lock in one form.
  fileprivate var asLockObstacle: TagError {
    if case .unsupported(let detail) = self { .lockFailed(detail: detail) } else { self }
  }
}
