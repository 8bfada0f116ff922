/// One NDEF record: what it is called and what it carries. Chunks are joined before one exists.
public struct NDEFRecord: Equatable, Hashable, Sendable {
  /// What the type field means (NDEF 1.0 §3.2.6).
  public enum TypeNameFormat: UInt8, Sendable, CaseIterable {
    /// Neither type, identifier nor payload.
    case empty = 0
    /// An NFC Forum type: `U`, `T`, `Sp`.
    case wellKnown = 1
    /// A media type (RFC 2046).
    case media = 2
    /// The type field is a URI.
    case absoluteURI = 3
    /// A type of a domain's own, `domain:name`, without `urn:nfc:ext:`.
    case external = 4
    /// A payload of unknown type.
    case unknown = 5
    /// A chunk after the first; never the format of a whole record.
    case unchanged = 6
  }

  /// What the type field means.
  public var typeNameFormat: TypeNameFormat
  /// The type, at most 255 bytes.
  public var type: [UInt8]
  /// The identifier, at most 255 bytes; empty where there is none.
  public var identifier: [UInt8]
  /// The content.
  public var payload: [UInt8]

  /// Makes a record of bytes that keep the rules of its type name format.
  ///
  /// - Throws: ``NDEFError`` for a record that could not be decoded again.
  public init(
    typeNameFormat: TypeNameFormat, type: [UInt8] = [], identifier: [UInt8] = [], payload: [UInt8] = []
  ) throws(NDEFError) {
    guard typeNameFormat != .unchanged else { throw NDEFError(.brokenChunks, offset: 0) }
    guard type.count <= 255, identifier.count <= 255 else { throw NDEFError(.fieldTooLong, offset: 0) }
    guard payload.count <= NDEFMessage.maximumSize else { throw NDEFError(.tooLarge, offset: 0) }
    if let reason = Self.fault(
      typeNameFormat, typeCount: type.count, identifierCount: identifier.count, payloadCount: payload.count)
    {
      throw NDEFError(reason, offset: 0)
    }
    self.init(unchecked: typeNameFormat, type: type, identifier: identifier, payload: payload)
  }

  /// For callers that have kept the rules already.
  init(unchecked typeNameFormat: TypeNameFormat, type: [UInt8], identifier: [UInt8] = [], payload: [UInt8]) {
    self.typeNameFormat = typeNameFormat
    self.type = type
    self.identifier = identifier
    self.payload = payload
  }

  /// The record without content that stands for an empty message (D0 00 00 as a message of its own).
  public static let empty = NDEFRecord(unchecked: .empty, type: [], payload: [])

  /// What a type name format forbids or asks for (NDEF 1.0 §3.2.6), as far as lengths tell.
  static func fault(
    _ format: TypeNameFormat, typeCount: Int, identifierCount: Int, payloadCount: Int
  ) -> NDEFError.Reason? {
    switch format {
    case .empty:
      typeCount > 0 || identifierCount > 0 || payloadCount > 0 ? .forbiddenField : nil
    case .wellKnown, .media, .absoluteURI, .external:
      typeCount == 0 ? .missingType : nil
    case .unknown:
      typeCount > 0 ? .forbiddenField : nil
    case .unchanged:
      typeCount > 0 || identifierCount > 0 ? .forbiddenField : nil
    }
  }
}

extension NDEFRecord {
  private static let shortLimit = 255

  /// The size of the encoded record in bytes.
  public var encodedSize: Int {
    2 + (payload.count <= Self.shortLimit ? 1 : 4) + (identifier.isEmpty ? 0 : 1) + type.count
      + identifier.count
      + payload.count
  }

  /// Appends the record in its shortest form, never in chunks.
  func encode(into octets: inout [UInt8], begins: Bool, ends: Bool) {
    let short = payload.count <= Self.shortLimit
    var flags = RecordFlags(rawValue: typeNameFormat.rawValue)
    if begins { flags.insert(.messageBegin) }
    if ends { flags.insert(.messageEnd) }
    if short { flags.insert(.shortRecord) }
    if !identifier.isEmpty { flags.insert(.identifierLength) }
    octets.append(flags.rawValue)
    octets.append(UInt8(truncatingIfNeeded: type.count))
    for shift in short ? [0] : [24, 16, 8, 0] {
      octets.append(UInt8(truncatingIfNeeded: payload.count >> shift))
    }
    if !identifier.isEmpty { octets.append(UInt8(truncatingIfNeeded: identifier.count)) }
    octets += type
    octets += identifier
    octets += payload
  }
}

/// The first byte of a record (NDEF 1.0 §3.2).
struct RecordFlags: OptionSet {
  let rawValue: UInt8
  static let messageBegin = RecordFlags(rawValue: 0x80)
  static let messageEnd = RecordFlags(rawValue: 0x40)
  static let chunk = RecordFlags(rawValue: 0x20)
  static let shortRecord = RecordFlags(rawValue: 0x10)
  static let identifierLength = RecordFlags(rawValue: 0x08)
}
