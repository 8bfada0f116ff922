import Testing

@testable import Provision

@Suite struct HostileManifestTests {
  static let seeds: [(ending: String, text: String)] = [
    (
      "csv",
      "id,url,text,lang,uid,lock\r\nA,https://e.com/1,\"x \"\"y\"\"\r\nz\",de,04A1B2C3,yes\r\nB,tel:1,é,,,\r\n"
    ),
    ("csv", "https://e.com/1\nhttps://e.com/2\n"),
    (
      "json",
      #"[{"id":1,"url":"https://e.com/1","text":"a\u00e9","lock":true},{"id":"2","text":"😳","x":null}]"#
    ),
    ("json", #"["https://e.com/1", "https://e.com/2"]"#),
    ("jsonl", "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\\n\"}\n"),
  ]

  static let inserted: [UInt8] = Array("\",;\t\r\n {}[]:\\\u{0}é%#/".utf8) + [0xFF, 0xC0, 0x80, 0xED]

  @Test(arguments: 0..<40)
  func whateverIsAcceptedCanBeReadAgain(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for (ending, text) in Self.seeds {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<max(1, bytes.count), using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.insert(Self.inserted.randomElement(using: &generator) ?? 0, at: index)
        case 1 where !bytes.isEmpty: bytes.remove(at: index)
        default: bytes.removeSubrange(min(index, bytes.count)..<min(index + 3, bytes.count))
        }
      }
      let fixture = try ManifestFixture(bytes, ending: ending)
      for template in [nil, "https://e.org/{id}/{text}"] {
        let manifest: Manifest
        do throws(ManifestError) {
          manifest = try fixture.open(ManifestOptions(urlTemplate: template))
        } catch {
          #expect(!error.issues.isEmpty)
          #expect(!error.issues.contains { $0.kind == .changed })
          continue
        }
        for index in 0..<manifest.count {
          let row = try manifest.row(at: index)
          let payload = try row.payload(for: nil)
          #expect(try manifest.index(ofID: row.id) == index)
          #expect(payload.octets.count == manifest.messageSize(at: index))
          #expect(payload.url?.utf8.contains(0) != true && payload.text?.utf8.contains(0) != true)
          #expect(try NDEFMessage(decoding: payload.octets).encoded() == payload.octets)
        }
      }
    }
  }
}
