/// An NDEF message: records in their order. Never empty once decoded.
public struct NDEFMessage: Equatable, Hashable, Sendable {
  /// The largest message that is read, in bytes: more than any tag holds, and a bound for hostile lengths.
  public static let maximumSize = 1 << 20

  /// The records.
  public var records: [NDEFRecord]

  /// A message of these records; of none, it encodes as one empty record.
  public init(_ records: [NDEFRecord]) { self.records = records }

  /// What stands for "nothing" on a formatted tag: one empty record, D0 00 00.
  public static let empty = NDEFMessage([.empty])

  /// Whether there is nothing but empty records.
  public var isEmpty: Bool { records.allSatisfy { $0.typeNameFormat == .empty } }

  /// The size of the encoded message in bytes.
  public var encodedSize: Int { max(NDEFRecord.empty.encodedSize, records.reduce(0) { $0 + $1.encodedSize }) }

  /// The message's bytes, each record in its shortest form and none in chunks.
  public func encoded() -> [UInt8] {
    let records = records.isEmpty ? [.empty] : records
    var octets: [UInt8] = []
    octets.reserveCapacity(encodedSize)
    for (index, record) in records.enumerated() {
      record.encode(into: &octets, begins: index == 0, ends: index == records.count - 1)
    }
    return octets
  }

  /// Decodes strictly (NDEF 1.0 §2.3, §3.2): one message, all of the bytes, every rule kept. Chunks are joined.
  ///
  /// What decodes encodes to the same bytes, with three exceptions that the standard allows and a writer avoids: a payload
  /// of at most 255 bytes with a four-byte length, a payload in chunks, and an identifier length of zero.
  public init(decoding octets: [UInt8]) throws(NDEFError) {
    guard !octets.isEmpty else { throw NDEFError(.noRecords, offset: 0) }
    guard octets.count <= Self.maximumSize else { throw NDEFError(.tooLarge, offset: Self.maximumSize) }
    var cursor = ByteCursor(octets)
    var records: [NDEFRecord] = []
    var open: NDEFRecord?
    while true {
      let start = cursor.offset
      guard cursor.left > 0 else { throw NDEFError(.noMessageEnd, offset: start) }
      let (flags, part) = try Self.part(from: &cursor)
      guard flags.contains(.messageBegin) == (start == 0) else {
        throw NDEFError(start == 0 ? .noMessageBegin : .repeatedMessageBegin, offset: start)
      }
      // A chunk that says "more follows" can't end the message, and an empty record has nothing to be continued.
      let continues = flags.contains(.chunk)
      if continues, flags.contains(.messageEnd) || part.typeNameFormat == .empty {
        throw NDEFError(.brokenChunks, offset: start)
      }
      guard (part.typeNameFormat == .unchanged) == (open != nil) else {
        throw NDEFError(.brokenChunks, offset: start)
      }
      if open == nil { open = part } else { open?.payload += part.payload }
      if !continues, let record = open {
        records.append(record)
        open = nil
      }
      if flags.contains(.messageEnd) { break }
    }
    guard cursor.left == 0 else { throw NDEFError(.trailingBytes, offset: cursor.offset) }
    self.records = records
  }

  /// One record or chunk as it stands in the bytes.
  private static func part(from cursor: inout ByteCursor) throws(NDEFError) -> (RecordFlags, NDEFRecord) {
    let start = cursor.offset
    let flags = RecordFlags(rawValue: try cursor.byte())
    guard let format = NDEFRecord.TypeNameFormat(rawValue: flags.rawValue & 7) else {
      throw NDEFError(.reservedTypeNameFormat, offset: start)
    }
    let typeCount = Int(try cursor.byte())
    let payloadCount = try cursor.number(width: flags.contains(.shortRecord) ? 1 : 4)
    // An identifier length, even of zero, has no place in a chunk after the first (NDEF 1.0 §3.2.5).
    if format == .unchanged, flags.contains(.identifierLength) {
      throw NDEFError(.forbiddenField, offset: start)
    }
    let identifierCount = flags.contains(.identifierLength) ? Int(try cursor.byte()) : 0
    if let reason = NDEFRecord.fault(
      format, typeCount: typeCount, identifierCount: identifierCount, payloadCount: payloadCount)
    {
      throw NDEFError(reason, offset: start)
    }
    let type = Array(try cursor.bytes(typeCount))
    let identifier = Array(try cursor.bytes(identifierCount))
    let payload = Array(try cursor.bytes(payloadCount))
    return (flags, NDEFRecord(unchecked: format, type: type, identifier: identifier, payload: payload))
  }
}
