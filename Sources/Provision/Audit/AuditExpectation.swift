/// What a log says of the tags that an audit may meet.
struct AuditExpectation {
  let history: History
  /// Tags whose result says that writing needs a password.
  let protected: Set<UID>
  /// Tags whose chip shows something in the message.
  private let mirrors: [UID: Mirror]

  /// Reads the log.
  init(log path: String) throws(JournalError) {
    var protected: Set<UID> = []
    var mirrors: [UID: Mirror] = [:]
    let summary = try JournalReader.observe(path: path, digests: true) { line in
      guard case .tag(let tag) = line else { return }
      // The last result of a tag counts.
      if tag.protected { protected.insert(tag.uid) } else if !protected.isEmpty { protected.remove(tag.uid) }
      if tag.mirror != nil || !mirrors.isEmpty { mirrors[tag.uid] = tag.mirror }
    }
    history = summary.history
    self.protected = protected
    self.mirrors = mirrors
  }

  /// The tags that hold a row by the log and are known again by their UID.
  var expected: Int {
    history.tags.values.reduce(0) { count, state in if case .done = state { count + 1 } else { count } }
  }

  /// What is known before the tag is read; a verdict where that is enough.
  func known(_ uid: UID) -> (row: Int?, id: String?, verdict: AuditVerdict?) {
    guard !uid.isRandom else { return (nil, nil, .randomUID) }
    return switch history.tags[uid] {
    case nil: (nil, nil, .unknown)
    case .begun(let row, let id, _): (row, id, .unfinished)
    case .rejected(let reason, let row, let id): (row, id, .rejected(reason))
    case .voided(let row, let id): (row, id, .voided)
    case .done(let row, let id, _): (row, id, nil)
    }
  }

  /// The mirror that the tag is to have, and where in the message it shows it; nil where it is to have none, or does not
  /// show it over its row's message.
  func mirror(of uid: UID, in content: NDEFContent) -> (kind: Mirror, offset: Int)? {
    guard let mirror = mirrors[uid], case .done(_, let id, _) = history.tags[uid],
      case .done(uid, let digest) = history.rows[id], case .message(let octets) = content,
      let offset = mirror.place(in: octets, on: uid, digest: digest)
    else { return nil }
    return (mirror, offset)
  }

  /// The verdict on a tag that holds a row by the log, from what it holds and how it may be written.
  ///
  /// - Parameters:
  ///   - uid: the tag's.
  ///   - content: what it holds.
  ///   - status: how it may be written by whoever has no password.
  ///   - isLocked: whether nobody can write it, a password or not.
  ///   - showsMirror: whether the content was found to be the row's message behind the mirror that it is to have.
  func judge(
    _ uid: UID, content: NDEFContent, status: NDEFStatus, isLocked: Bool, showsMirror: Bool = false
  ) -> AuditVerdict {
    guard case .done(_, let id, let locked) = history.tags[uid],
      case .done(uid, let digest) = history.rows[id], case .message(let octets) = content,
      mirrors[uid] == nil ? History.digest(of: octets) == digest : showsMirror
    else { return .wrongPayload(content) }
    if locked, !isLocked { return .notLocked }
    if protected.contains(uid), case .readWrite = status { return .notProtected }
    return .right
  }
}

extension Mirror {
  /// Where a message that is known by its digest alone has this mirror: the place at which `shown`, with the zeros of
  /// ``placeholder`` put back over what the tag with this UID may show, is that message; nil where there is none.
  func place(in shown: [UInt8], on uid: UID, digest: UInt64) -> Int? {
    guard shown.count >= length else { return nil }
    return (0...shown.count - length).first { offset in
      var octets = shown
      octets.replaceSubrange(offset..<offset + length, with: placeholder)
      return mismatch(of: shown, with: octets, at: offset, on: uid) == nil
        && History.digest(of: octets) == digest
    }
  }
}
