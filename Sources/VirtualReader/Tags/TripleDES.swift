/// DES and two-key Triple DES in CBC mode (FIPS 46-3, NIST SP 800-67), for Ultralight C's authentication only.
enum TripleDES {
  private static let initial: [Int] = [
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48,
    40,
    32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5,
    63,
    55, 47, 39, 31, 23, 15, 7,
  ]
  private static let final: [Int] = [
    40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45,
    13,
    53, 21, 61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18, 58,
    26,
    33, 1, 41, 9, 49, 17, 57, 25,
  ]
  private static let expansion: [Int] = [
    32, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 8, 9, 10, 11, 12, 13, 12, 13, 14, 15, 16, 17, 16, 17, 18, 19, 20, 21,
    20,
    21, 22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1,
  ]
  private static let permutation: [Int] = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6,
    22,
    11, 4, 25,
  ]
  private static let choice1: [Int] = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44,
    36, 63,
    55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
  ]
  private static let choice2: [Int] = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37,
    47, 55,
    30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
  ]
  private static let shifts: [Int] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
  /// The eight S-boxes, a hexadecimal digit an entry, row by row.
  private static let boxes: [[UInt8]] = [
    "E4D12FB83A6C59070F74E2D1A6CB953841E8D62BFC973A50FC8249175B3EA06D",
    "F18E6B34972DC05A3D47F28EC01A69B50E7BA4D158C6932FD8A13F42B67C05E9",
    "A09E63F51DC7B428D709346A285ECBF1D6498F30B12C5AE71AD069874FE3B52C",
    "7DE3069A1285BC4FD8B56F03472C1AE9A690CB7DF13E52843F06A1D8945BC72E",
    "2C417AB6853FD0E9EB2C47D150FA3986421BAD78F9C5630EB8C71E2D6F09A453",
    "C1AF92680D34E75BAF427C9561DE0B389EF528C3704A1DB6432C95FABE17608D",
    "4B2EF08D3C975A61D0B7491AE35C2F8614BDC37EAF6805926BD814A7950FE23C",
    "D2846FB1A93E50C71FD8A374C56B0E927B419CE206ADF35821E74A8DFC90356B",
  ].map { text in text.compactMap { $0.hexDigitValue.map(UInt8.init) } }

  private static func permuted(_ value: UInt64, _ table: [Int], width: Int) -> UInt64 {
    table.reduce(0) { $0 << 1 | value >> UInt64(width - $1) & 1 }
  }

  private static func roundKeys(_ key: UInt64) -> [UInt64] {
    var halves = permuted(key, choice1, width: 64)
    return shifts.map { shift in
      let mask: UInt64 = 0xFFF_FFFF
      var left = halves >> 28 & mask
      var right = halves & mask
      left = (left << UInt64(shift) | left >> UInt64(28 - shift)) & mask
      right = (right << UInt64(shift) | right >> UInt64(28 - shift)) & mask
      halves = left << 28 | right
      return permuted(halves, choice2, width: 56)
    }
  }

  private static func block(_ value: UInt64, keys: [UInt64]) -> UInt64 {
    let start = permuted(value, initial, width: 64)
    var left = start >> 32
    var right = start & 0xFFFF_FFFF
    for key in keys {
      let mixed = permuted(right, expansion, width: 32) ^ key
      var substituted: UInt64 = 0
      for box in 0..<8 {
        let six = Int(mixed >> UInt64(42 - 6 * box) & 0x3F)
        let row = six >> 4 & 2 | six & 1
        substituted = substituted << 4 | UInt64(boxes[box][row * 16 + (six >> 1 & 0x0F)])
      }
      (left, right) = (right, left ^ permuted(substituted, permutation, width: 32))
    }
    return permuted(right << 32 | left, final, width: 64)
  }

  /// One block with a 16-byte key: encrypt, decrypt, encrypt, or the other way round.
  private static func block(_ value: UInt64, key: [UInt8], encrypting: Bool) -> UInt64 {
    let first = roundKeys(word(key[0..<8]))
    let second = roundKeys(word(key[8..<16]))
    let outer = encrypting ? first : first.reversed()
    let inner = encrypting ? second.reversed() : second
    return block(block(block(value, keys: outer), keys: inner), keys: outer)
  }

  private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
  }

  /// CBC over whole blocks; a key of 16 bytes.
  static func crypt(_ data: [UInt8], key: [UInt8], vector: [UInt8], encrypting: Bool) -> [UInt8] {
    guard key.count == 16, vector.count == 8, data.count.isMultiple(of: 8) else { return [] }
    var chain = word(vector)
    var result: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: 8) {
      let value = word(data[start..<start + 8])
      if encrypting {
        chain = block(value ^ chain, key: key, encrypting: true)
        result += bytes(chain)
      } else {
        result += bytes(block(value, key: key, encrypting: false) ^ chain)
        chain = value
      }
    }
    return result
  }
}
