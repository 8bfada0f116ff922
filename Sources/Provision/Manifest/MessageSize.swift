/// The size of a row's NDEF message without making it.
struct MessageSize: Sendable {
  /// The URI record's prefixes by their first byte, the longest first.
  private let prefixes: [[[UInt8]]]

  init() {
    var prefixes = [[[UInt8]]](repeating: [], count: 256)
    for prefix in URIRecord.prefixes.map({ Array($0.utf8) }).sorted(by: { $0.count > $1.count }) {
      if let first = prefix.first { prefixes[Int(first)].append(prefix) }
    }
    self.prefixes = prefixes
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
    next: for prefix in prefixes[Int(bytes[start])] {
      guard prefix.count <= end - start else { continue }
      for index in 0..<prefix.count where bytes[start + index] != prefix[index] { continue next }
      return prefix.count
    }
    return 0
  }
}
