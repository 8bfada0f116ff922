internal import Foundation
internal import Testing

@testable import provision_tags

/// What a manifest or a tag holds never reaches the terminal raw: judged by the bytes that the built program wrote.
@Suite(.serialized) struct HarmlessTextTests {
  private static let hostile = [
    "\u{1B}[2J\u{1B}]0;owned\u{07}", "\u{9B}31m", "\u{202E}gpj.exe", "\u{200B}\u{2060}\u{FEFF}",
    "\u{301}\u{301}lone",
    "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}", "a\rb\u{8}\u{7F}", "\u{E0041}\u{E007F}",
    "\u{2028}\u{2029}\u{85}", String(repeating: "long", count: 200), "\u{3164}\u{115F}\u{2066}",
  ]

  private func isHarmless(_ terminal: PseudoTerminal) -> Bool {
    let text = terminal.text
    let forbidden: Set<Unicode.Scalar> = [
      "\u{202E}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{2066}", "\u{3164}", "\u{115F}", "\u{2028}",
      "\u{E0041}",
    ]
    return Display(terminal.bytes).faults.isEmpty && !text.unicodeScalars.contains { forbidden.contains($0) }
      && !text.contains("owned\u{07}")
  }

  private func manifest() throws -> String {
    let rows = Self.hostile.enumerated().map { index, text in
      ["id": "H\(index)\(index % 2 == 0 ? text : "")", "text": text]
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
  }

  @Test(
    arguments: [
      ([], [:]), (["--screen", "plain"], [:]), ([], ["LC_ALL": "C"]), ([], ["TERM": "dumb"]),
      (["--locale", "ja"], [:]),
    ] as [([String], [String: String])])
  func aManifestCannotSpeakToTheTerminal(_ options: [String], _ environment: [String: String]) throws {
    let bench = try Bench()
    defer { bench.remove() }
    try bench.put("h.json", manifest())
    let terminal = try bench.write(
      options, manifest: "h.json", scenario: #"{"tags":[{"chip":"NTAG216","count":2}]}"#,
      environment: environment)
    // Whether it is walked or refused with a list of what is wrong, everything is shown.
    _ = terminal.wait { $0.text.contains("H2") || $0.text.contains("error") }
    terminal.signal(15)
    #expect(terminal.end() != nil)
    #expect(isHarmless(terminal), "\(Display(terminal.bytes).faults)")
  }

  @Test func aTagCannotSpeakToTheTerminal() throws {
    let bench = try Bench()
    defer { bench.remove() }
    // A text record (NFC Forum RTD Text 1.0) with an escape sequence and a bidirectional override in it.
    let text = Array("\u{1B}]0;owned\u{07}\u{202E}x".utf8)
    let payload = [0x02, 0x65, 0x6E] + text.map(Int.init)
    let octets = [0xD1, 0x01, payload.count, 0x54] + payload
    let hex = octets.map { String(format: "%02X", $0) }.joined()
    let terminal = try bench.write(
      scenario: "{\"tags\":[{\"chip\":\"NTAG213\",\"ndef\":\"\(hex)\",\"stays\":true}]}")
    #expect(terminal.wait(for: "holds another message"))
    terminal.type("q")
    #expect(terminal.end() == 75)
    #expect(isHarmless(terminal))
    #expect(terminal.text.contains("␛]0;owned␇<U+202E>x"))
  }

  @Test func withoutUTF8EverythingIsASCII() throws {
    let bench = try Bench(rows: 1)
    defer { bench.remove() }
    try bench.put("j.csv", "id,text\n春,漢字 – ü\n")
    let terminal = try bench.write(manifest: "j.csv", scenario: nil, environment: ["LC_ALL": "C"])
    #expect(terminal.end() == 0)
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    #expect(terminal.text.contains("<U+6625>"))
    // The tag and the log have what the manifest says.
    #expect(try bench.log("j.log.jsonl").contains { $0["text"] as? String == "漢字 – ü" })
  }
}
