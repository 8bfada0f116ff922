/// A URI record (RTD URI 1.0): one URI or IRI, byte for byte, its beginning abbreviated.
public struct URIRecord: Equatable, Sendable {
  /// The record's type name, NFC Forum well-known.
  public static let type: [UInt8] = Array("U".utf8)

  /// Beginnings by identifier code, 00h to 23h (RTD URI 1.0 §3.2.2).
  static let prefixes: [String] = [
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
    "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
    "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
    "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:",
    "urn:nfc:",
  ]

  /// The whole URI, beginning included.
  public let uri: String

  /// Takes the URI as it is; nothing is escaped, lower-cased or mended.
  ///
  /// - Throws: ``NDEFError/Reason/invalidCharacter`` with the byte's place for a control character (00h–1Fh), which the
  ///   definition forbids.
  public init(_ uri: String) throws(NDEFError) {
    var offset = 0
    for byte in uri.utf8 {
      guard byte > 0x1F else { throw NDEFError(.invalidCharacter, offset: offset) }
      offset += 1
    }
    self.uri = uri
  }

  /// Reads a record; reserved codes (24h–FFh) prepend nothing, as the definition asks of readers.
  public init(decoding record: NDEFRecord) throws(NDEFError) {
    guard record.typeNameFormat == .wellKnown, record.type == Self.type else {
      throw NDEFError(.otherType, offset: 0)
    }
    guard let code = record.payload.first else { throw NDEFError(.truncated(needed: 1, left: 0), offset: 0) }
    let rest = record.payload.dropFirst()
    if let control = rest.firstIndex(where: { $0 <= 0x1F }) {
      throw NDEFError(.invalidCharacter, offset: control)
    }
    guard let text = String(validating: rest, as: UTF8.self) else { throw NDEFError(.invalidText, offset: 1) }
    uri = (Self.prefixes.indices.contains(Int(code)) ? Self.prefixes[Int(code)] : "") + text
  }

  /// The record, with the code of the longest beginning that fits.
  public func encoded() -> NDEFRecord {
    let octets = Array(uri.utf8)
    // The longest, not the first: `urn:` stands before `urn:epc:id:` in the table.
    var code = 0
    var matched = 0
    for (index, prefix) in Self.prefixes.enumerated()
    where prefix.utf8.count > matched && octets.starts(with: prefix.utf8) {
      code = index
      matched = prefix.utf8.count
    }
    return NDEFRecord(
      unchecked: .wellKnown, type: Self.type, payload: [UInt8(code)] + octets.dropFirst(matched))
  }
}

extension NDEFRecord {
  /// A URI record; see ``URIRecord/init(_:)``.
  public static func uri(_ uri: String) throws(NDEFError) -> NDEFRecord {
    try URIRecord(uri).encoded()
  }
}
