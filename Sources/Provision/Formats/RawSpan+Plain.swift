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

extension [UInt8] {
  /// The UTF-8 in this range as a string; a slice would count references, which costs more than a short string.
  @inline(__always)
  func text(in range: Range<Int>) -> String {
    withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }
}
