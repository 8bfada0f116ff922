/// What a password guards on the tag in hand, as far as anybody asked.
enum Guarding {
  /// Nothing, or no password was given.
  case nothing
  /// It was guarded, and the password that was given opened it.
  case open
  /// It is guarded with another password.
  case closed
}

/// Opens protected tags, and never tries a tag's patience: a chip may count wrong passwords (AUTHLIM) and close for good.
struct TagOpener {
  let passwords: TagPasswords
  private var refused: Set<UID> = []

  init(_ passwords: TagPasswords) { self.passwords = passwords }

  /// Opens a session where the tag's data are guarded, with one try.
  ///
  /// - Parameter isOurs: whether this tag is known to have been given the password, so that a refusal was bad luck and it
  ///   may be tried once more at each presentation. A stranger that refused is not tried again.
  mutating func open(_ tag: any Tag, isOurs: Bool) throws(TagError) -> Guarding {
    guard let tag = tag as? any PasswordProtecting, try tag.needsPassword() else { return .nothing }
    guard !(passwords.isDerived && tag.uid.isRandom), isOurs || !refused.contains(tag.uid) else {
      return .closed
    }
    do throws(TagError) {
      try passwords.authenticate(tag)
      return .open
    } catch .refused {
      refused.insert(tag.uid)
      return .closed
    }
  }
}

extension TagPasswords {
  /// Opens a session with the tag's own password.
  func authenticate(_ tag: any PasswordProtecting) throws(TagError) {
    try withPassword(for: tag.uid) { (password, pack) throws(TagError) in
      try tag.authenticate(password: password, pack: pack)
    }
  }
}
