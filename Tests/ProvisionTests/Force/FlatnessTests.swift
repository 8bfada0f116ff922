internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A long run keeps what the log says of each row and tag, and nothing else.
@Suite("A long run", .serialized) struct FlatnessTests {
  private struct Usage {
    /// Resident memory in KiB, and open descriptors.
    var memory: Int, descriptors: Int

    static func now() throws -> Usage {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      let memory = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      return Usage(
        memory: try #require(memory),
        descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
    }
  }

  /// Other tests run in the same process, so the suite's short run is about the end only.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"))
  func keepsMemoryAndDescriptorsFlat() throws {
    let count = Force.isExhaustive ? 10_000 : 40
    var scenario = Scenario(tags: [.init(chip: "NTAG213")], endless: true)
    scenario.remembered = 4
    let bench = try WalkBench(scenario)
    defer { bench.removeFolder() }
    try bench.write(rows: count)
    var early: Usage?
    var late: Usage?
    let (ending, _) = try run(bench) { done in
      if done == count / 10 { early = try? Usage.now() }
      if done == count { late = try? Usage.now() }
    }
    #expect(ending == .complete)
    guard Force.isExhaustive, let early, let late else { return }
    print("force: \(count / 10) tags \(early), \(count) tags \(late)")
    #expect(late.descriptors <= early.descriptors)
    // Half a KiB a tag for the history, and what the allocator holds back.
    #expect(late.memory - early.memory <= count / 2 + 8_192)
  }

  private func run(_ bench: WalkBench, onDone: @escaping (Int) -> Void) throws -> (Ending, Int) {
    var done = 0
    let ending = try bench.job().walk(with: bench.open(), control: WalkControl()).run { event in
      guard case .done = event else { return }
      done += 1
      onDone(done)
    }
    return (ending, done)
  }
}
