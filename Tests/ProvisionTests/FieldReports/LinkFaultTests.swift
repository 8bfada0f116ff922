internal import Foundation
internal import Testing

@testable internal import Provision

/// URLs as they stand in lists: what a phone could not open is refused before any tag, and what is taken is written as it is.
@Suite("A URL in a manifest") struct LinkFaultTests {
  private func issue(_ url: String, quoted: Bool = true) throws -> ManifestIssue? {
    let cell = quoted ? "\"\(url)\"" : url
    let issues = try ManifestFixture("id,url\nA0,https://e.com/0\nA1,\(cell)\nA2,https://e.com/2\n").issues()
    #expect(issues.count <= 1)
    return issues.first
  }

  /// swiftlang/swift-foundation#962: an empty text is a URL to some.
  @Test(arguments: [
    ("", URLFault.empty, 4), (" ", .whitespace(scalar: 0x20), 5), ("https://", .noHost, 13),
    ("https:", .noHost, 11),
    ("http:///a", .noHost, 12), ("x:", .empty, 7), ("\u{A0}", .whitespace(scalar: 0xA0), 5),
    ("\t", .whitespace(scalar: 9), 5),
  ])
  func nothingIsNoURL(url: String, fault: URLFault, column: Int) throws {
    let found = try #require(try issue(url, quoted: !url.isEmpty))
    #expect(found.kind == .url(fault))
    #expect((found.line, found.column) == (3, column))
  }

  static let spaces: [UInt32] =
    [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
    + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x200B, 0x2060, 0xFEFF]

  /// needo37/filabridge#8: cut off at the first space. Here every character that looks like one has its place named.
  @Test(arguments: spaces) func whiteSpaceIsNamedWithItsPlaceAndNeverTrimmed(scalar: UInt32) throws {
    let space = String(Character(try #require(Unicode.Scalar(scalar))))
    let within = try #require(try issue("https://e.com/spool\(space)1/a"))
    #expect(within.kind == .url(.whitespace(scalar: scalar)))
    let behind = try #require(try issue("https://e.com/a\(space)"))
    #expect(behind.kind == .url(.trailingWhitespace(scalar: scalar)))
    let before = try #require(try issue("\(space)https://e.com/a"))
    #expect(before.kind == .url(.whitespace(scalar: scalar)))
    #expect((within.line, within.column, behind.column, before.column) == (3, 24, 20, 5))
  }

  /// chariotsolutions/phonegap-nfc#48: a URI record without its prefix byte, and the first letter was lost or added.
  @Test(
    arguments: [
      ("custom://x", 0x00, "custom://x"), ("urn:x", 0x13, "x"), ("https://www.e.com", 0x02, "e.com"),
      ("http://www.e.com", 0x01, "e.com"), ("http://e.com", 0x03, "e.com"), ("https://e.com", 0x04, "e.com"),
      ("tel:+49", 0x05, "+49"), ("mailto:a@e.com", 0x06, "a@e.com"), ("HTTPS://e.com", 0x00, "HTTPS://e.com"),
      ("geo:1,2", 0x00, "geo:1,2"), ("https://e.com/é", 0x04, "e.com/é"),
    ] as [(String, UInt8, String)])
  func theTagHasThePrefixByteAndTheRest(url: String, prefix: UInt8, rest: String) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(manifest: "id;url\nA;\(url)\n")
    let run = try bench.present(WalkBench.tag("NTAG213", uid: "04A1B2C3D4E5F6"))
    let record = try #require(PlainRecord(run.messages[0]))
    #expect(record.type == "U")
    #expect(record.payload == [prefix] + Array(rest.utf8))
  }

  @Test(arguments: [
    "e.com", "www.e.com/a", "//e.com", "e.com:80", "www.e.com:8080/a?b", "/a", "1:2", "ht tp://e.com",
  ])
  func aMissingSchemeIsRefused(url: String) throws {
    let kind = try #require(try issue(url)).kind
    #expect([.url(.noScheme), .url(.whitespace(scalar: 0x20))].contains(kind), "\(kind)")
  }

  /// Schemes with a dot in them, and numbers behind a scheme.
  @Test(arguments: [
    "com.example.app:open", "com.example.app:/1", "com.example.app:12a", "tel:123", "sms:+49", "geo:1,2",
  ])
  func aSchemeThatIsOneIsTaken(url: String) throws {
    #expect(try issue(url) == nil)
  }
}

/// Published messages that are wrong, andijakl/ndef-nfc's test vectors among them: payload lengths that do not fit, and
/// codes that nobody gave away.
@Suite("A message whose lengths are wrong") struct WrongVectorTests {
  static let sound = NDEFVectorTests.messages.filter {
    $0.valid && NDEFVectorTests.refused[$0.id] == nil && NDEFVectorTests.joined[$0.id] == nil
  }

