internal import Foundation
internal import Testing

@testable import provision_tags

/// Options that a station's file gives.
@Suite struct StationFileTests {
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try Tool.folder()
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return folder
  }

  private func options(of log: URL) throws -> [String: String] {
    let text = try String(contentsOf: log, encoding: .utf8)
    let first = try #require(text.split(separator: "\n").first)
    let line = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    return try #require(line["options"] as? [String: String])
  }

  static let manifest = "id,url\nA,https://e.org/1\n"

  @Test func theCommandLineComesBeforeTheNamedFileBeforeTheOneBesideTheManifest() throws {
    let folder = try folder([
      "m.csv": Self.manifest,
      "station.json": #"{"retries": 7, "overwrite": false, "quiet": true}"#,
      "provision-tags.json": #"{"retries": 9, "reader": "simulated", "overwrite": true, "chip": "NTAG213"}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--config", "station.json", "--chip=ntag213"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("options from station.json: retries, quiet\n"))
    #expect(outcome.errors.contains("options from provision-tags.json: reader\n"))
    let options = try options(of: folder.appending(path: "m.log.jsonl"))
    #expect(
      options == [
        "retries": "7", "quiet": "true", "reader": "simulated", "chip": "ntag213", "lang": "en",
      ])
  }

  @Test func aRunIsResumedWithoutTheFile() throws {
    let folder = try folder([
      "m.csv": "id,name\nA,x\nB,y\n",
      "provision-tags.json": #"{"reader":"simulated","url":"https://e.org/{id}"}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Tool.run(["write", "m.csv", "--only", "A"], in: folder).status == 0)
    try FileManager.default.removeItem(at: folder.appending(path: "provision-tags.json"))
    let outcome = try Tool.run(["resume", "m.log.jsonl"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("all rows are done") || outcome.output.contains("done"))
  }

  @Test func theFileBesideTheManifestIsFoundFromAnywhere() throws {
    let folder = try folder([
      "m.csv": "id,code\nA,1\n", "provision-tags.json": #"{"url":"https://e.org/{code}","format":"csv"}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["check", folder.appending(path: "m.csv").path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(": 1 row (csv, UTF-8)"))
  }

  @Test(arguments: [
    (#"{"retrys": 3}"#, 64, ["s.json:1:2: there is no option retrys", "did you mean retries?"]),
    ("{\n \"only\": \"A\"}", 64, ["s.json:2:2: only belongs on the command line"]),
    (#"{"yes": true}"#, 64, ["yes belongs on the command line"]),
    (#"{"lock": "yes"}"#, 64, [#"lock: "yes" is not one of: true, false"#]),
    (#"{"retries": 500}"#, 64, ["retries: 500 is no whole number from 1 to 100"]),
    (#"{"reader": null}"#, 64, ["reader: null is not one of: CONNSTRING"]),
    (#"{"screen": "big"}"#, 64, ["screen: big is not one of: auto, full, plain"]),
    (#"{"reader": "a", "reader": "b"}"#, 64, ["duplicate key reader"]),
    (#"{"secret": "x", "lokc": true}"#, 64, ["there is no option secret", "there is no option lokc"]),
    ("[]", 64, ["s.json:1:1: not the JSON that is needed: object expected, array found"]),
    ("", 64, ["unexpected end"]),
  ])
  func everythingWrongInTheFileIsNamed(_ text: String, _ status: Int32, _ errors: [String]) throws {
    let folder = try folder(["m.csv": Self.manifest, "s.json": text])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--config=s.json", "--reader=simulated"], in: folder)
    #expect(outcome.status == status)
    for error in errors { #expect(outcome.errors.contains(error), "\(outcome.errors)") }
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "m.log.jsonl").path))
  }

  @Test func aFileThatIsNotThereIsAnErrorWhereItWasNamed() throws {
    let folder = try folder(["m.csv": Self.manifest])
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["check", "m.csv", "--config", "none.json"], in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("none.json"))
  }

  @Test func theFileTakesEveryOptionOfWriteThatIsNotOneRuns() {
    let names = Set(StationFile.options.map(\.name))
    #expect(names.isSuperset(of: [.reader, .url, .lock, .chip, .retries, .locale, .screen]))
    #expect(names.isDisjoint(with: [.yes, .only, .from, .redo, .log, .config, .help]))
  }
}
