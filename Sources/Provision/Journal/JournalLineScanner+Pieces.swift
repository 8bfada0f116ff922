// What lines are made of. Each piece compares its place with the line's end before it looks at a byte.
extension JournalLineScanner {
  /// Eight bytes at a time; the word and its length are constants where this is used.
  @inline(__always)
  mutating func skip(_ word: StaticString, _ bytes: RawSpan) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.byteCount &- offset >= count else { return false }
    let text = UnsafeRawPointer(word.utf8Start)
    var index = 0
    while index &+ 8 <= count {
      guard isSame(UInt64.self, text, bytes, index) else { return false }
      index &+= 8
    }
    if count & 4 != 0 {
      guard isSame(UInt32.self, text, bytes, index) else { return false }
      index &+= 4
    }
    if count & 2 != 0 {
      guard isSame(UInt16.self, text, bytes, index) else { return false }
      index &+= 2
    }
    if count & 1 != 0 {
      guard isSame(UInt8.self, text, bytes, index) else { return false }
    }
    offset &+= count
    return true
  }

  @inline(__always)
  private func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ text: UnsafeRawPointer, _ bytes: RawSpan, _ index: Int
  ) -> Bool {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ index, as: type)
      == text.loadUnaligned(fromByteOffset: index, as: type)
  }

  /// A whole number without sign, of at most 15 digits.
  @inline(__always)
  mutating func number(_ bytes: RawSpan) -> Int? {
    let start = offset
    var value = 0
    while offset < bytes.byteCount {
      let digit = bytes.byte(offset) &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      offset &+= 1
      guard offset &- start <= 15 else { return nil }
    }
    guard offset > start, offset &- start == 1 || bytes.byte(start) != 0x30 else { return nil }
    return value
  }

  @inline(__always)
  mutating func flag(_ bytes: RawSpan) -> Bool? {
    if skip("true", bytes) { return true }
    return skip("false", bytes) ? false : nil
  }

  /// To the closing quote, which is read away; nil where there is an escape or what is no UTF-8.
  mutating func text(_ bytes: RawSpan) -> Range<Int>? {
    let start = offset
    var high: UInt64 = 0
    let stop = bytes.skipPlain(from: start, delimiter: UInt8(ascii: "\\"), &high)
    guard stop < bytes.byteCount, bytes.byte(stop) == UInt8(ascii: "\"") else { return nil }
    offset = stop &+ 1
    let range = start..<stop
    return high & 0x8080_8080_8080_8080 == 0 || isUTF8(bytes, range) ? range : nil
  }

  private func isUTF8(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    bytes.extracting(range).withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
  }

  /// The value of the two bytes at a place as hexadecimal digits.
  @inline(__always)
  private static func octet(_ bytes: RawSpan, _ at: Int) -> UInt8? {
    guard at &+ 2 <= bytes.byteCount, let high = Hex.value(of: bytes.byte(at)),
      let low = Hex.value(of: bytes.byte(at &+ 1))
    else { return nil }
    return high << 4 | low
  }

  /// The value of the eight bytes at a place as hexadecimal digits, the first octet lowest.
  @inline(__always)
  private static func fourOctets(_ bytes: RawSpan, _ at: Int) -> UInt32? {
    guard at &+ 8 <= bytes.byteCount else { return nil }
    let digits = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
    return Hex.bytes(ofEight: UInt64(littleEndian: digits))
  }

  /// Reads pairs of hexadecimal digits into ``message``; how many there are.
  mutating func octets(_ bytes: RawSpan) -> Int {
    // There are no more pairs than half the bytes.
    let room = (bytes.byteCount &- offset) / 2
    if message.count < room { message.append(contentsOf: repeatElement(0, count: room)) }
    let start = offset
    let count = Self.decode(bytes, start, into: &message)
    offset = start &+ 2 &* count
    return count
  }

  private static func decode(_ bytes: RawSpan, _ start: Int, into message: inout [UInt8]) -> Int {
    var target = message.mutableSpan
    var at = start
    var count = 0
    while let four = fourOctets(bytes, at) {
      for index in 0..<4 { target[count &+ index] = UInt8(truncatingIfNeeded: four &>> UInt32(8 &* index)) }
      count &+= 4
      at &+= 8
    }
    while let octet = octet(bytes, at) {
      target[count] = octet
      count &+= 1
      at &+= 2
    }
    return count
  }

  mutating func uid(_ bytes: RawSpan) -> UID? {
    var packed: UInt128 = 0
    var count = 0
    while count <= UID.maximumCount, let four = Self.fourOctets(bytes, offset) {
      packed = packed << 32 | UInt128(four.byteSwapped)
      count &+= 4
      offset &+= 8
    }
    while count <= UID.maximumCount, let octet = Self.octet(bytes, offset) {
      packed = packed << 8 | UInt128(octet)
      count &+= 1
      offset &+= 2
    }
    guard 1...UID.maximumCount ~= count else { return nil }
    return UID(packed: packed, count: count)
  }

  /// `2026-11-30T06:53:00.123Z`, the quote behind it left; nil for every other form of RFC 3339.
  @inline(__always)
  mutating func time(_ bytes: RawSpan) -> Int64? {
    let start = offset
    guard bytes.byteCount &- start > 24, bytes.byte(start &+ 10) == UInt8(ascii: "T"),
      bytes.byte(start &+ 13) == UInt8(ascii: ":"), bytes.byte(start &+ 16) == UInt8(ascii: ":"),
      bytes.byte(start &+ 19) == UInt8(ascii: "."), bytes.byte(start &+ 23) == UInt8(ascii: "Z"),
      let hour = pair(bytes, start &+ 11), let minute = pair(bytes, start &+ 14),
      let second = pair(bytes, start &+ 17), let hundredths = pair(bytes, start &+ 20),
      bytes.byte(start &+ 22) &- 0x30 < 10, hour < 24, minute < 60, second < 60
    else { return nil }
    let written = (
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self),
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 8, as: UInt16.self)
    )
    if written != date {
      // Once a day: the calendar is the slow part.
      var octets: [UInt8] = []
      for index in start..<start &+ 10 { octets.append(bytes.byte(index)) }
      octets.append(contentsOf: "T00:00:00.000Z".utf8)
      guard let day = RFC3339.parse(octets, in: 0..<octets.count) else { return nil }
      date = written
      dayStart = day
    }
    offset = start &+ 24
    let milliseconds = hundredths &* 10 &+ Int64(bytes.byte(start &+ 22) &- 0x30)
    return dayStart &+ ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ milliseconds
  }

  @inline(__always)
  private func pair(_ bytes: RawSpan, _ at: Int) -> Int64? {
    let tens = bytes.byte(at) &- 0x30
    let ones = bytes.byte(at &+ 1) &- 0x30
    return tens < 10 && ones < 10 ? Int64(tens &* 10 &+ ones) : nil
  }
}
