internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// How much of each table is tried: a sample in the suite, everything where `PROVISION_FORCE=all` (`.ci/force`).
enum Force {
  static let isExhaustive = ProcessInfo.processInfo.environment["PROVISION_FORCE"] == "all"

  /// Which part of the long tables this process tries, counting from 0, and of how many: `PROVISION_FORCE_PART=2/4` is the
  /// second of four.
  static let part: (index: Int, of: Int) = {
    let text = ProcessInfo.processInfo.environment["PROVISION_FORCE_PART"] ?? "1/1"
    let numbers = text.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, numbers[1] > 0 else { return (0, 1) }
    return ((numbers[0] - 1) % numbers[1], numbers[1])
  }()

  /// The chips that the long tables are about, where not all: `PROVISION_FORCE_CHIPS=NTAG213|ST25TA512B`.
  static let chips = ProcessInfo.processInfo.environment["PROVISION_FORCE_CHIPS"].map {
    Set($0.split(separator: "|").map(String.init))
  }

  /// All of the range, or some of it with both ends.
  ///
  /// - Parameters:
  ///   - sample: how many the suite tries.
  ///   - most: how many are tried where everything is.
  static func positions(_ range: ClosedRange<Int>, sample: Int, most: Int = .max) -> [Int] {
    let count = isExhaustive ? most : sample
    guard range.count > count, count > 1 else { return Array(range) }
    return (0..<count).map { range.lowerBound + $0 * (range.count - 1) / (count - 1) }
  }

  /// Tells what was tried, for the report of an exhaustive run.
  static func count(_ what: String, _ number: Int) {
    if isExhaustive { print("force: \(number) \(what)") }
  }
}

extension WalkBench {
  /// A bench whose reader fails as the scenario says, and keeps its name when it is plugged in again.
  init(failing scenario: Scenario) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "walk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try self.init(
      folder: folder, field: VirtualField(scenario: scenario), faults: scenario.reader ?? [])
    options.readerTimeout = .milliseconds(700)
  }

  /// The same folder, tags and options with a reader that works.
  init(healing bench: WalkBench) throws {
    try self.init(folder: bench.folder, field: bench.field, faults: [])
    options = bench.options
    manifestOptions = bench.manifestOptions
  }

  private init(folder: URL, field: VirtualField, faults: [ReaderFault]) throws {
    self.folder = folder
    self.field = field
    let link = folder.appending(path: "reader-\(UUID().uuidString)").path
    reader = try VirtualPN532(field: field, link: link, faults: faults)
    try reader.start()
    options.pollInterval = .zero
  }

  /// How many rows the log calls done.
  func doneRows() throws -> Int {
    var count = 0
    guard FileManager.default.fileExists(atPath: logPath) else { return 0 }
    try JournalReader.forEach(path: logPath) { entry, _ in if case .tag = entry.event { count += 1 } }
    return count
  }

  func removeFolder() { try? FileManager.default.removeItem(at: folder) }
}
