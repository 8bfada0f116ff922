/// How the URLs of a manifest begin: up to the end of the host where there is one, else the scheme and its colon.
///
/// Manifests have few beginnings and many rows, so that a byte a row remembers them.
struct LinkOrigins: Sendable {
  /// The number of a row without a URL.
  static let none: UInt8 = 0
  /// The number of a row whose URL begins in a way that is not kept; the row has to be read again.
  static let other: UInt8 = 255
  /// The longest beginning that is kept, in bytes.
  private static let limit = 255

  /// The beginnings, in the order in which they turned up; the first has number 1.
  private(set) var texts: [String] = []
  /// The number of each row.
  private(set) var rows: [UInt8] = []
  private var numbers: [[UInt8]: UInt8] = [:]
  private var last: [UInt8] = []
  private var lastNumber = LinkOrigins.none

  /// Adds a row.
  mutating func append(_ bytes: [UInt8], _ url: Row.Cell) {
    rows.append(url.isEmpty ? Self.none : number(bytes, url.start, url.end))
  }

  private mutating func number(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt8 {
    let stop = Self.end(bytes, start, end)
    guard stop > start, stop - start <= Self.limit else { return Self.other }
    if stop - start == last.count {
      var index = 0
      while index < last.count, bytes[start + index] == last[index] { index += 1 }
      if index == last.count { return lastNumber }
    }
    let key = Array(bytes[start..<stop])
    guard let number = numbers[key] ?? enter(key) else { return Self.other }
    last = key
    lastNumber = number
    return number
  }

  private mutating func enter(_ key: [UInt8]) -> UInt8? {
    guard texts.count < Int(Self.other) - 1 else { return nil }
    texts.append(String(decoding: key, as: UTF8.self))
    let number = UInt8(clamping: texts.count)
    numbers[key] = number
    return number
  }

  /// Behind the authority (RFC 3986 §3.2), or behind the scheme's colon; `start` where there is no colon.
  private static func end(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: ":") { index += 1 }
    guard index < end else { return start }
    index += 1
    guard index + 1 < end, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") else {
      return index
    }
    index += 2
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return index
      default: index += 1
      }
    }
    return end
  }
}
