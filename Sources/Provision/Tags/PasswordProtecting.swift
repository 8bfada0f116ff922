/// A tag that can guard its data with a password. The password travels in clear: a nuisance to vandals, no security.
///
/// A session ends with every selection and with every refused command. Lock bytes are guarded too: a tag that is to be both
/// protected and locked is protected, proved with ``verifyProtection(password:pack:protectReading:)``, which leaves a session
/// open, and locked in that session.
public protocol PasswordProtecting: Tag {
  /// Whether this very product has a password, and what it may protect is not frozen already.
  func canProtect() throws(TagError) -> Bool

  /// Whether a password guards some of the data now, reading or writing.
  func needsPassword() throws(TagError) -> Bool

  /// Opens a session, needed before anything is written to (or, where reading is guarded, read from) a protected tag.
  ///
  /// - Parameters:
  ///   - password: four bytes.
  ///   - pack: the two bytes that the tag is to acknowledge with.
  /// - Throws: ``TagError/refused(command:address:)`` with `PWD_AUTH` where password or acknowledgement is wrong.
  func authenticate(password: [UInt8], pack: [UInt8]) throws(TagError)

  /// Sets password and acknowledgement, which guard nothing yet. Before ``setAccess(protectReading:)`` they can be proved
  /// with a fresh selection and ``authenticate(password:pack:)``, so that a chip that stored another password than it
  /// acknowledged never has it in force.
  func setPassword(_ password: [UInt8], pack: [UInt8]) throws(TagError)

  /// Sets what the password guards and switches protection on last, so that a torn sequence never leaves an
  /// unknown password in force. Reading stays open to everyone unless `protectReading`; phones then see nothing. Where it is
  /// set already nothing is written.
  func setAccess(protectReading: Bool) throws(TagError)

  /// Proves, after a fresh selection, that access without the password is refused and with it granted.
  /// Throws ``TagError/lockFailed(detail:)``.
  func verifyProtection(password: [UInt8], pack: [UInt8], protectReading: Bool) throws(TagError)
}

extension PasswordProtecting {
  /// Sets the password, and puts it in force without proving it first.
  public func protect(password: [UInt8], pack: [UInt8], protectReading: Bool) throws(TagError) {
    try setPassword(password, pack: pack)
    try setAccess(protectReading: protectReading)
  }
}
