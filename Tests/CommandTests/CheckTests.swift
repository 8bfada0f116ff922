internal import Foundation
internal import Testing

/// `check`, as it is used before a shift.
@Suite struct CheckTests {
  private func check(
    _ content: String, named name: String = "m.csv", _ options: [String] = [], files: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files.merging([name: content], uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return try Tool.run(["check", name] + options, in: folder)
  }

  private func report(
    _ content: String, _ options: [String] = [], files: [String: String] = [:]
  ) throws -> [String: Any] {
    let outcome = try check(content, options + ["--format", "json"], files: files)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any], "\(outcome.errors)")
  }

  @Test func thePageIsShortLinesInColumns() throws {
    let long = String(repeating: "x", count: 130)
    let outcome = try check("id,url\nA1,https://e.org/1\nA2,https://e.org/\(long)\nA3,https://e.org/1\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(5)) == [
        "m.csv: 3 rows (csv, UTF-8)", "smallest message  12 bytes  row A1 (line 2)",
        "median            12 bytes", "largest           141 bytes  row A2 (line 3)",
        "chips, by the bytes of message that they take:",
      ])
    #expect(lines.contains("    137  1 row does not fit  NTAG213, NTAG213F"))
    #expect(lines.contains { $0.hasPrefix("    142+ all rows fit       ") && $0.contains("NTAG203") })
    #expect(lines.contains("1 row has a message that an earlier row has"))
    #expect(lines.contains("  row 3 (line 4) has the same message as row 1 (line 2)"))
    #expect(lines.suffix(3).first == "what phones do with the tags:")
    #expect(lines.allSatisfy { $0.count <= 110 && !$0.hasSuffix(" ") })
  }

  @Test func rowsThatDoNotFitTheChipAreNamedAndEndInTheirStatus() throws {
    let long = String(repeating: "x", count: 130)
    let outcome = try check("id,url\nA1,https://e.org/1\nA2,https://e.org/\(long)\n", ["--chip", "ntag213"])
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("  row A2 (line 3) needs 141 bytes, NTAG213 has 137\n"))
    #expect(try check("url\nhttps://e.org/1\n", ["--chip", "NTAG213"]).status == 0)
    let mistyped = try check("url\nhttps://e.org/1\n", ["--chip", "NTAG231"])
    #expect(mistyped.status == 64)
    #expect(mistyped.errors.contains("hint: did you mean NTAG213?"), "\(mistyped.errors)")
  }

  @Test func whatPhonesDoIsCountedByKind() throws {
    let phones = try #require(
      try report(
        "id,url,text\nA,https://e.org/a,\nB,tel:+491,\nC,,Hello\nD,HTTPS://e.org,\nE,custom:1,\n"
          + "F,https://maps.apple.com/?q=1,\nG,https://e.org/b,\n")["phones"] as? [String: [[String: Any]]])
    func seen(_ phone: String) -> [String] {
      (phones[phone] ?? []).map { group in
        let words = [group["action"], group["detail"]].compactMap { $0 as? String }
        return "\(words.joined(separator: ":")) \(group["rows"] ?? 0) \(group["first"] as? [String] ?? [])"
      }
    }
    #expect(
      seen("iphone") == [
        #"browser 2 ["A", "G"]"#, #"call 1 ["B"]"#, #"ignored:no-uri 1 ["C"]"#,
        #"ignored:upper-case scheme HTTPS 1 ["D"]"#, #"ignored:scheme custom 1 ["E"]"#, #"maps 1 ["F"]"#,
      ])
    #expect(
      seen("android") == [
        #"browser 4 ["A", "D", "F"]"#, #"app:tel 1 ["B"]"#, #"text 1 ["C"]"#,
        #"custom-scheme:custom 1 ["E"]"#,
      ])
  }

  @Test func manyHostsAreCountedToo() throws {
    let rows = (1...600).map { "https://h\($0).example.org/\n" }.joined() + "tel:+1\n"
    let phones = try #require(try report("url\n" + rows)["phones"] as? [String: [[String: Any]]])
    #expect(phones["iphone"]?.map { $0["rows"] as? Int } == [600, 1])
  }

  @Test func aSitesAssociationSaysWhatOpensItsApp() throws {
    let site =
      #"{"applinks":{"details":[{"appIDs":["T.org.e.app"],"components":[{"/":"/t/*"}]}]}}"#
    let manifest = "id,url\nA,https://e.org/t/1\nB,https://e.org/u/1\n"
    let outcome = try check(manifest, ["--aasa", "site.json"], files: ["site.json": site])
    #expect(outcome.output.contains("the app T.org.e.app, where it is installed; else the browser"))
    #expect(try check(manifest, ["--aasa", "none.json"]).status == 66)
    let broken = try check(manifest, ["--aasa", "site.json"], files: ["site.json": "{\n  x}"])
    #expect(broken.status == 65)
    #expect(broken.errors.contains("error: site.json:2:3: "), "\(broken.errors)")
    let empty = try check(manifest, ["--aasa", "site.json"], files: ["site.json": "{}"])
    #expect(empty.status == 65)
  }

  @Test func iPhonesDoNotReadClassic() throws {
    let outcome = try check("url\nhttps://e.org/1\n", ["--chip", "MIFARE Classic 1K"])
    #expect(outcome.output.contains("iPhones do not read MIFARE Classic"))
    let report = try report("url\nhttps://e.org/1\n", ["--chip", "MIFARE Classic 1K"])
    #expect(report["iphone_reads_chip"] as? Bool == false)
  }

  @Test(arguments: [
    (["--only", "C,A"], 2, "A"), (["--from", "B"], 2, "B"), (["--only", "B"], 1, "B"),
  ])
  func partsOfAManifestArePlanned(_ options: [String], _ rows: Int, _ largest: String) throws {
    let report = try report("id,url\nA,https://e.org/1\nB,https://e.org/2\nC,https://e.org/3\n", options)
    #expect(report["rows"] as? Int == rows)
    let bytes = try #require(report["bytes"] as? [String: Any])
    #expect((bytes["largest"] as? [String: Any])?["id"] as? String == largest)
  }

  @Test func aPartThatIsNotThereIsNamed() throws {
    for options in [["--only", "A,Z"], ["--from", "Z"]] {
      let outcome = try check("id,url\nA,https://e.org/1\n", options)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("there is no row Z"))
    }
  }

  @Test func theReportsFormIsNotTheManifests() throws {
    let lines = "{\"url\":\"https://e.org/1\"}\n"
    #expect(try check(lines, named: "m.data", ["--input-format", "jsonl"]).status == 0)
    let report = try report("url\nhttps://e.org/1\n", ["--input-format", "csv"])
    #expect(report["format"] as? String == "csv")
    #expect(report["valid"] as? Bool == true)
    #expect(report["v"] as? Int == 1)
  }

  @Test func faultsAreInTheReportToo() throws {
    let report = try report("id,url\nA,e.org\n,https://e.org\n")
    #expect(report["valid"] as? Bool == false)
    let errors = try #require(report["errors"] as? [[String: Any]])
    #expect(errors.map { $0["line"] as? Int } == [2, 3])
    #expect(errors.map { $0["column"] as? Int } == [3, 1])
  }
}
