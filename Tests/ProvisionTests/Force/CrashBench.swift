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
    watch: (WatchedReader, TagOperator) -> Void = { _, _ in }
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
    let worker = TagOperator(bench.field, presenting: tags)
    let walk = try Walk(
      rows: manifest, journal: journal, reader: reader, options: bench.options, control: worker.control)
    watch(reader, worker)
    let first = bench.field.records.count
    reader.afterCall = {
      worker.look()
      // After each write, as if the power went now: nothing readable, or the whole message of a row.
      guard reader.hasJustWritten else { return }
      for record in bench.field.tags { expectSound(record.tag, "\(chip), call \(reader.calls)") }
    }
    let ending = walk.run(worker.hear)
    reader.afterCall = {}
    worker.remove()
    return Remains(
      ending: ending, events: worker.events, tags: bench.field.records.dropFirst(first).map(\.tag),
      calls: reader.calls, commits: journal.commits)
  }

  /// Another process with the same tags, some of them first. What comes of it must be as if nothing had happened.
  func resume(_ remains: Remains, newTagFirst: Bool, context: String) throws {
    let unused = tags.dropFirst(remains.tags.count)
    var presented = remains.tags + unused
    if newTagFirst { presented.insert(try Self.tag(chip, seed: 99), at: 0) }
    let first = bench.field.records.count
    if try !bench.job().isComplete {
      let worker = TagOperator(bench.field, presenting: presented)
      let reader = WatchedReader(device)
      reader.afterCall = worker.look
      let ending = try bench.job().walk(with: reader, control: worker.control).run(worker.hear)
      worker.remove()
      #expect(ending == .complete, "\(context): \(worker.events.suffix(4))")
    }
    var now: [String: any VirtualTag] = [:]
    for tag in remains.tags + bench.field.records.dropFirst(first).map(\.tag) {
      now[Hex.encode(tag.activation.identifier)] = tag
    }
    try expectEveryRowHasItsTag(now, context: context)
  }

  func expectSound(_ tag: any VirtualTag, _ context: String) {
    // Nothing is locked but a message that is whole.
    if tag is Type2VirtualTag, tag.memory[10] | tag.memory[11] != 0 {
      let message = IndependentReader.message(on: tag)
      #expect(message.map(wanted.contains) == true, "\(context): locked without its message")
    }
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
