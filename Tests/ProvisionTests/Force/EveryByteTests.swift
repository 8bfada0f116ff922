internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// The log of a whole run, cut at each of its bytes, before the tags as they were when that byte was written, and as they
/// were when everything else was.
@Suite("A log that is cut at any byte", .serialized) struct EveryByteTests {
  typealias Setting = CrashBench.Setting

  static let settings = Setting.all([
    Setting(chip: "NTAG213"), Setting(chip: "NTAG213", shield: .protectAndLock),
    Setting(chip: "FeliCa Lite-S", shield: .lock),
  ]).filter { ["NTAG213", "MIFARE Classic 1K", "ST25TA02KB", "FeliCa Lite-S"].contains($0.chip) }

  /// What the log of a run is, and what lay in the field while its entries were written.
  private struct Recording {
    var log: Data
    /// The log's size before each entry, and the tags as they were then.
    var moments: [(size: Int, tags: [any VirtualTag])]
    var tags: [any VirtualTag]
  }

  private func record(_ crash: CrashBench) throws -> Recording {
    var moments: [(size: Int, tags: [any VirtualTag])] = [(0, [])]
    let path = crash.bench.logPath
    let remains = try crash.run(watchingCommits: { tags in
      moments.append(((try? Data(contentsOf: URL(filePath: path)).count) ?? 0, tags))
    })
    #expect(remains.ending == .complete)
    return Recording(
      log: try Data(contentsOf: URL(filePath: path)), moments: moments, tags: remains.tags)
  }

  /// Every byte where everything is tried; else some, the ends of lines and what stands beside them among them.
  private static func cuts(_ log: Data, moments: [Int]) -> [Int] {
    guard !Force.isExhaustive else { return Array(0..<log.count) }
    let ends = (moments + [log.count]).flatMap { [$0 - 1, $0, $0 + 1] }
    return Set(ends + stride(from: 0, to: log.count, by: 97)).filter { (0..<log.count).contains($0) }.sorted()
  }

  @Test(arguments: settings) func comesToTheSameEnd(setting: Setting) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let recording = try record(crash)
    let cuts = Self.cuts(recording.log, moments: recording.moments.map(\.size))
    for cut in cuts {
      crash.bench.field.forgetAbsent()
      try recording.log.prefix(cut).write(to: URL(filePath: crash.bench.logPath))
      let moment = try #require(recording.moments.last { $0.size <= cut })
      let newTagFirst = cut % 5 == 3
      try crash.resume(
        .init(ending: .incomplete, events: [], tags: moment.tags, calls: 0, commits: 0),
        newTagFirst: newTagFirst, context: "\(setting.testDescription), cut at \(cut) when it was written")
      try recording.log.prefix(cut).write(to: URL(filePath: crash.bench.logPath))
      let context = "\(setting.testDescription), cut at \(cut) afterwards"
      let after = try crash.resume(
        .init(ending: .incomplete, events: [], tags: recording.tags, calls: 0, commits: 0),
        newTagFirst: false, context: context)
      // Nothing is written anew: the memories stay as they were.
      for tag in recording.tags {
        let uid = Hex.encode(tag.activation.identifier)
        #expect(after[uid]?.memory == tag.memory, "\(context): \(uid) was written again")
      }
    }
    Force.count("cuts of a log, \(setting.testDescription)", cuts.count * 2)
  }
}
