/// The NFC Forum's tag types, and MIFARE Classic, which is none but serves as one.
public enum TagType: String, Equatable, Sendable, CaseIterable {
  case type1, type2, type3, type4, type5, mifareClassic
}

/// A tag of a known family that was identified in the field.
///
/// The order of a visit: `TagDetection.identify` → ``queryNDEFStatus()`` and ``readNDEF()`` → ``writeNDEF(_:)`` →
/// a fresh selection (field off and on) → ``verifyNDEF(_:)`` → ``writeLock()`` → a fresh selection → ``verifyLock()``.
/// An implementation keeps an image of what it read, so asking twice costs no exchange.
/// Nothing here retries: the walk counts, logs and retries.
public protocol Tag: AnyObject {
  /// The identifier seen at selection.
  var uid: UID { get }
  /// The family.
  var type: TagType { get }
  /// The product as its maker calls it (`NTAG213`), or the family's name where the product is unknown (`Type 2 tag`).
  var chip: String { get }

  /// Whether the tag may be written, and the largest NDEF message it takes.
  func queryNDEFStatus() throws(TagError) -> NDEFStatus

  /// Why these octets can't be written: the status, the size, and where a tag is locked or protected in parts, the very
  /// pages that this message would need. nil where they can.
  func refusal(forWriting octets: [UInt8]) throws(TagError) -> WriteRefusal?

  /// What the tag holds.
  func readNDEF() throws(TagError) -> NDEFContent

  /// Writes the message, formatting where that is needed, in an order in which a tag torn away at any moment reads as
  /// empty or broken, never as a wrong or half message. Bytes that are right already are not written.
  /// To make a tag blank, write ``NDEFMessage/empty``: phones take its one empty record for "nothing here", and a length of
  /// zero for a fault.
  func writeNDEF(_ octets: [UInt8]) throws(TagError)

  /// Reads every byte back and compares; to be called after a fresh selection only. Throws ``TagError/verifyFailed(offset:)``.
  func verifyNDEF(_ octets: [UInt8]) throws(TagError)

  /// Throws where ``writeLock()`` could not make the tag read-only, and writes nothing: to be asked before a message is
  /// written to a tag that is to be locked.
  func checkLock() throws(TagError)

  /// Makes the tag permanently read-only. Irreversible. The caller has verified the message before.
  func writeLock() throws(TagError)

  /// Proves, after a fresh selection, that the tag is read-only now.
  func verifyLock() throws(TagError)
}

/// What can go wrong with the tag in hand.
public enum TagError: Error, Equatable, Sendable {
  /// It does not answer any more.
  case lost
  /// It is there and refused a command (NAK, error status): `command` is the command's name, `address` its page, block or offset.
  case refused(command: String, address: Int?)
  /// The message needs `needed` bytes and the tag holds `capacity`.
  case tooSmall(needed: Int, capacity: Int)
  /// What was read back differs from what was written, first at `offset` of the NDEF data area; 0 also where the
  /// capability container in front of it differs.
  case verifyFailed(offset: Int)
  /// The tag acknowledged the lock or the password but is not read-only or protected; `detail` is a short technical phrase in English.
  case lockFailed(detail: String)
  /// The tag can't do this; `detail` is a short technical phrase in English.
  case unsupported(detail: String)
  /// The tag answered what its specification does not allow; `detail` is a short technical phrase in English.
  case malformed(detail: String)
  /// The reader failed.
  case reader(ReaderError)
}
