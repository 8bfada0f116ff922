/// What is put on a message once it was verified: the chip's mirror, the password, the lock. In this order, since each
/// closes the door to the ones before.
extension Walk {
  /// Whether the tag shows the row's message with its mirror on.
  func showsMirror(_ tag: any Tag, _ payload: Payload, _ content: NDEFContent) throws(TagError) -> Bool {
    guard let mirror = payload.mirror, case .message(let octets) = content, let tag = tag as? any Mirroring,
      payload.isShown(by: octets, on: tag.uid)
    else { return false }
    return try tag.isMirroring(mirror.kind, at: mirror.offset, inMessageOf: octets.count)
  }

  /// What stands against the protection and the mirror that were asked for; found out before anything is written.
  func shieldRefusal(
    _ tag: any Tag, _ payload: Payload, _ guarding: Guarding, showsMirror: Bool
  ) throws(TagError) -> Refusal? {
    if let protection = options.protection {
      switch guarding {
      case .open: break
      case .closed: return .readOnly(.password)
      case .nothing:
        if protection.passwords.isDerived, tag.uid.isRandom { return .randomUID }
        guard let tag = tag as? any PasswordProtecting, try tag.canProtect() else {
          return .cannotProtect(detail: "no password that could be set on this chip")
        }
      }
    }
    if let mirror = payload.mirror, !showsMirror {
      guard let tag = tag as? any Mirroring,
        try tag.canMirror(mirror.kind, at: mirror.offset, inMessageOf: payload.octets.count)
      else { return .cannotMirror(detail: "no mirror \(mirror.kind.rawValue) at this place on this chip") }
    }
    return nil
  }

  /// Writes, selects anew and compares; then mirror, password and lock as asked, each proved after another selection.
  func perform(_ attempt: Attempt) throws(AttemptError) {
    let tag = attempt.tag
    let octets = attempt.payload.octets
    try onTag { () throws(TagError) in if attempt.writes { try tag.writeNDEF(octets) } }
    try selectAnew(attempt)
    let mirror = attempt.candidate.showsMirror && !attempt.writes ? nil : attempt.payload.mirror
    if attempt.payload.mirror != nil, mirror == nil {
      try verifyMirror(attempt)
    } else {
      try onTag { () throws(TagError) in try tag.verifyNDEF(octets) }
    }
    if let mirror, let tag = tag as? any Mirroring {
      try onTag { () throws(TagError) in try tag.enableMirror(mirror.kind, at: mirror.offset) }
      // Protecting selects anew too: the mirror is looked at then.
      if options.protection == nil { try selectAnew(attempt) }
    }
    try protect(attempt)
    if mirror != nil { try verifyMirror(attempt) }
    guard attempt.locks else { return }
    try onTag { () throws(TagError) in try tag.writeLock() }
    try selectAnew(attempt.detected)
    // Without the password every write is refused: that would prove no lock.
    try onProtection(attempt) { (tag, protection) throws(TagError) in
      try protection.passwords.authenticate(tag)
    }
    try onTag { () throws(TagError) in try tag.verifyLock() }
  }

  /// Password first, which guards nothing yet and is proved; then what it guards; then both are proved. A session is open
  /// afterwards.
  private func protect(_ attempt: Attempt) throws(AttemptError) {
    guard options.protection != nil else { return }
    if attempt.guarding != .open {
      try onProtection(attempt) { (tag, protection) throws(TagError) in
        try protection.passwords.withPassword(for: tag.uid) { (password, pack) throws(TagError) in
          try tag.setPassword(password, pack: pack)
        }
      }
      try selectAnew(attempt.detected)
      try onProtection(attempt) { (tag, protection) throws(TagError) in
        try protection.passwords.authenticate(tag)
      }
    }
    try onProtection(attempt) { (tag, protection) throws(TagError) in
      try tag.setAccess(protectReading: protection.protectsReading)
    }
    try selectAnew(attempt.detected)
    try onProtection(attempt) { (tag, protection) throws(TagError) in
      try protection.passwords.withPassword(for: tag.uid) { (password, pack) throws(TagError) in
        try tag.verifyProtection(
          password: password, pack: pack, protectReading: protection.protectsReading)
      }
    }
  }

  private func verifyMirror(_ attempt: Attempt) throws(AttemptError) {
    guard let mirror = attempt.payload.mirror, let tag = attempt.tag as? any Mirroring else { return }
    try onTag { () throws(TagError) in
      try tag.verifyMirror(mirror.kind, at: mirror.offset, in: attempt.payload.octets)
    }
  }

  /// A fresh selection, and where the tag was guarded already, a session.
  private func selectAnew(_ attempt: Attempt) throws(AttemptError) {
    try selectAnew(attempt.detected)
    guard attempt.guarding == .open else { return }
    try onProtection(attempt) { (tag, protection) throws(TagError) in
      try protection.passwords.authenticate(tag)
    }
  }

  /// Does something about the password where one was asked for; what fails there has a name of its own.
  private func onProtection(
    _ attempt: Attempt,
    _ body: (any PasswordProtecting, WalkOptions.Protection) throws(TagError) -> Void
  ) throws(AttemptError) {
    guard let protection = options.protection, let tag = attempt.tag as? any PasswordProtecting else {
      return
    }
    do throws(TagError) { try body(tag, protection) } catch {
      switch error {
      case .reader(let error): throw .reader(error)
      case .lockFailed(let detail), .unsupported(let detail): throw .protection(detail)
      case .refused(let command, let address):
        throw .protection("the tag refused \(command)" + (address.map { " at \($0)" } ?? ""))
      default: throw .tag(error)
      }
    }
  }
}
