/// Whether a tag is taken for a row, decided from what is known before the first byte is written.
///
/// A pure function of the tag's state, the log and the row: no exchange, no event.
enum Acceptance: Equatable {
  /// The tag is not taken.
  case refuse(Refusal)
  /// The message is to be written.
  case write
  /// The tag holds the row's message already: it is verified, not written.
  case complete

  /// What is known of the tag in the field.
  struct Candidate {
    var tag: WalkEvent.TagInHand
    var status: NDEFStatus
    var content: NDEFContent
    /// Whether the content is the row's message as the chip shows it with its mirror on.
    var showsMirror = false
    /// What stands against writing this very message; nil where nothing does.
    var refusal: WriteRefusal?
    /// What the log says of it.
    var history: History.TagState?
  }

  /// Decides for a tag that the log already disposes of, whatever row is in hand; nil where it does not.
  static func byHistory(_ candidate: Candidate) -> Refusal? {
    switch candidate.history {
    case .done(let row, let id, _):
      // Of a tag that lets nobody read, nobody knows.
      let blank =
        candidate.status.capacity != nil && (candidate.content == .empty || candidate.content == .unformatted)
      return .alreadyUsed(row: row, id: id, blank: blank)
    case .rejected(let reason, _, _) where reason != .abandoned:
      return .alreadyRejected(reason)
    case .begun, .rejected, .voided, nil:
      return nil
    }
  }

  /// Decides for the row in hand.
  static func decide(_ candidate: Candidate, row: ManifestRow, payload: Payload, options: WalkOptions)
    -> Acceptance
  {
    if let refusal = byHistory(candidate) { return .refuse(refusal) }
    if let wanted = row.uid, wanted != candidate.tag.uid { return .refuse(.rowIsForAnotherTag(wanted)) }
    if let chip = options.chip, chip.lowercased() != candidate.tag.chip.lowercased() {
      return .refuse(.wrongChip(wanted: chip))
    }
    if case .notSupported(let reason) = candidate.status { return .refuse(.notSupported(reason)) }
    // Complete already: a result that was lost, or a lock that was torn; read-only or not does not matter any more.
    if case .message(let octets) = candidate.content, octets == payload.octets || candidate.showsMirror {
      return .complete
    }
    switch candidate.refusal {
    case .notSupported(let reason): return .refuse(.notSupported(reason))
    case .readOnly(let reason): return .refuse(.readOnly(reason))
    case .tooSmall(let needed, let capacity): return .refuse(.tooSmall(needed: needed, capacity: capacity))
    case nil: break
    }
    // One empty record is how some programs leave a blank tag (NFC Forum NDEF 1.0 §3.2.6, TNF 0).
    if case .message(let octets) = candidate.content, octets != [0xD0, 0x00, 0x00], !options.overwrite,
      !candidate.isOurs
    {
      return .refuse(
        .holdsMessage(
          summary: (try? NDEFMessage(decoding: octets))?.summary
            ?? "\(octets.count) bytes that are no NDEF message"))
    }
    return .write
  }
}

extension Acceptance.Candidate {
  /// Whether whatever the tag holds was written by this run, so that it may be written over.
  fileprivate var isOurs: Bool {
    switch history {
    case .begun, .rejected, .voided: true
    case .done, nil: false
    }
  }
}
