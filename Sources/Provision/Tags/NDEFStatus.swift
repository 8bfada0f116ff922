/// What may be done with a tag, in Core NFC's words.
public enum NDEFStatus: Equatable, Sendable {
  /// Not an NFC Forum tag, and it can't be made one.
  case notSupported(NotSupportedReason)
  /// It can be read only. `capacity` is the largest NDEF message in bytes.
  case readOnly(capacity: Int, ReadOnlyReason)
  /// It can be read and written; where `formatted` is false the first write makes it an NFC Forum tag.
  case readWrite(capacity: Int, formatted: Bool)
}

/// Why a tag is no NDEF tag.
public enum NotSupportedReason: Equatable, Sendable {
  /// The family is known and this program does not write it (`family` is its name: `ISO 15693`, `Topaz`).
  case family(String)
  /// The capability container is wrong in a way that cannot be mended (one-time programmable bits): its four bytes.
  case capabilityContainer([UInt8])
  /// The tag's structure contradicts itself; `detail` is a short technical phrase in English for the engineer.
  case malformed(detail: String)
  /// The tag guards even reading with a password or key that was not given.
  case readProtected
}

/// Why a tag can't be written.
public enum ReadOnlyReason: Equatable, Sendable {
  /// The capability container (or its like) says that there is no write access.
  case capabilityContainer
  /// These pages or blocks, needed for a message, are locked for ever.
  case lockBits(pages: [Int])
  /// Writing needs a password or key that was not given.
  case password
}

/// What NDEF data a tag holds.
public enum NDEFContent: Equatable, Sendable {
  /// No NDEF data area yet (factory blank, to be formatted).
  case unformatted
  /// An NDEF data area without a message: an NDEF TLV (or NLEN) of length 0, or none yet.
  case empty
  /// The octets of the first NDEF message, whatever they decode to.
  case message([UInt8])
}

extension NDEFStatus {
  /// The largest NDEF message in bytes; nil where the tag takes none.
  public var capacity: Int? {
    switch self {
    case .notSupported: nil
    case .readOnly(let capacity, _), .readWrite(let capacity, _): capacity
    }
  }

  /// Whether it is read-only for ever, not for want of a password.
  var isReadOnly: Bool {
    if case .readOnly(_, let reason) = self { reason != .password } else { false }
  }
}
