/// The CC file of a Type 4 tag (NFC Forum Type 4 Tag 3.0 §4.3): what may be sent, and where the NDEF file is.
struct Type4CapabilityContainer: Equatable {
  /// Major number of the mapping version: 1, 2 or 3.
  var mapping: UInt8
  /// MLe: the most data bytes of an answer.
  var maximumRead: Int
  /// MLc: the most data bytes of a command.
  var maximumWrite: Int
  /// The NDEF file's identifier.
  var file: UInt16
  /// The NDEF file's size in bytes, length field included.
  var fileSize: Int
  /// 2, or 4 in an extended NDEF file (mapping version 3).
  var lengthSize: Int
  /// 00h is free; others need a key.
  var readAccess: UInt8
  /// 00h is free, FFh none; others need a key.
  var writeAccess: UInt8

  /// The file identifier of the CC file (§4.2).
  static let identifier: UInt16 = 0xE103
  /// Until the CC file is read, no more than this may be asked for at once (§5.4.4).
  static let firstRead = 15
  /// CCLEN, version, MLe, MLc: where the control TLVs begin.
  private static let header = 7
  /// More than this of a CC file is not looked at: the NDEF file's TLV comes first.
  static let longest = 64

  /// The largest NDEF message in bytes.
  var capacity: Int { min(fileSize - lengthSize, lengthSize == 2 ? 0xFFFE : Int(Int32.max)) }

  /// How many bytes the CC file has, told by its first two; nil where they can't be right.
  static func length(_ start: [UInt8]) -> Int? {
    guard start.count >= 2 else { return nil }
    let length = Int(start[0]) << 8 | Int(start[1])
    return length >= firstRead && length <= 0xFFFE ? length : nil
  }

  /// How many bytes of the file are needed to read the first TLV, told by the first 15.
  static func neededLength(_ start: [UInt8]) -> Int {
    guard start.count > header + 1, let length = length(start) else { return firstRead }
    return min(length, header + 2 + Int(start[header + 1]), longest)
  }

  /// Decodes the file's beginning up to the NDEF file's control TLV, which must be the first (§4.3.2).
  ///
  /// - Throws: ``TagError/malformed(detail:)``.
  init(decoding bytes: [UInt8]) throws(TagError) {
    guard bytes.count >= Self.firstRead, Self.length(bytes) != nil else {
      throw .malformed(detail: "CC file: length")
    }
    mapping = bytes[2] >> 4
    guard (1...3).contains(mapping) else { throw .malformed(detail: "CC file: mapping version") }
    maximumRead = Int(bytes[3]) << 8 | Int(bytes[4])
    maximumWrite = Int(bytes[5]) << 8 | Int(bytes[6])
    // MLe is at least 15 by the book; what matters is that the length field can be read at all.
    guard maximumRead >= 4, maximumWrite >= 1 else { throw .malformed(detail: "CC file: MLe or MLc") }
    let value: ArraySlice<UInt8>
    switch (bytes[Self.header], bytes[Self.header + 1]) {
    case (0x04, 0x06):
      lengthSize = 2
      value = bytes[(Self.header + 2)..<(Self.header + 8)]
    case (0x06, 0x08) where mapping == 3 && bytes.count >= Self.header + 10:
      lengthSize = 4
      value = bytes[(Self.header + 2)..<(Self.header + 10)]
    default: throw .malformed(detail: "CC file: no NDEF file control TLV")
    }
    let field = Array(value)
    file = UInt16(field[0]) << 8 | UInt16(field[1])
    fileSize = field[2..<field.count - 2].reduce(0) { $0 << 8 | Int($1) }
    readAccess = field[field.count - 2]
    writeAccess = field[field.count - 1]
    // A length field that takes two commands could be torn into another length.
    guard maximumWrite >= lengthSize else {
      throw .malformed(detail: "CC file: MLc is shorter than the length field")
    }
    // Identifiers that are reserved by ISO/IEC 7816-4 or taken by the CC file itself (§4.3.2).
    guard ![0x0000, 0x3F00, 0x3FFF, 0xFFFF, 0xE102, Self.identifier].contains(file) else {
      throw .malformed(detail: "CC file: NDEF file identifier")
    }
    guard fileSize > lengthSize, fileSize <= Int(Int32.max) else {
      throw .malformed(detail: "CC file: NDEF file size")
    }
  }
}
