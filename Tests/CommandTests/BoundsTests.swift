internal import Foundation
internal import Glibc
internal import Testing

/// What a manifest may not make the program do, however large it is: each is refused by name, within 150 MB of addresses.
@Suite("Manifests beyond all bounds") struct BoundsTests {
  /// A file's beginning, what follows so many times, and its end; `hole` bytes of nothing at last.
  struct Giant: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ending: String
    var start = ""
    var part: @Sendable (Int) -> String = { _ in "" }
    var times = 0
    var end = ""
    var hole: off_t = 0
    var refusal: String
  }

  static let row = "a row of more than 1048576 bytes"
  static let giants: [Giant] = [
    Giant(
      testDescription: "10 GB", ending: "csv", start: "url\nhttps://e.com\n", hole: 10_000_000_000,
      refusal: "10000000018 bytes"),
    Giant(
      testDescription: "a cell of 100 MB in CSV", ending: "csv", start: "id,text\nA,\"", part: { _ in mebi },
      times: 100, end: "\"\n", refusal: row),
    Giant(
      testDescription: "a cell of 100 MB in JSON", ending: "json", start: "[{\"text\":\"",
      part: { _ in mebi },
      times: 100, end: "\"}]", refusal: row),
    Giant(
      testDescription: "a cell of 100 MB in JSON Lines", ending: "jsonl", start: "{\"text\":\"",
      part: { _ in mebi },
      times: 100, end: "\"}\n", refusal: row),
    Giant(
      testDescription: "a row of 3 GB of nothing", ending: "csv", start: "id,text\nA,", hole: 3_000_000_000,
      refusal: row),
    Giant(
      testDescription: "a cell larger than any tag", ending: "csv", start: "id,text\nA,", part: { _ in "x" },
      times: 70_000, end: "\n", refusal: "a cell of more than 65536 bytes"),
    Giant(
      testDescription: "a million columns in CSV", ending: "csv", start: "url", part: { ",c\($0)" },
      times: 1_000_000, end: "\nhttps://e.com\n", refusal: row),
    Giant(
      testDescription: "two thousand columns", ending: "csv", start: "url", part: { ",c\($0)" }, times: 2_000,
      end: "\nhttps://e.com\n", refusal: "more than 1000 columns"),
    Giant(
      testDescription: "a million keys in JSON", ending: "json", start: "[{\"url\":\"https://e.com\"",
      part: { ",\"c\($0)\":1" }, times: 1_000_000, end: "}]", refusal: row),
    Giant(
      testDescription: "arrays within arrays", ending: "json", part: { _ in "[" }, times: 1_000_000,
      refusal: "nested too deep"),
    Giant(
      testDescription: "objects within objects", ending: "jsonl", part: { _ in "{\"id\":" }, times: 100_000,
      end: "\n", refusal: "nested too deep"),
  ]
  static let mebi = String(repeating: "x", count: 1 << 20)

  @Test(arguments: giants)
  func areRefusedByNameInLittleMemory(_ giant: Giant) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "giant.\(giant.ending)")
    var text = Data(giant.start.utf8)
    for index in 0..<giant.times { text.append(contentsOf: giant.part(index).utf8) }
    text.append(contentsOf: giant.end.utf8)
    try text.write(to: file)
    if giant.hole > 0 {
      let size = off_t(text.count) + giant.hole
      try #require(truncate(file.path, size) == 0)
    }
    let run = try Tool.run(["check", file.path], in: folder, kibibytes: 150_000)
    #expect(run.status == 65)
    #expect(run.errors.contains(giant.refusal), "\(run.errors.prefix(500))")
    #expect(run.errors.utf8.count < 20_000)
  }
}
