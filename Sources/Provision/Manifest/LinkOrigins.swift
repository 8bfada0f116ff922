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

  /// Adds a row, whose URL begins with what stands up to `originEnd`.
  mutating func append(_ bytes: [UInt8], _ url: Row.Cell, originEnd: Int) {
    rows.append(url.isEmpty ? Self.none : number(bytes, url.start..<originEnd))
  }

  /// Makes room for so many rows.
  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  private mutating func number(_ bytes: [UInt8], _ origin: Range<Int>) -> UInt8 {
    guard !origin.isEmpty, origin.count <= Self.limit else { return Self.other }
    // Mostly the one before.
    if origin.count == last.count, bytes.holds(last, at: origin.lowerBound) {
      return lastNumber
    }
    let key = Array(bytes[origin])
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
}
