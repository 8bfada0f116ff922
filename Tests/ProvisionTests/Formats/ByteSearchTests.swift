internal import Testing

@testable internal import Provision

/// What looks at eight bytes at a time finds what a look at each byte finds.
@Suite struct ByteSearchTests {
  @Test func eightDigitsAreWhatTheyAreOneByOne() {
    for place in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        var digits = Array("09afAF5c".utf8)
        digits[place] = byte
        let word = digits.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let found = Hex.bytes(ofEight: word).map { four in
          (0..<4).map { UInt8(truncatingIfNeeded: four >> UInt32(8 * $0)) }
        }
        #expect(found == Hex.decode(digits), "\(digits)")
      }
    }
  }

  @Test(arguments: 0...20)
  func bytesAreHeldWhereTheyStand(count: Int) {
    let whole = (0..<40).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for start in 0...40 {
      let isInside = start + count <= 40
      let wanted = isInside ? Array(whole[start..<start + count]) : [UInt8](repeating: 1, count: count)
      #expect(whole.holds(wanted, at: start) == isInside)
      for place in 0..<count where isInside {
        var other = wanted
        other[place] ^= 0x80
        #expect(!whole.holds(other, at: start))
      }
    }
    #expect(!whole.holds([1], at: -1))
    #expect(!whole.holds([], at: 41))
  }

  @Test func aByteIsFoundWithinItsBoundsOnly() {
    let bytes = Array("abcabc".utf8)
    #expect(bytes.firstIndex(of: 0x62, from: 0, to: 6) == 1)
    #expect(bytes.firstIndex(of: 0x62, from: 2, to: 6) == 4)
    #expect(bytes.firstIndex(of: 0x62, from: 2, to: 4) == nil)
    #expect(bytes.firstIndex(of: 0x62, from: 6, to: 6) == nil)
    #expect([UInt8]().firstIndex(of: 0x62, from: 0, to: 0) == nil)
  }
}
