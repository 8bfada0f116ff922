/// Reads `begin` and `tag` lines in the very form in which ``JournalLine`` writes them, without building anything:
/// nearly every line of a long log is one of these.
///
/// It decides nothing: what it takes, `JournalLineReader` takes with the same values, and whatever looks the least bit
/// different (other order, white space, escapes, odd numbers, a chain) it leaves to it by returning nil.
struct JournalLineScanner {
  /// What a line says. Texts are named by where they stand, checked to be UTF-8 without escapes.
  struct Line {
    var isTag = false
    var at: Int64 = 0
    var row = 0
    var id = 0..<0
    var uid = UID([])
    var chip = 0..<0
    /// `attempt` of a begin, `attempts` of a tag.
    var attempt = 0
    var capacity = 0
    var url: Range<Int>?
    var text: Range<Int>?
    /// The hexadecimal digits, an even number.
    var ndef = 0..<0
    var locked = false
    var protected = false
    var ms = 0
    var adopted = false
    var mirror: Mirror?
  }

  private var offset = 0
  private var end = 0
  /// The date that was read last, as it is written, and the millisecond at which it begins.
  private var date: UInt128 = 0
  private var dayStart: Int64 = 0

  /// The line that stands in `range` of `bytes` without its end; nil where it is not of the known form.
  mutating func scan(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Line? {
    offset = range.lowerBound
    end = range.upperBound
    var line = Line()
    guard skip("{\"type\":\"", bytes) else { return nil }
    if skip("begin\",\"at\":\"", bytes) {
      guard common(&line, bytes), skip(",\"attempt\":", bytes), let attempt = number(bytes), attempt > 0,
        skip("}", bytes), offset == end
      else { return nil }
      line.attempt = attempt
      return line
    }
    guard skip("tag\",\"at\":\"", bytes) else { return nil }
    line.isTag = true
    return tag(&line, bytes) && offset == end ? line : nil
  }

  /// From `at` to `chip`, which both types have.
  private mutating func common(_ line: inout Line, _ bytes: borrowing Span<UInt8>) -> Bool {
    guard let at = time(bytes), skip("\",\"row\":", bytes), let row = number(bytes), row > 0,
      skip(",\"id\":\"", bytes), let id = text(bytes), skip(",\"uid\":\"", bytes), let uid = uid(bytes),
      skip("\",\"chip\":\"", bytes), let chip = text(bytes)
    else { return false }
    line.at = at
    line.row = row
    line.id = id
    line.uid = uid
    line.chip = chip
    return true
  }

  private mutating func tag(_ line: inout Line, _ bytes: borrowing Span<UInt8>) -> Bool {
    guard common(&line, bytes), skip(",\"capacity\":", bytes), let capacity = number(bytes) else {
      return false
    }
    line.capacity = capacity
    if skip(",\"url\":\"", bytes) {
      guard let url = text(bytes) else { return false }
      line.url = url
    }
    if skip(",\"text\":\"", bytes) {
      guard let text = text(bytes) else { return false }
      line.text = text
    }
    guard skip(",\"ndef\":\"", bytes), let ndef = digits(bytes), skip("\",\"bytes\":", bytes),
      number(bytes) == ndef.count / 2, skip(",\"locked\":", bytes), let locked = flag(bytes),
      skip(",\"protected\":", bytes), let protected = flag(bytes), skip(",\"attempts\":", bytes),
      let attempts = number(bytes), skip(",\"ms\":", bytes), let ms = number(bytes),
      skip(",\"verified\":true", bytes)
    else { return false }
    line.ndef = ndef
    line.locked = locked
    line.protected = protected
    line.attempt = attempts
    line.ms = ms
    if skip(",\"adopted\":true", bytes) { line.adopted = true }
    if skip(",\"mirror\":\"", bytes) {
      if skip("uid\"", bytes) {
        line.mirror = .uid
      } else if skip("counter\"", bytes) {
        line.mirror = .counter
      } else if skip("uid+counter\"", bytes) {
        line.mirror = .uidAndCounter
      } else {
        return false
      }
    }
    return skip("}", bytes)
  }

  // MARK: - Pieces

  @inline(__always)
  private mutating func skip(_ word: StaticString, _ bytes: borrowing Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end &- offset >= count else { return false }
    let start = word.utf8Start
    var index = 0
    while index < count {
      if bytes[offset &+ index] != start[index] { return false }
      index &+= 1
    }
    offset &+= count
    return true
  }

  /// A whole number without sign, of at most 15 digits.
  @inline(__always)
  private mutating func number(_ bytes: borrowing Span<UInt8>) -> Int? {
    let start = offset
    var value = 0
    while offset < end {
      let digit = bytes[offset] &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      offset &+= 1
      guard offset &- start <= 15 else { return nil }
    }
    guard offset > start, offset &- start == 1 || bytes[start] != 0x30 else { return nil }
    return value
  }

  @inline(__always)
  private mutating func flag(_ bytes: borrowing Span<UInt8>) -> Bool? {
    if skip("true", bytes) { return true }
    return skip("false", bytes) ? false : nil
  }

  /// To the closing quote, which is read away; nil where there is an escape or what is no UTF-8.
  @inline(__always)
  private mutating func text(_ bytes: borrowing Span<UInt8>) -> Range<Int>? {
    let start = offset
    var high: UInt8 = 0
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        let range = start..<offset
        offset &+= 1
        return high < 0x80 || isUTF8(bytes, range) ? range : nil
      }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      high |= byte
      offset &+= 1
    }
    return nil
  }

  private func isUTF8(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.extracting(range))) != nil
  }

  /// An even number of hexadecimal digits before a quote, which is left.
  private mutating func digits(_ bytes: borrowing Span<UInt8>) -> Range<Int>? {
    let start = offset
    while offset < end, Hex.value(of: bytes[offset]) != nil { offset &+= 1 }
    return (offset &- start).isMultiple(of: 2) ? start..<offset : nil
  }

  private mutating func uid(_ bytes: borrowing Span<UInt8>) -> UID? {
    guard let digits = digits(bytes), 1...UID.maximumCount ~= digits.count / 2 else { return nil }
    var packed: UInt128 = 0
    var index = digits.lowerBound
    while index < digits.upperBound {
      packed = packed << 4 | UInt128(Hex.value(of: bytes[index]) ?? 0)
      index &+= 1
    }
    return UID(packed: packed, count: digits.count / 2)
  }

  /// `2026-11-30T06:53:00.123Z`, the quote behind it left; nil for every other form of RFC 3339.
  @inline(__always)
  private mutating func time(_ bytes: borrowing Span<UInt8>) -> Int64? {
    let start = offset
    guard end &- start > 24, bytes[start &+ 10] == UInt8(ascii: "T"), bytes[start &+ 13] == UInt8(ascii: ":"),
      bytes[start &+ 16] == UInt8(ascii: ":"), bytes[start &+ 19] == UInt8(ascii: "."),
      bytes[start &+ 23] == UInt8(ascii: "Z"), let hour = pair(bytes, start &+ 11),
      let minute = pair(bytes, start &+ 14), let second = pair(bytes, start &+ 17),
      let hundredths = pair(bytes, start &+ 20), bytes[start &+ 22] &- 0x30 < 10, hour < 24, minute < 60,
      second < 60
    else { return nil }
    var written: UInt128 = 0
    for index in start..<start &+ 10 { written = written << 8 | UInt128(bytes[index]) }
    if written != date {
      // Once a day: the calendar is the slow part.
      var octets: [UInt8] = []
      for index in start..<start &+ 10 { octets.append(bytes[index]) }
      octets.append(contentsOf: "T00:00:00.000Z".utf8)
      guard let day = RFC3339.parse(octets, in: 0..<octets.count) else { return nil }
      date = written
      dayStart = day
    }
    offset = start &+ 24
    let milliseconds = hundredths &* 10 &+ Int64(bytes[start &+ 22] &- 0x30)
    return dayStart &+ ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ milliseconds
  }

  @inline(__always)
  private func pair(_ bytes: borrowing Span<UInt8>, _ at: Int) -> Int64? {
    let tens = bytes[at] &- 0x30
    let ones = bytes[at &+ 1] &- 0x30
    return tens < 10 && ones < 10 ? Int64(tens &* 10 &+ ones) : nil
  }
}
