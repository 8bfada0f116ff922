/// SHA-256 (FIPS 180-4), fed in pieces.
///
/// It is ours because nothing at hand has it: CryptoKit does not exist on Linux, libc offers only `crypt`, and a
/// package for one function would have to be fetched on every machine that builds this. It guards against change and
/// identifies content; it makes no claim of constant time.
public struct SHA256: Sendable {
  /// Bytes in a digest.
  public static let digestCount = 32
  /// Bytes in a block, which HMAC needs to know.
  static let blockCount = 64

  private var state = (
    UInt32(0x6a09_e667), UInt32(0xbb67_ae85), UInt32(0x3c6e_f372), UInt32(0xa54f_f53a),
    UInt32(0x510e_527f), UInt32(0x9b05_688c), UInt32(0x1f83_d9ab), UInt32(0x5be0_cd19)
  )
  private var partial: [UInt8] = []
  private var total: UInt64 = 0

  /// A digest of nothing yet.
  public init() {}

  /// The digest of `bytes`.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// Takes in further bytes.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Takes in further bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) { update(bytes.span) }

  /// Takes in further bytes.
  public mutating func update(_ bytes: borrowing Span<UInt8>) {
    total &+= UInt64(bytes.count)
    var next = 0
    if !partial.isEmpty {
      while next < bytes.count, partial.count < Self.blockCount {
        partial.append(bytes[next])
        next += 1
      }
      guard partial.count == Self.blockCount else { return }
      let block = partial
      compress(block.span, from: 0, through: Self.blockCount)
      partial.removeAll(keepingCapacity: true)
    }
    let whole = next + (bytes.count - next) / Self.blockCount * Self.blockCount
    compress(bytes, from: next, through: whole)
    for index in whole..<bytes.count { partial.append(bytes[index]) }
  }

  /// The digest of everything so far; the value itself can go on.
  public func finalize() -> [UInt8] {
    var last = self
    let bits = total &* 8
    last.partial.append(0x80)
    while last.partial.count % Self.blockCount != Self.blockCount - 8 { last.partial.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      last.partial.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    let padded = last.partial
    last.compress(padded.span, from: 0, through: padded.count)
    var digest: [UInt8] = []
    digest.reserveCapacity(Self.digestCount)
    let (a, b, c, d, e, f, g, h) = last.state
    for word in [a, b, c, d, e, f, g, h] {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    return digest
  }

  /// The first 8 bytes of the digest of `bytes`, most significant first; nothing is allocated.
  static func firstBytes(of bytes: borrowing Span<UInt8>) -> UInt64 {
    var hash = SHA256()
    let whole = bytes.count / blockCount * blockCount
    hash.compress(bytes, from: 0, through: whole)
    var last = InlineArray<128, UInt8>(repeating: 0)
    for index in whole..<bytes.count { last[index &- whole] = bytes[index] }
    let rest = bytes.count &- whole
    last[rest] = 0x80
    let padded = rest < blockCount - 8 ? blockCount : 2 * blockCount
    let bits = UInt64(bytes.count) &* 8
    for index in 0..<8 {
      last[padded &- 1 &- index] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))
    }
    hash.compress(last.span, from: 0, through: padded)
    return UInt64(hash.state.0) << 32 | UInt64(hash.state.1)
  }

  /// §6.2.2 over every whole block of `bytes[start..<end]`.
  private mutating func compress(_ bytes: borrowing Span<UInt8>, from start: Int, through end: Int) {
    precondition(start >= 0 && end <= bytes.count && (end - start).isMultiple(of: Self.blockCount))
    let words = bytes.bytes
    // Sixteen words of the schedule at a time: each is made anew just behind the round that took it.
    var schedule = InlineArray<16, UInt32>(repeating: 0)
    var block = start
    while block < end {
      for t in 0..<16 {
        // Within the block, which is within the span.
        let word = words.unsafeLoadUnaligned(fromUncheckedByteOffset: block &+ 4 &* t, as: UInt32.self)
        schedule[t] = UInt32(bigEndian: word)
      }
      var (a, b, c, d, e, f, g, h) = state
      var t = 0
      while true {
        // Eight rounds with the letters turned instead of the values moved.
        Self.round(a, b, c, &d, e, f, g, &h, Self.constants[t], schedule[0])
        Self.round(h, a, b, &c, d, e, f, &g, Self.constants[t &+ 1], schedule[1])
        Self.round(g, h, a, &b, c, d, e, &f, Self.constants[t &+ 2], schedule[2])
        Self.round(f, g, h, &a, b, c, d, &e, Self.constants[t &+ 3], schedule[3])
        Self.round(e, f, g, &h, a, b, c, &d, Self.constants[t &+ 4], schedule[4])
        Self.round(d, e, f, &g, h, a, b, &c, Self.constants[t &+ 5], schedule[5])
        Self.round(c, d, e, &f, g, h, a, &b, Self.constants[t &+ 6], schedule[6])
        Self.round(b, c, d, &e, f, g, h, &a, Self.constants[t &+ 7], schedule[7])
        Self.round(a, b, c, &d, e, f, g, &h, Self.constants[t &+ 8], schedule[8])
        Self.round(h, a, b, &c, d, e, f, &g, Self.constants[t &+ 9], schedule[9])
        Self.round(g, h, a, &b, c, d, e, &f, Self.constants[t &+ 10], schedule[10])
        Self.round(f, g, h, &a, b, c, d, &e, Self.constants[t &+ 11], schedule[11])
        Self.round(e, f, g, &h, a, b, c, &d, Self.constants[t &+ 12], schedule[12])
        Self.round(d, e, f, &g, h, a, b, &c, Self.constants[t &+ 13], schedule[13])
        Self.round(c, d, e, &f, g, h, a, &b, Self.constants[t &+ 14], schedule[14])
        Self.round(b, c, d, &e, f, g, h, &a, Self.constants[t &+ 15], schedule[15])
        t &+= 16
        if t == 64 { break }
        for t in 0..<16 {
          let w15 = schedule[(t &+ 1) & 15]
          let w2 = schedule[(t &+ 14) & 15]
          let s0 = Self.rotate(w15, 7) ^ Self.rotate(w15, 18) ^ (w15 &>> 3)
          let s1 = Self.rotate(w2, 17) ^ Self.rotate(w2, 19) ^ (w2 &>> 10)
          schedule[t] = schedule[t] &+ s0 &+ schedule[(t &+ 9) & 15] &+ s1
        }
      }
      state.0 &+= a
      state.1 &+= b
      state.2 &+= c
      state.3 &+= d
      state.4 &+= e
      state.5 &+= f
      state.6 &+= g
      state.7 &+= h
      block &+= Self.blockCount
    }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ constant: UInt32, _ word: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    // Rotations of rotations, and `b ^ c` which the round before has made already as its `a ^ b`.
    let t1 = h &+ constant &+ word &+ choice &+ rotate(rotate(rotate(e, 14) ^ e, 5) ^ e, 6)
    let majority = b ^ ((a ^ b) & (b ^ c))
    d = d &+ t1
    h = t1 &+ majority &+ rotate(rotate(rotate(a, 9) ^ a, 11) ^ a, 2)
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// §4.2.2: the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
