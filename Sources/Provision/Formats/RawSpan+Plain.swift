internal import Glibc

extension RawSpan {
  /// The byte at an index that the caller has compared with ``byteCount``.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) }

  /// The index of the first byte at or behind `index` that is a control character, a quotation mark or the delimiter;
  /// eight bytes at a time, their top bits gathered in `high`.
  @inline(__always)
  func skipPlain(from index: Int, delimiter: UInt8, _ high: inout UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let delimiters = ones &* UInt64(delimiter)
    var index = index
    while index &+ 8 <= byteCount {
      let word = UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let others = word ^ delimiters
      // A zero byte borrows from the next one only, so the lowest hit is exact.
      let hits =
        ((word &- (ones &* 0x20)) & ~word | (quotes &- ones) & ~quotes | (others &- ones) & ~others) & tops
      guard hits == 0 else {
        let count = hits.trailingZeroBitCount / 8
        high |= word & ((1 << UInt64(count * 8)) &- 1)
        return index &+ count
      }
      high |= word
      index &+= 8
    }
    while index < byteCount {
      let byte = byte(index)
      if byte < 0x20 || byte == 0x22 || byte == delimiter { return index }
      high |= UInt64(byte)
      index &+= 1
    }
    return index
  }
}

extension RawSpan {
  /// Whether the bytes from `start` on are those of `other`; eight at a time.
  @inline(__always)
  func holds(_ other: RawSpan, at start: Int) -> Bool {
    let count = other.byteCount
    guard start >= 0, start <= byteCount, count <= byteCount &- start else { return false }
    var index = 0
    while index &+ 8 <= count {
      guard isSame(UInt64.self, other, start, index) else { return false }
      index &+= 8
    }
    // The last eight again rather than the rest byte by byte.
    if count >= 8 { return index == count || isSame(UInt64.self, other, start, count &- 8) }
    while index < count {
      guard isSame(UInt8.self, other, start, index) else { return false }
      index &+= 1
    }
    return true
  }

  @inline(__always)
  private func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ other: RawSpan, _ start: Int, _ index: Int
  ) -> Bool {
    unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ index, as: type)
      == other.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: type)
  }
}

extension [UInt8] {
  /// Whether the bytes from `start` on are those of `other`.
  @inline(__always)
  func holds(_ other: [UInt8], at start: Int) -> Bool { span.bytes.holds(other.span.bytes, at: start) }

  /// The first place of a byte within these bounds.
  func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    withUnsafeBytes { memory in
      guard start >= 0, start < end, end <= memory.count, let base = memory.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The UTF-8 in this range as a string; a slice would count references, which costs more than a short string.
  @inline(__always)
  func text(in range: Range<Int>) -> String {
    withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }
}