  /// Where the length bytes of each record of a sound message stand.
  private static func lengths(_ octets: [UInt8]) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index + 2 < octets.count {
      let head = octets[index]
      let isShort = head & 0x10 != 0
      let count = isShort ? 1 : 4
      guard index + 1 + count < octets.count else { break }
      places += [index + 1, index + 1 + count]
      let payload = octets[index + 2..<index + 2 + count].reduce(0) { $0 << 8 | Int($1) }
      let hasIdentifier = head & 0x08 != 0
      let identifier = hasIdentifier ? Int(octets[index + 2 + count]) : 0
      index += 2 + count + (hasIdentifier ? 1 : 0) + Int(octets[index + 1]) + identifier + payload
    }
    return places
  }

  /// A length that is one off, or far off, leads beyond the message or leaves bytes over: it is refused, or what is read is
  /// all there. Nothing is read beyond the end, which would trap.
  @Test(arguments: sound) func isRefusedOrReadWhole(_ vector: NDEFVector) throws {
    for place in Self.lengths(vector.octets) {
      for value in [0, 1, 0x7F, 0xFF, vector.octets[place] &+ 1, vector.octets[place] &- 1] {
        var octets = vector.octets
        guard octets[place] != value else { continue }
        octets[place] = value
        do throws(NDEFError) {
          let message = try NDEFMessage(decoding: octets)
          // It is another message then, made of these very bytes.
          let parts = message.records.flatMap { $0.type + $0.identifier + $0.payload }
          #expect(parts.count < octets.count)
          for record in message.records where record.typeNameFormat == .wellKnown {
            _ = try? URIRecord(decoding: record)
            _ = try? TextRecord(decoding: record)
            _ = try? SmartPosterRecord(decoding: record)
          }
        } catch {
          #expect((0...octets.count).contains(error.offset))
        }
      }
    }
  }

  /// One byte too many or too few of the last record's payload.
  @Test(arguments: sound.filter { !$0.octets.isEmpty }) func aMessageThatIsCutOrHasATailIsRefused(
    _ vector: NDEFVector
  ) {
    #expect(throws: NDEFError.self) { try NDEFMessage(decoding: Array(vector.octets.dropLast())) }
    #expect(throws: NDEFError.self) { try NDEFMessage(decoding: vector.octets + [0x00]) }
  }

  /// A length that counts the whole address although a code stands for its beginning, alone and with a record behind it.
  @Test(
    arguments: [
      ("http://", "example.org", 0x03), ("https://www.", "example.org", 0x02),
      ("mailto:", "a@example.org", 0x06),
    ]
      as [(String, String, UInt8)])
  func aLengthThatCountsWhatTheCodeStandsForIsRefused(prefix: String, rest: String, code: UInt8) throws {
    let claimed = UInt8(prefix.utf8.count + rest.utf8.count)
    let body = [claimed, 0x55, code] + Array(rest.utf8)
    #expect(throws: NDEFError.self) { try NDEFMessage(decoding: [0xD1, 0x01] + body) }
    #expect(throws: NDEFError.self) {
      try NDEFMessage(decoding: [0x91, 0x01] + body + [0x51, 0x01, 0x04, 0x54, 0x02, 0x65, 0x6E, 0x78])
    }
    // With an identifier whose length is not counted either.
    #expect(throws: NDEFError.self) {
      try NDEFMessage(decoding: [0xD9, 0x01, claimed, 0x55, 0x04] + body.dropFirst(2))
    }
    let right = [UInt8(1 + rest.utf8.count), 0x55, code] + Array(rest.utf8)
    let message = try NDEFMessage(decoding: [0xD1, 0x01] + right)
    #expect(try URIRecord(decoding: message.records[0]).uri == prefix + rest)
  }

  /// RTD URI 1.0 §3.2.2: codes from 24h on are reserved, and read as 00h.
  @Test(arguments: 0x24...0xFF as ClosedRange<UInt8>) func aReservedPrefixAddsNothing(code: UInt8) throws {
    let record = NDEFRecord(unchecked: .wellKnown, type: URIRecord.type, payload: [code] + Array("x:y".utf8))
    #expect(try URIRecord(decoding: record).uri == "x:y")
  }
}
