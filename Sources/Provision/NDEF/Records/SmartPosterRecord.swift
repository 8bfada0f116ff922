/// A Smart Poster (RTD Smart Poster 1.0): a URI with titles and hints, itself a whole message in one payload.
public struct SmartPosterRecord: Equatable, Sendable {
  /// The record's type name, NFC Forum well-known.
  public static let type: [UInt8] = Array("Sp".utf8)

  /// What a device should do with the URI (RTD Smart Poster 1.0 §3.3.3).
  public enum Action: UInt8, Sendable {
    case execute = 0
    case save = 1
    case edit = 2
  }

  /// The URI.
  public var uri: URIRecord
  /// Titles, one for each language.
  public var titles: [TextRecord]
  /// The recommended action, nil where there is none or a reserved one.
  public var action: Action?
  /// The size in bytes of what the URI points to.
  public var targetSize: UInt32?
  /// The media type of what the URI points to.
  public var targetType: String?
  /// Icons.
  public var icons: [MediaRecord]

  /// A Smart Poster of these parts.
  public init(
    uri: URIRecord, titles: [TextRecord] = [], action: Action? = nil, targetSize: UInt32? = nil,
    targetType: String? = nil, icons: [MediaRecord] = []
  ) {
    self.uri = uri
    self.titles = titles
    self.action = action
    self.targetSize = targetSize
    self.targetType = targetType
    self.icons = icons
  }

  /// Reads a record. Parts that are not understood are passed over; one URI is a must (§3.3.1).
  public init(decoding record: NDEFRecord) throws(NDEFError) {
    guard record.typeNameFormat == .wellKnown, record.type == Self.type else {
      throw NDEFError(.otherType, offset: 0)
    }
    guard !record.payload.isEmpty else { throw NDEFError(.smartPosterURI, offset: 0) }
    var uri: URIRecord?
    (titles, icons) = ([], [])
    for part in try NDEFMessage(decoding: record.payload).records {
      switch (part.typeNameFormat, part.type) {
      case (.wellKnown, URIRecord.type):
        guard uri == nil else { throw NDEFError(.smartPosterURI, offset: 0) }
        uri = try URIRecord(decoding: part)
      case (.wellKnown, TextRecord.type): titles.append(try TextRecord(decoding: part))
      case (.wellKnown, Self.actionType): action = part.payload.first.flatMap(Action.init(rawValue:))
      case (.wellKnown, Self.sizeType) where part.payload.count == 4:
        targetSize = part.payload.reduce(0) { $0 << 8 | UInt32($1) }
      case (.wellKnown, Self.targetTypeType): targetType = String(validating: part.payload, as: UTF8.self)
      case (.media, _): icons.append(try MediaRecord(decoding: part))
      default: break
      }
    }
    guard let uri else { throw NDEFError(.smartPosterURI, offset: 0) }
    self.uri = uri
  }

  /// The record: the URI first, then titles, action, size, target type, icons.
  public func encoded() -> NDEFRecord {
    var parts = [uri.encoded()] + titles.map { $0.encoded() }
    func add(_ type: [UInt8], _ payload: [UInt8]) {
      parts.append(NDEFRecord(unchecked: .wellKnown, type: type, payload: payload))
    }
    if let action { add(Self.actionType, [action.rawValue]) }
    if let targetSize {
      add(Self.sizeType, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: targetSize >> $0) })
    }
    if let targetType { add(Self.targetTypeType, Array(targetType.utf8)) }
    parts += icons.map { $0.encoded() }
    return NDEFRecord(unchecked: .wellKnown, type: Self.type, payload: NDEFMessage(parts).encoded())
  }

  // Types that are local to a Smart Poster (§3.3).
  private static let actionType: [UInt8] = Array("act".utf8)
  private static let sizeType: [UInt8] = Array("s".utf8)
  private static let targetTypeType: [UInt8] = Array("t".utf8)
}
