/// What is wrong with NDEF bytes or values, and where.
public struct NDEFError: Error, Equatable, Sendable {
  /// What is wrong. Rules are those of NDEF 1.0 §2–3 and of the record type definitions.
  public enum Reason: Equatable, Sendable {
    /// A field needs `needed` bytes and only `left` follow.
    case truncated(needed: Int, left: Int)
    /// No record at all.
    case noRecords
    /// The first record lacks the message-begin flag.
    case noMessageBegin
    /// A later record carries the message-begin flag.
    case repeatedMessageBegin
    /// The bytes end before a record with the message-end flag.
    case noMessageEnd
    /// Bytes follow the last record.
    case trailingBytes
    /// Type name format 7 is reserved.
    case reservedTypeNameFormat
    /// The type name format asks for a type and there is none.
    case missingType
    /// The type name format forbids a type, identifier or payload, and there is one.
    case forbiddenField
    /// A chunk that continues nothing, or another record before the last chunk.
    case brokenChunks
    /// The message is larger than ``NDEFMessage/maximumSize``.
    case tooLarge
    /// A type or identifier is longer than 255 bytes.
    case fieldTooLong
    /// The record is of another type than was asked for.
    case otherType
    /// Text that is not valid in its encoding.
    case invalidText
    /// A character that the record type does not allow.
    case invalidCharacter
    /// A language code of no or more than 63 characters.
    case languageLength
    /// A bit or value that is reserved.
    case reservedValue
    /// A Smart Poster without exactly one URI record.
    case smartPosterURI
  }

  /// What is wrong.
  public var reason: Reason
  /// The index of the first byte at fault, in the message or, for a record's content, in its payload.
  public var offset: Int

  /// Names a fault.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
