/// Making a tag read-only for ever, where its maker has a command for that.
extension Type4Tag {
  /// Why this tag can't be made permanently read-only here; nil where it can, or is already.
  var lockObstacle: String? {
    guard case .ndef(let container) = layout else { return "no NDEF application" }
    if container.writeAccess == 0xFF || product?.hasPermanentLock == true { return nil }
    if product != nil { return "\(chip): read-only needs an authentication with the application's key 0" }
    return "Type 4 tag of unknown make: there is no common command that makes it read-only"
  }

  /// Throws ``TagError/unsupported(detail:)`` that says why the tag can't be made read-only, where it can't.
  public func checkLock() throws(TagError) {
    if let lockObstacle { throw .unsupported(detail: lockObstacle) }
  }

  /// On ST25TA: write password as delivered (16 zero bytes), then EnablePermanentState (SRTAG2KL DocID026583 §3.2, §5.8.2).
  public func writeLock() throws(TagError) {
    let container = try container()
    if container.writeAccess == 0xFF { return }
    try checkLock()
    try selectNDEFFile(container)
    guard try session.send(APDU.verifyWritePassword([UInt8](repeating: 0, count: 16))).isSuccess else {
      throw .lockFailed(detail: "write password is not the one of delivery")
    }
    guard try session.send(APDU.enablePermanentWriteLock).isSuccess else {
      throw .refused(command: "EnablePermanentState", address: nil)
    }
  }

  /// Proves the lock after a fresh selection: by what the tag says, and by a refused write that would change nothing.
  public func verifyLock() throws(TagError) {
    let before = try container()
    forget()
    guard try session.selectApplication() else { throw .refused(command: "SELECT application", address: nil) }
    let container = try readCapabilityContainer()
    layout = .ndef(container)
    guard container.writeAccess == 0xFF else { throw .lockFailed(detail: "CC file still allows writing") }
    guard container.file == before.file, try session.selectFile(container.file) else {
      throw .lockFailed(detail: "NDEF file is gone")
    }
    // A write that would change nothing: what is there already, to where it is.
    let field = try session.read(0, count: container.lengthSize, limit: readLimit(container))
    let attempt = try session.send(APDU.updateBinary(offset: 0, data: field))
    if attempt.isSuccess { throw .lockFailed(detail: "UPDATE BINARY is still accepted") }
  }
}
