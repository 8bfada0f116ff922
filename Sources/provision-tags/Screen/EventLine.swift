internal import Provision

/// An event as one line for people; nil where it says nothing that the next one does not say.
enum EventLine {
  static func text(_ event: WalkEvent, in words: Language) -> String? {
    switch event {
    case .ready(let row, _):
      words.text(.lineReady(row: row.row, id: row.id, payload: payload(of: row)))
    case .readyForAnyTag: words.text(.lineReadyAny)
    case .readyForPick: words.text(.lineReadyPick)
    case .detected(let tag): words.text(.lineDetected(chip: tag.chip, uid: tag.uid.description))
    case .refused(let tag, let refusal): refused(tag, refusal, in: words)
    case .writing(let row, let tag, _): words.text(.lineWriting(id: row.id, uid: tag.uid.description))
    case .retrying(let row, let tag, let attempt, let failure):
      retrying(row, tag, attempt, failure, in: words)
    case .done(let row, let tag, let result, _): done(row, tag, result, in: words)
    case .rejected(_, let tag, let reason, _, _):
      words.text(.lineRejected(uid: tag.uid.description, reason: words.text(Wording.message(reason))))
    case .removed(let uid): words.text(.lineRemoved(uid: uid.description))
    case .skipped(let row, _): words.text(.lineSkipped(id: row.id))
    case .voided(let row, let uid): words.text(.lineVoided(id: row.id, uid: uid.description))
    case .paused(let isPaused): words.text(isPaused ? .linePaused : .lineContinued)
    case .requestRefused(let refusal): words.text(Wording.message(refusal))
    case .readerLost: words.text(.lineReaderLost)
    case .readerBack(let name): words.text(.lineReaderBack(name: name))
    case .ended(let ending, let progress): ended(ending, progress, in: words)
    }
  }

  /// What goes on the tag, as people read it.
  static func payload(of row: WalkEvent.RowInHand) -> String {
    [row.url, row.text].compactMap { $0 }.joined(separator: " · ")
  }

  /// `0.42`, from milliseconds.
  static func seconds(_ milliseconds: Int) -> String {
    let hundredths = max(0, milliseconds) / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  private static func refused(
    _ tag: WalkEvent.TagInHand?, _ refusal: Refusal, in words: Language
  ) -> String {
    let chip = tag?.chip ?? words.text(.unknownTag)
    let reason = words.text(Wording.message(refusal, chip: chip, in: words))
    return tag.map { words.text(.lineDetected(chip: $0.chip, uid: $0.uid.description)) + ": " + reason }
      ?? reason
  }

  private static func retrying(
    _ row: WalkEvent.RowInHand, _ tag: WalkEvent.TagInHand, _ attempt: Int, _ failure: Failure,
    in words: Language
  ) -> String {
    let reason = words.text(Wording.message(failure))
    return words.text(
      failure.tagIsAway
        ? .lineRetryingBack(attempt: attempt, failure: reason, id: row.id, uid: tag.uid.description)
        : .lineRetrying(attempt: attempt, failure: reason))
  }

  private static func done(
    _ row: WalkEvent.RowInHand, _ tag: WalkEvent.TagInHand, _ result: WalkEvent.Result, in words: Language
  ) -> String {
    var parts = [
      words.text(
        .lineDone(id: row.id, uid: tag.uid.description, chip: tag.chip, seconds: seconds(result.ms)))
    ]
    if result.adopted { parts.append(words.text(.lineAdopted)) }
    if result.locked { parts.append(words.text(.lineLocked)) }
    if result.protected { parts.append(words.text(.lineProtected)) }
    return parts.joined(separator: ", ")
  }

  private static func ended(_ ending: Ending, _ progress: WalkEvent.Progress, in words: Language) -> String {
    let message: Message? =
      switch ending {
      case .complete: .endedComplete
      case .incomplete: .endedIncomplete
      case .stopped(let reason): .endedStopped(reason: reason)
      case .readerGone(let error): Wording.message(error).text
      case .journalFailed(let error): Wording.message(error).text
      case .manifestFailed: nil
      }
    let totals = words.text(
      .lineTotals(
        done: progress.done, total: progress.rows, skipped: progress.skipped, rejected: progress.rejected))
    return message.map { words.text($0) + ": " + totals } ?? totals
  }
}
