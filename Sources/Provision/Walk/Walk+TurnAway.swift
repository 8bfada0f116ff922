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
    return try retryOrReject(awaited.tag, awaited.row, failure)
  }

  /// Counts a failure: the tag is tried again, or after `retries` of them given up.
  ///
  /// - Parameter attempt: the try's number as it is told; without it that of the failure.
  func retryOrReject(
    _ tag: WalkEvent.TagInHand, _ row: WalkEvent.RowInHand, _ failure: Failure, attempt: Int? = nil
  ) throws(WalkInterruption) -> Visit {
    let times = failures.fail(tag.uid)
    guard times < options.retries else {
      try reject(tag, row: row, reason: failure.rejectReason, detail: failure.detail)
      return .finished
    }
    emit(.retrying(row, tag, attempt: attempt ?? times, failure: failure))
    return .again
  }

  /// A tag that did not say what it is: tried again, and after `retries` times told, or given up where it was begun.
  func unreadable(_ detected: DetectedTag, _ error: TagError) throws(WalkInterruption) -> Visit {
    if case .reader(let error) = error, try isReadersFault(error, at: detected.uid) { return .again }
    guard failures.fail(detected.uid) >= options.retries else { return .again }
    failures.forget(detected.uid)
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
