/// The size of a row's NDEF message without making it.
struct MessageSize: Sendable {
  /// A prefix of the URI record, its first eight bytes as a number to compare by.
  private struct Prefix: Sendable {
    let first: UInt64
    let mask: UInt64
    let bytes: [UInt8]
  }

  /// The prefixes, the longest first.
  private let prefixes: [Prefix]
  /// The numbers of the prefixes that begin with a byte.
  private let numbers: [[Int]]

  /// The same for every manifest.
  private static let tables = MessageSize(sorting: URIRecord.prefixes)

  init() { self = Self.tables }

  private init(sorting all: [String]) {
    let sorted = all.map { Array($0.utf8) }.filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
    prefixes = sorted.map { bytes in
      Prefix(
        first: Self.word(bytes, 0, bytes.count), mask: UInt64.max << UInt64(max(0, 64 - 8 * bytes.count)),
        bytes: bytes)
    }
    numbers = (0..<256).map { byte in sorted.indices.filter { Int(sorted[$0][0]) == byte } }
  }

  /// The bytes of a URI record, then a Text record, where there are.
  func bytes(_ row: Row, _ result: RowChecker.Result) -> Int {
    var size = 0
    if !result.url.isEmpty {
      let count = result.url.end - result.url.start
      size += record(payload: 1 + count - prefixLength(row.bytes, result.url.start, result.url.end))
    }
    if !result.text.isEmpty {
      size += record(
        payload: 1 + result.language.end - result.language.start + result.text.end - result.text.start)
    }
    return size
  }

  /// Header, type length, payload length, type of one character, payload.
  private func record(payload: Int) -> Int { payload + (payload <= 255 ? 4 : 7) }

  private func prefixLength(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    guard start < end else { return 0 }
    let word = Self.word(bytes, start, end)
    for number in numbers[Int(bytes[start])]
    where (word ^ prefixes[number].first) & prefixes[number].mask == 0 {
      let prefix = prefixes[number].bytes
      if prefix.count <= 8 || (prefix.count <= end - start && bytes.holds(prefix, at: start)) {
        return prefix.count
      }
    }
    return 0
  }

  /// The first eight bytes from `start` to `end`, the first one highest; zeros, which no prefix has, where there are fewer.
  private static func word(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt64 {
    if end - start >= 8 {
      return UInt64(
        bigEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    var word: UInt64 = 0
    for index in start..<end { word |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - start)) }
    return word
  }
}
