/// A record of a domain's own type (NDEF 1.0 §3.2.6, RTD 1.0 §3.3): `domain:name`, compared without regard to case.
public struct ExternalRecord: Equatable, Sendable {
  /// Android's own type: its payload is the package that should open the tag.
  public static let androidApplication = "android.com:pkg"

  /// The type without `urn:nfc:ext:`, in lower case.
  public let name: String
  /// The content.
  public let content: [UInt8]

  /// - Throws: ``NDEFError`` for a name that is empty, longer than 255 bytes or not printable ASCII.
  public init(name: String, content: [UInt8]) throws(NDEFError) {
    try checkASCIIName(Array(name.utf8))
    self.name = name.lowercased()
    self.content = content
  }

  /// Reads a record.
  public init(decoding record: NDEFRecord) throws(NDEFError) {
    guard record.typeNameFormat == .external else { throw NDEFError(.otherType, offset: 0) }
    try self.init(name: String(decoding: record.type, as: UTF8.self), content: record.payload)
  }

  /// The package of an Android Application Record; nil for any other.
  public var androidPackage: String? {
    name == Self.androidApplication ? String(validating: content, as: UTF8.self) : nil
  }

  /// The record.
  public func encoded() -> NDEFRecord {
    NDEFRecord(unchecked: .external, type: Array(name.utf8), payload: content)
  }
}
