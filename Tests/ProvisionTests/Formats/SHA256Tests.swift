internal import Provision
internal import Testing

@Suite struct SHA256Tests {
  /// FIPS 180-4's own examples (NIST, "SHA256.pdf" and "SHA2_Additional.pdf"), and the empty message.
  static let vectors: [(message: [UInt8], digest: String)] = [
    ([], "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"),
    (Array("abc".utf8), "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248D6A61D20638B8E5C026930C3E6039A33CE45964FF2167F6ECEDD419DB06C1"
    ),
    ([0xBD], "68325720AABD7C82F30F554B313D0570C95ACCBB7DC4B5AAE11204C08FFE732B"),
    ([0xC9, 0x8C, 0x8E, 0x55], "7ABC22C0AE5AF26CE93DBB94433A0E0B2E119D014F8E7F65BD56C61CCCCD9504"),
    (
      [UInt8](repeating: 0, count: 55),
      "02779466CDEC163811D078815C633F21901413081449002F24AA3E80F0B88EF7"
    ),
    (
      [UInt8](repeating: 0, count: 64),
      "F5A5FD42D16A20302798EF6ED309979B43003D2320D9F0E8EA9831A92759FB4B"
    ),
    (
      [UInt8](repeating: 0x41, count: 1000),
      "C2E686823489CED2017F6059B8B239318B6364F6DCD835D0A519105A1EADD6E4"
    ),
  ]

  @Test(arguments: vectors)
  func theExamplesOfTheStandardHold(message: [UInt8], digest: String) {
    #expect(Hex.encode(SHA256.hash(message)) == digest)
  }

  @Test(arguments: [1, 3, 55, 63, 64, 65, 127, 128, 129])
  func piecesOfAnySizeGiveTheSameDigest(size: Int) {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: size) {
      hash.update(message[start..<min(start + size, message.count)])
    }
    #expect(hash.finalize() == SHA256.hash(message))
    #expect(hash.finalize() == SHA256.hash(message), "finalize does not change the value")
  }

  /// RFC 4231, sections 4.2 to 4.8 (the truncated case 5 left out).
  static let codes: [(key: [UInt8], message: [UInt8], code: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "B0344C61D8DB38535CA8AFCEAF0BF12B881DC200C9833DA726E9376C2E32CFF7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773EA91E36800E46854DB8EBD09181A72959098B3EF8C122D9635514CED565FE"
    ),
    (
      Array(1...25), [UInt8](repeating: 0xCD, count: 50),
      "82558A389A443C0EA4CC819899F2083A85F0FAA3E578F8077A2E3FF46729665B"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60E431591EE0B67F0D8A26AACBF5B77F8E0BC6213728C5140546040F0EE37F54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. The key needs to "
          + "be hashed before being used by the HMAC algorithm.").utf8),
      "9B09FFA71B942FCB27635FBCD5B0E944BFDC63644F0713938A7F51535C3A35E2"
    ),
  ]

  @Test(arguments: codes)
  func theExamplesOfRFC4231Hold(key: [UInt8], message: [UInt8], code: String) {
    #expect(Hex.encode(HMACSHA256.code(message, key: key)) == code)
  }
}
