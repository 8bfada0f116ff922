internal import Foundation
internal import Testing

@testable internal import Provision

/// URLs are judged eight bytes at a time; where in such a group a byte stands makes no difference.
@Suite struct URLScanTests {
  private static let allowed = Set(
    "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~".utf8)

  @Test(arguments: ["https://e.org/", "tel:", "http://example.org:80/"])
  func everyByteIsJudgedAlikeAtEveryPlace(beginning: String) {
    for count in 1...17 {
      for place in 0..<count {
        for byte in UInt8(0x20)...0x7E where byte != 0x25 {
          var tail = [UInt8](repeating: 0x61, count: count)
          tail[place] = byte
          let bytes = Array(beginning.utf8) + tail
          let found = URLSyntax.judge(bytes, 0, bytes.count)
          if Self.allowed.contains(byte) {
            if found.fault != nil { Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
          } else if found.fault == nil || found.index != beginning.utf8.count + place {
            Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(found)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("https://example.org/a/b", "https://example.org"), ("https://example.org", "https://example.org"),
    ("https://a.io?x", "https://a.io"), ("http://a#x", "http://a"),
    ("https://u@h:8080/x", "https://u@h:8080"),
    ("https://[::1]:80/x", "https://[::1]:80"), ("HTTPS://E.ORG/x", "HTTPS://E.ORG"), ("tel:+4930", "tel:"),
    ("https://exämple.org/x", "https://exämple.org"), ("urn:nfc:x", "urn:"), ("ftp://h/", "ftp://h"),
    ("https://under_score.org/", "https://under_score.org"),
  ])
  func aURLBeginsWithItsOrigin(url: String, origin: String) {
    let bytes = Array("x\(url)".utf8)
    let found = URLSyntax.judge(bytes, 1, bytes.count)
    #expect(found.fault == nil)
    #expect(String(decoding: bytes[1..<max(1, found.originEnd)], as: UTF8.self) == origin)
  }

  /// The size of a message is that of the message that is made, whichever prefix its URL begins with.
  @Test func everyPrefixIsCountedAsItIsWritten() throws {
    let urls = URIRecord.prefixes.filter { !$0.isEmpty }.flatMap { [$0 + "x.example/1", $0 + "y"] }
    let fixture = try ManifestFixture("url\n" + urls.map { $0 + "\n" }.joined())
    let manifest = try Manifest(path: fixture.path)
    #expect(manifest.count == urls.count)
    for index in 0..<manifest.count {
      let payload = try manifest.row(at: index).payload(for: nil)
      #expect(payload.octets.count == manifest.messageSize(at: index), "\(urls[index])")
    }
  }
}
