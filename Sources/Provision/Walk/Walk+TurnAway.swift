/// Tags that are not taken.
extension Walk {
  /// Says why, and lets the tag go.
  ///
  /// One that this walk has begun was taken before: that it can't be now comes of the try, or of a bad reading. It is tried
  /// again, and is given up like any other in the end, so that the log names it and the next tag is asked for.
  func turnAway(_ hand: WalkEvent.TagInHand, _ refusal: Refusal) throws(WalkInterruption) -> Visit {
    guard let awaited, awaited.tag.uid == hand.uid else {
      emit(.refused(hand, refusal))
      return .refused
    }
    let failure = Failure.malformed(detail: "after a failed try: \(refusal.phrase)")
    let times = (failures[hand.uid] ?? 0) + 1
    failures[hand.uid] = times
    guard times < options.retries else {
      try reject(
        awaited.tag, row: awaited.row, reason: failure.rejectReason, detail: failure.detail)
      return .finished
    }
    emit(.retrying(awaited.row, awaited.tag, attempt: times, failure: failure))
    return .again
  }

  /// A tag that did not say what it is: tried again, and after `retries` times told, or given up where it was begun.
  func unreadable(_ detected: DetectedTag, _ error: TagError) throws(WalkInterruption) -> Visit {
    if case .reader(let error) = error, try isReadersFault(error, at: detected.uid) { return .again }
    let times = (failures[detected.uid] ?? 0) + 1
    failures[detected.uid] = times
    guard times >= options.retries else { return .again }
    failures[detected.uid] = nil
    let hand = WalkEvent.TagInHand(uid: detected.uid, chip: "", capacity: nil)
    guard let awaited, awaited.tag.uid == hand.uid else {
      emit(.refused(hand, .unreadable))
      return .refused
    }
    try reject(
      awaited.tag, row: awaited.row, reason: .writeFailed,
      detail: "after a failed try: \(Refusal.unreadable.phrase)")
    return .finished
  }
}

extension Refusal {
  /// The log's technical phrase.
  fileprivate var phrase: String {
    switch self {
    case .notSupported(.family(let family)): "it is \(family)"
    case .notSupported(.capabilityContainer(let bytes)): "capability container \(Hex.encode(bytes))"
    case .notSupported(.malformed(let detail)): detail
    case .notSupported(.readProtected): "it can't be read without a key"
    case .readOnly(.capabilityContainer): "read-only by its capability container"
    case .readOnly(.lockBits(let pages)): "pages \(pages) are locked"
    case .readOnly(.password): "it can't be written without a password"
    case .tooSmall(let needed, let capacity): "\(needed) bytes on a tag of \(capacity)"
    case .cannotLock(let detail), .cannotProtect(let detail), .cannotMirror(let detail): detail
    case .wrongChip(let wanted): "it is no \(wanted)"
    case .unreadable: "it left before it was identified, or answered nonsense"
    case .severalTags, .holdsMessage, .alreadyUsed, .alreadyRejected, .noRowForUID, .noRowPicked,
      .rowIsForAnotherTag, .randomUID:
      "it is not taken"
    }
  }
}
