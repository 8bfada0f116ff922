/// A record with a media type (NDEF 1.0 §3.2.6, RFC 2046): a vCard, an image, Wi-Fi credentials.
public struct MediaRecord: Equatable, Sendable {
  /// The media type as it stands on the tag.
  public let mediaType: String
  /// The content.
  public let content: [UInt8]

  /// - Throws: ``NDEFError`` for a type that is empty, longer than 255 bytes or not printable ASCII.
  public init(mediaType: String, content: [UInt8]) throws(NDEFError) {
    try checkASCIIName(Array(mediaType.utf8))
    self.mediaType = mediaType
    self.content = content
  }

  /// Reads a record.
  public init(decoding record: NDEFRecord) throws(NDEFError) {
    guard record.typeNameFormat == .media else { throw NDEFError(.otherType, offset: 0) }
    try checkASCIIName(record.type)
    mediaType = String(decoding: record.type, as: UTF8.self)
    content = record.payload
  }

  /// The record.
  public func encoded() -> NDEFRecord {
    NDEFRecord(unchecked: .media, type: Array(mediaType.utf8), payload: content)
  }
}

/// The characters of RFC 2046 types and of external types, as far as a reader needs to be strict.
func checkASCIIName(_ name: [UInt8]) throws(NDEFError) {
  guard !name.isEmpty else { throw NDEFError(.missingType, offset: 0) }
  guard name.count <= 255 else { throw NDEFError(.fieldTooLong, offset: 255) }
  if let index = name.firstIndex(where: { !(0x20...0x7E).contains($0) }) {
    throw NDEFError(.invalidCharacter, offset: index)
  }
}
