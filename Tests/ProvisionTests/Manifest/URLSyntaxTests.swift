import Testing

@testable import Provision

@Suite struct URLSyntaxTests {
  static let right = [
    "https://e.com", "http://e.com/", "https://e.com:8443/a?b=c#d", "https://[2001:db8::1]:80/", "custom://x",
    "tel:+4930123", "mailto:a@e.com?subject=x%20y", "urn:nfc:x", "HTTPS://E.COM", "https://user@e.com/",
    "https://e.com/ä", "geo:1,2", "https://e.com/a(b)*c;d=e!$&'+~",
  ]

  @Test(arguments: right)
  func rightURLsPass(text: String) {
    let bytes = Array(text.utf8)
    #expect(URLSyntax.judge(bytes, 0, bytes.count).fault == nil)
  }

  static let wrong: [(String, URLFault, Int)] = [
    ("", .empty, 0), (" ", .whitespace(scalar: 0x20), 0), ("https://", .noHost, 8), ("https:", .noHost, 6),
    ("https:/e.com", .noHost, 6), ("http://:80/", .noHost, 7), ("http://user@/", .noHost, 12),
    ("http:///a", .noHost, 7),
    ("https://e.com/spool 1/a", .whitespace(scalar: 0x20), 19),
    ("https://e.com/a ", .trailingWhitespace(scalar: 0x20), 15),
    ("https://e.com/a\u{A0}", .trailingWhitespace(scalar: 0xA0), 15),
    ("https://e.com/a\u{A0}b", .whitespace(scalar: 0xA0), 15),
    (" https://e.com", .whitespace(scalar: 0x20), 0),
    ("e.com", .noScheme, 0), ("//e.com/", .noScheme, 0), ("1a:b", .noScheme, 0), ("x:", .empty, 2),
    ("https://e.com/%2", .percent, 14), ("https://e.com/%zz", .percent, 14),
    ("https://e.com/100%", .percent, 17),
    ("https://e.com/a\u{7}", .control(scalar: 7), 15),
    ("https://e.com/a\u{202E}b", .control(scalar: 0x202E), 15),
    ("https://e.com/{id}", .character(scalar: 0x7B), 14), ("https://e.com/\"", .character(scalar: 0x22), 14),
    ("https://e.com/a#b#c", .character(scalar: 0x23), 17),
    ("https://e.com/a\\b", .character(scalar: 0x5C), 15),
    ("https://e.com:x/", .port, 13), ("https://e.com:99999/", .port, 13), ("https://[::1/", .noHost, 8),
    ("https://e.com/\u{FFFD}", .character(scalar: 0xFFFD), 14),
  ]

  @Test(arguments: wrong)
  func wrongURLsAreNamed(text: String, fault: URLFault, index: Int) {
    let bytes = Array(text.utf8)
    let judgement = URLSyntax.judge(bytes, 0, bytes.count)
    #expect(judgement.fault == fault)
    #expect(judgement.index == index)
  }

  @Test func bracketsOutsideAHostAreAWarning() {
    let bytes = Array("https://[::1]/a[0]".utf8)
    #expect(URLSyntax.judge(bytes, 0, bytes.count).bracket == 15)
  }
}
