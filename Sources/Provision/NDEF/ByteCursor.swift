/// Reads bytes in order and never past their end. A length is compared with what is left before anything is sliced.
struct ByteCursor {
  private let bytes: ArraySlice<UInt8>
  private(set) var offset: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    self.offset = 0
  }

  var left: Int { bytes.count - offset }

  mutating func byte() throws(NDEFError) -> UInt8 {
    guard left >= 1 else { throw NDEFError(.truncated(needed: 1, left: 0), offset: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func bytes(_ count: Int) throws(NDEFError) -> ArraySlice<UInt8> {
    guard count >= 0, left >= count else {
      throw NDEFError(.truncated(needed: count, left: left), offset: offset)
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// A big-endian number of `width` bytes, at most 4.
  mutating func number(width: Int) throws(NDEFError) -> Int {
    var value: UInt32 = 0
    for byte in try bytes(width) { value = value << 8 | UInt32(byte) }
    // Int is 64 bits wide on every platform that libnfc and Swift share; where it is not, the value is just too large.
    return Int(exactly: value) ?? Int.max
  }
}
