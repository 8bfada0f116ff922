/// What a line says to whoever counts: everything but the payload of a `tag` line, so that nothing is built in vain.
enum JournalObservation {
  case begin(JournalEntry.Begin)
  case tag(Tag)
  case other(JournalEntry)

  /// A `tag` line without its payload.
  struct Tag {
    var at: Int64
    var row: Int
    var id: String
    var uid: UID
    var chip: String
    var locked: Bool
    var protected: Bool
    var ms: Int
    var adopted: Bool
    var mirror: Mirror?
  }
}

/// Who is told of each line of a replay, and how much of it he wants; lines of unknown types are told to nobody.
enum JournalAudience {
  case nobody
  /// Gets each line without payload; the history knows what messages tags hold only where digests are asked for.
  case observer(digests: Bool, (JournalObservation) -> Void)
  /// Gets each entry with the number of its line, counting from 1; returns whether to go on.
  case reader((JournalEntry, Int) -> Bool)

  /// Whether payloads are to be built.
  var wantsPayload: Bool { if case .reader = self { true } else { false } }
  /// Whether the history is to know what messages tags hold.
  var wantsDigests: Bool { if case .observer(let digests, _) = self { digests } else { true } }
  /// Whether nobody is told anything.
  var isNobody: Bool { if case .nobody = self { true } else { false } }
}

extension JournalObservation {
  init(_ entry: JournalEntry) {
    switch entry.event {
    case .begin(let begin): self = .begin(begin)
    case .tag(let tag):
      self = .tag(
        Tag(
          at: entry.at, row: tag.row, id: tag.id, uid: tag.uid, chip: tag.chip, locked: tag.locked,
          protected: tag.protected, ms: tag.ms, adopted: tag.adopted, mirror: tag.mirror))
    default: self = .other(entry)
    }
  }
}
