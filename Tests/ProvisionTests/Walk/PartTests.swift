internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A run over a part of the manifest, or over one that was changed, says and does no more than that.
@Suite("A part of the manifest") struct PartTests {
  static let uids = ["04A1B2C3D4E580", "04112233445566", "040A0B0C0D0E0F", "0477AABBCCDDEE"]

  private func tag(_ index: Int) throws -> any VirtualTag {
    try WalkBench.tag("NTAG213", uid: Self.uids[index])
  }

  @Test func thatIsNotThereTouchesNothing() throws {
    var bench = try WalkBench()
    try bench.write(rows: 2)
    bench.options.scope = .only(["A1", "A9"])
    #expect(throws: WriteJobError.scope(.noSuchRow(id: "A9"))) { try bench.job() }
    #expect(!FileManager.default.fileExists(atPath: bench.logPath))
    bench.options.scope = .from("A2")
    bench.options.redo = ["A1"]
    #expect(throws: WriteJobError.scope(.noSuchRow(id: "A1"))) { try bench.job() }
  }

  /// Rows that left the manifest are done, but they are not its rows.
  @Test func rowsThatLeftDoNotCountForThoseThatCame() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(manifest: "id,url\nA,https://e.org/a\nB,https://e.org/b\n")
    #expect(try bench.run(presenting: [tag(0), tag(1)], with: device).ending == .complete)
    try bench.write(manifest: "id,url\nB,https://e.org/b\nC,https://e.org/c\n")
    #expect(try bench.run(presenting: [], with: device).ending == .stopped(reason: "no more tags"))
    #expect(try !bench.job().isComplete)
    let (ending, _) = try bench.run(presenting: [tag(2)], with: device)
    #expect(ending == .complete)
    #expect(try bench.job().isComplete)
  }

  /// A run that was stopped before it voided what it was to redo has voided nothing.
  @Test func aChangedRowIsToldAgainAfterAStopBeforeItsRedo() throws {
    var bench = try WalkBench()
    let device = try bench.open()
    try bench.write(manifest: "id,url\nA,https://e.org/a\nB,https://e.org/b\n")
    #expect(try bench.run(presenting: [tag(0), tag(1)], with: device).ending == .complete)
    let before = try bench.logLines()
    try bench.write(manifest: "id,url\nA,https://e.org/other\nB,https://e.org/b\n")
    bench.options.redo = ["A"]
    _ = try bench.run(presenting: [], with: device)
    let resume = try #require(try bench.logLines().dropFirst(before.count).first)
    try Data((before + [resume]).joined(separator: "\n").appending("\n").utf8).write(
      to: URL(filePath: bench.logPath))
    bench.options.redo = []
    #expect(throws: WriteJobError.self) { try bench.job() }
  }

  @Test func aTagBegunForARowOutsideIsTakenForTheRowInHand() throws {
    var bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 2)
    let control = WalkControl()
    let torn = try tag(0)
    let id = bench.field.place(
      torn, faults: [.leaves(exchange: 6, afterEffect: false, backAfterPolls: nil, replaced: nil)])
    // The walk holds the log.
    _ = try { () throws -> Ending in
      try bench.job().walk(with: device, control: control).run { event in
        if case .retrying = event { control.request(.stop(reason: "test")) }
      }
    }()
    bench.field.remove(id)
    bench.options.scope = .only(["A2"])
    let (ending, events) = try bench.run(presenting: [torn], with: device)
    #expect(ending == .complete, "\(events)")
    let history = try bench.job().history
    #expect(history.isDone("A2") && !history.isDone("A1"))
  }
}
