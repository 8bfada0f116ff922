internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A walk over real libnfc and a virtual PN532, with everything it leaves behind.
struct WalkBench {
  let folder: URL
  let field: VirtualField
  let reader: VirtualPN532
  var options = WalkOptions()
  var manifestOptions = ManifestOptions()
  var languageIsDefault = false

  init(_ scenario: Scenario) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "walk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    field = try VirtualField(scenario: scenario)
    reader = try VirtualPN532(field: field)
    try reader.start()
    options.pollInterval = .zero
  }

  /// A field into which only the test puts tags.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "walk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    field = VirtualField()
    reader = try VirtualPN532(field: field)
    try reader.start()
    options.pollInterval = .zero
  }

  func open() throws -> LibNFCReader {
    try LibNFCReader(connectionString: reader.connectionString, fieldPause: 0)
  }

  static func tag(_ chip: String, uid: String) throws -> any VirtualTag {
    var random = SeededRandom(seed: 1)
    return try #require(VirtualChips.make(chip, uid: Hex.decode(uid.utf8), randomUID: false, using: &random))
  }

  func logLines() throws -> [String] {
    try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  var manifestPath: String { folder.appending(path: "rows.csv").path }
  var logPath: String { folder.appending(path: "rows.log.jsonl").path }

  func write(manifest: String) throws { try Data(manifest.utf8).write(to: URL(filePath: manifestPath)) }

  func write(rows: Int) throws {
    try write(manifest: "id,url\n" + (1...rows).map { "A\($0),https://example.org/t/\($0)\n" }.joined())
  }

  func job() throws -> WriteJob {
    var settings = WriteJob.Settings(
      manifestPath: manifestPath, manifest: manifestOptions, logPath: logPath, walk: options, options: [:],
      tool: "tests")
    settings.languageIsDefault = languageIsDefault
    return try WriteJob(settings)
  }

  /// Runs a job with an operator who puts down these tags, one for each prompt, and takes each away when he is told.
  @discardableResult
  func run(
    presenting tags: [any VirtualTag], with device: LibNFCReader, control: WalkControl = WalkControl(),
    onEvent: @escaping (WalkEvent) -> Void = { _ in }
  ) throws -> (ending: Ending, events: [WalkEvent]) {
    var waiting = tags[...]
    var lying: Int?
    var events: [WalkEvent] = []
    func place() {
      guard lying == nil else { return }
      lying = waiting.popFirst().map { field.place($0) }
      if lying == nil { control.request(.stop(reason: "no more tags")) }
    }
    func take() {
      if let id = lying { field.remove(id) }
      lying = nil
    }
    let ending = try job().walk(with: device, control: control).run { event in
      events.append(event)
      onEvent(event)
      switch event {
      case .ready, .readyForAnyTag: place()
      case .done, .refused, .rejected: take()
      default: break
      }
    }
    take()
    return (ending, events)
  }

  /// Runs a whole job in this process; what happened, in order.
  @discardableResult
  func run(
    control: WalkControl = WalkControl(), onEvent: @escaping (WalkEvent) -> Void = { _ in }
  ) throws -> (ending: Ending, events: [WalkEvent]) {
    let device = try LibNFCReader(connectionString: reader.connectionString, fieldPause: 0)
    let walk = try job().walk(with: device, control: control)
    var events: [WalkEvent] = []
    let ending = walk.run { event in
      events.append(event)
      onEvent(event)
    }
    return (ending, events)
  }

  /// The messages on all tags that were ever there, by UID, as an independent little TLV walk sees them.
  func messages() -> [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    for record in field.records { found[Hex.encode(record.identifier)] = Self.message(in: record.memory) }
    return found
  }

  static func message(in memory: [UInt8]) -> [UInt8]? {
    guard memory.count >= 16, memory[12] == 0xE1 else { return nil }
    let end = min(memory.count, 16 + Int(memory[14]) * 8)
    var index = 16
    while index < end {
      let type = memory[index]
      if type == 0x00 { index += 1; continue }
      if type == 0xFE || index + 1 >= end { return nil }
      var length = Int(memory[index + 1])
      index += 2
      if length == 0xFF, index + 1 < end {
        length = Int(memory[index]) << 8 | Int(memory[index + 1])
        index += 2
      }
      guard index + length <= end else { return nil }
      if type == 0x03 { return Array(memory[index..<index + length]) }
      index += length
    }
    return nil
  }
}
