internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct FileDigestTests {
  /// Where the machine has libcrypto: CI's has.
  @Test(arguments: [[0], [1], [63, 1], [64], [55, 9, 1000], [100_000, 31]])
  func theMachinesDigestIsOurs(pieces: [Int]) throws {
    let bytes = (0..<pieces.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let system = try #require(SystemSHA256.start())
    var start = 0
    for count in pieces {
      system.update(bytes[start..<start + count])
      start += count
    }
    #expect(system.finalize() == SHA256.hash(bytes))
  }

  /// A large file is hashed beside the validation, by the machine's libcrypto where it has one, a small one by ours.
  @Test(arguments: [3, 60_000])
  func theDigestIsThatOfTheFile(rows: Int) throws {
    let text = "url\n" + (0..<rows).map { "https://example.org/\($0)\n" }.joined()
    let fixture = try ManifestFixture(text)
    let manifest = try Manifest(path: fixture.path, options: ManifestOptions(), digestIsWanted: true)
    let expected = Hex.encode(SHA256.hash(Array(text.utf8))).lowercased()
    #expect(try manifest.sha256() == expected)
    #expect(try Manifest(path: fixture.path).sha256() == expected)
    // A manifest with an error ends the thread.
    let broken = try ManifestFixture(text + "not a url\n")
    #expect(throws: ManifestError.self) {
      try Manifest(path: broken.path, options: ManifestOptions(), digestIsWanted: true)
    }
  }
}
