internal import Foundation
internal import Provision
internal import Testing
internal import VirtualReader

/// The documentation's example is this very file, compiled and run.
@Suite struct LibraryExampleTests {
  @Test func theExampleWritesABatchAndTellsIt() throws {
    let bench = try WalkBench()
    try bench.write(rows: 2)
    let uids = ["04A1B2C3D4E580", "04112233445566"]
    var waiting = try uids.map { try WalkBench.tag("NTAG213", uid: $0) }[...]
    var lying: Int?
    var said: [String] = []
    let control = WalkControl()
    let station = BadgeStation { line in
      said.append(line)
      if line.hasSuffix("please"), lying == nil {
        lying = waiting.popFirst().map { bench.field.place($0) }
        if lying == nil { control.request(.stop(reason: "no more tags")) }
      } else if line.contains(" is on tag "), let id = lying {
        bench.field.remove(id)
        lying = nil
      }
    }
    let isDone = try station.run(
      manifest: bench.manifestPath, log: bench.logPath, reader: bench.open(), control: control)
    #expect(isDone)
    #expect(
      said == [
        "1/2: a tag for A1, please", "A1 is on tag 04A1B2C3D4E580", "2/2: a tag for A2, please",
        "A2 is on tag 04112233445566", "2 of 2 rows, 0 tags rejected",
        "04A1B2C3D4E580,A1,https://example.org/t/1", "04112233445566,A2,https://example.org/t/2",
      ])
  }

  @Test func theDocumentationShowsTheFileThatIsTested() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let example = try String(contentsOf: folder.appending(path: "LibraryExample.swift"), encoding: .utf8)
    let document = try String(
      contentsOf: folder.appending(path: "../../../docs/library.md").standardizedFileURL, encoding: .utf8)
    #expect(document.contains(example.replacing("internal import", with: "import")))
  }
}
