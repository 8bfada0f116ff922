internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A run that may die at any moment, and what must be true of its tags and its log then and after it was resumed.
struct CrashBench {
  var bench: WalkBench
  let device: LibNFCReader
  let chip: String
  let rows: Int
  let tags: [any VirtualTag]
  let wanted: [[UInt8]]

  init(chip: String, rows: Int = 2, lock: Bool = false, textLength: Int = 0) throws {
    bench = try WalkBench()
    bench.options.lock = lock
    bench.options.readerTimeout = .zero
    let text = String(repeating: "x", count: textLength)
    try bench.write(
      manifest: "id,url,text\n" + (1...rows).map { "A\($0),https://example.org/t/\($0),\(text)\n" }.joined())
    device = try bench.open()
    self.chip = chip
    self.rows = rows
    tags = try (1...rows).map { try Self.tag(chip, seed: UInt64($0)) }
    let manifest = try Manifest(path: bench.manifestPath, options: bench.manifestOptions)
    wanted = try (0..<manifest.count).map { try manifest.row(at: $0).payload(for: nil).octets }
  }

  static func tag(_ chip: String, seed: UInt64) throws -> any VirtualTag {
    var random = SeededRandom(seed: seed)
    return try #require(VirtualChips.make(chip, uid: nil, randomUID: false, using: &random))
  }

  /// What a run left, or a part of one.
  struct Remains {
    var ending: Ending
    var events: [WalkEvent]
    /// The tags that were presented, as they are now.
    var tags: [any VirtualTag]
    var calls: Int
    var commits: Int
  }

  /// A run from the beginning, on new tags and a new log, until something kills it.
  func run(
    dyingAt call: WatchedReader.Death? = nil, orAtCommit commit: (commit: Int, afterEffect: Bool)? = nil,
    watch: (WatchedReader) -> Void = { _ in }
  ) throws -> Remains {
    try? FileManager.default.removeItem(atPath: bench.logPath)
    let mortality = Mortality()
    let reader = WatchedReader(device, mortality: mortality)
    reader.death = call
    let manifest = try Manifest(path: bench.manifestPath, options: bench.manifestOptions)
    let run = JournalEntry.Run(
      run: "force", tool: "tests", manifestPath: bench.manifestPath, manifestSHA256: try manifest.sha256(),
      manifestRows: manifest.count, options: [:], host: "", reader: reader.connectionString)
    let file = try FileJournal.create(path: bench.logPath, run: run, at: 0)
    let journal = MortalJournal(file, mortality: mortality)
    journal.death = commit
    let control = WalkControl()
    let walk = try Walk(
      rows: manifest, journal: journal, reader: reader, options: bench.options, control: control)
    watch(reader)
    let first = bench.field.records.count
    var waiting = tags[...]
    var lying: Int?
    var events: [WalkEvent] = []
    reader.afterCall = {
      // At every moment, as if the power went now: nothing readable, or the whole message of a row.
      for record in bench.field.tags { expectSound(record.tag, "\(chip), call \(reader.calls)") }
    }
    let ending = walk.run { event in
      events.append(event)
      switch event {
      case .ready:
        guard lying == nil else { break }
        lying = waiting.popFirst().map { bench.field.place($0) }
        if lying == nil { control.request(.stop(reason: "no more tags")) }
      case .done, .rejected, .refused:
        if let id = lying { bench.field.remove(id) }
        lying = nil
      default: break
      }
    }
    reader.afterCall = {}
    if let lying { bench.field.remove(lying) }
    return Remains(
      ending: ending, events: events, tags: bench.field.records.dropFirst(first).map(\.tag),
      calls: reader.calls, commits: journal.commits)
  }

  /// Another process with the same tags, some of them first. What comes of it must be as if nothing had happened.
  func resume(_ remains: Remains, newTagFirst: Bool, context: String) throws {
    let unused = tags.dropFirst(remains.tags.count)
    var presented = remains.tags + unused
    if newTagFirst { presented.insert(try Self.tag(chip, seed: 99), at: 0) }
    let first = bench.field.records.count
    if try !bench.job().isComplete {
      let (ending, events) = try bench.run(presenting: presented, with: device)
      #expect(ending == .complete, "\(context): \(events.suffix(4))")
    }
    var now: [String: any VirtualTag] = [:]
    for tag in remains.tags + bench.field.records.dropFirst(first).map(\.tag) {
      now[Hex.encode(tag.activation.identifier)] = tag
    }
    try expectEveryRowHasItsTag(now, context: context)
  }

  func expectSound(_ tag: any VirtualTag, _ context: String) {
    guard let message = IndependentReader.message(on: tag), !message.isEmpty, message != [0xD0, 0, 0] else {
      return
    }
    #expect(wanted.contains(message), "\(context): it reads as \(Hex.encode(message))")
  }

  private func expectEveryRowHasItsTag(_ tags: [String: any VirtualTag], context: String) throws {
    var holders: [String: String] = [:]
    let summary = try JournalReader.forEach(path: bench.logPath) { entry, _ in
      guard case .tag(let done) = entry.event else { return }
      let uid = done.uid.description
      #expect(holders.updateValue(uid, forKey: done.id) == nil, "\(context): row \(done.id) twice")
      guard let tag = tags[uid] else { Issue.record("\(context): tag \(uid) is unknown"); return }
      #expect(IndependentReader.message(on: tag) == done.ndef, "\(context): \(uid)")
      #expect(done.ndef == wanted[done.row - 1], "\(context): row \(done.row)")
      #expect(done.locked == bench.options.lock, "\(context): \(uid)")
      if done.locked { expectLocked(tag, context) }
    }
    #expect(holders.count == rows && Set(holders.values).count == rows, "\(context): \(holders)")
    for (uid, tag) in tags {
      expectSound(tag, context)
      // Whatever was written is known to the log.
      if let message = IndependentReader.message(on: tag), wanted.contains(message) {
        #expect(
          UID(hex: uid).flatMap { summary.history.tags[$0] } != nil, "\(context): \(uid) is not in the log")
      }
    }
  }

  private func expectLocked(_ tag: any VirtualTag, _ context: String) {
    guard tag is Type2VirtualTag else { return }
    let memory = tag.memory
    #expect(
      memory[15] & 0x0F == 0x0F && memory[10] == 0xFF && memory[11] == 0xFF, "\(context): not locked")
  }
}
