internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A run that may die at any moment, and what must be true of its tags and its log then and after it was resumed.
struct CrashBench {
  /// One kind of run: on these tags, with this asked of them.
  struct Setting: CustomTestStringConvertible, Sendable {
    var chip: String
    var shield = Shield.none
    /// Characters of text in each message beside its URL.
    var textLength = 0
    /// Whether each tag comes with another message, which is to be written over.
    var holdsOther = false
    /// How many positions the suite tries.
    var sample = 2

    var testDescription: String {
      [
        chip, shield == .none ? nil : shield.rawValue, textLength > 0 ? "long" : nil,
        holdsOther ? "over another message" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
    }

    /// How many positions are tried where everything is: a blank MIFARE Classic 4K is formatted in hundreds of exchanges,
    /// forty times the same few.
    var most: Int { chip == "MIFARE Classic 4K" ? 60 : .max }

    /// These, and where everything is tried, every chip with everything that can be asked of it.
    static func all(_ samples: [Setting]) -> [Setting] {
      guard Force.isExhaustive else { return samples }
      let known = Set(samples.map(\.testDescription))
      let rest = ForcedChip.all.flatMap { chip in
        chip.shields.map { Setting(chip: chip.name, shield: $0) }
          + [Setting(chip: chip.name, holdsOther: true)]
      }
      let everything = (samples + rest.filter { !known.contains($0.testDescription) })
        .filter { Force.chips?.contains($0.chip) != false }
      return everything.enumerated().filter { $0.offset % Force.part.of == Force.part.index }.map(\.element)
    }
  }

  var bench: WalkBench
  let device: LibNFCReader
  let setting: Setting
  let rows: Int
  let tags: [any VirtualTag]
  let wanted: [[UInt8]]
  /// What each tag holds before, where it holds anything.
  let old: [UInt8]?

  init(_ setting: Setting, rows: Int = 2) throws {
    self.setting = setting
    self.rows = rows
    bench = try WalkBench()
    try setting.shield.apply(to: &bench.options)
    bench.options.overwrite = setting.holdsOther
    bench.options.readerTimeout = .seconds(20)
    let text = String(repeating: "x", count: setting.textLength)
    let columns = text.isEmpty ? "id,url" : "id,url,text"
    try bench.write(
      manifest: columns + "\n"
        + (1...rows).map { "A\($0),https://example.org/t/\($0)\(text.isEmpty ? "" : "," + text)\n" }.joined())
    device = try bench.open()
    old = setting.holdsOther ? try NDEFMessage([.text("what it held before", language: "en")]).encoded() : nil
    tags = try (1...rows).map { try Self.tag(setting, seed: UInt64($0)) }
    let manifest = try Manifest(path: bench.manifestPath, options: bench.manifestOptions)
    wanted = try (0..<manifest.count).map { try manifest.row(at: $0).payload(for: nil).octets }
  }

  static func tag(_ setting: Setting, seed: UInt64) throws -> any VirtualTag {
    var random = SeededRandom(seed: seed)
    var tag = try #require(VirtualChips.make(setting.chip, uid: nil, randomUID: false, using: &random))
    if setting.holdsOther {
      try tag.prepare(
        TagPreparation(
          state: .formatted, ndef: try NDEFMessage([.text("what it held before", language: "en")]).encoded()))
    }
    return tag
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
    faults: [TagFault] = [], spares: [any VirtualTag] = [],
    watch: (WatchedReader, TagOperator) -> Void = { _, _ in },
    watchingCommits beforeCommit: @escaping ([any VirtualTag]) -> Void = { _ in }
  ) throws -> Remains {
    try? FileManager.default.removeItem(atPath: bench.logPath)
    // Thousands of runs with one field: each look at it would take longer than the one before.
    bench.field.forgetAbsent()
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
    let worker = TagOperator(bench.field, presenting: tags + spares, faultsOfFirst: faults)
    var options = bench.options
    // A process that dies waits for no reader; one that lives may be on a computer with much else to do.
    options.readerTimeout = call == nil && commit == nil ? .seconds(20) : .zero
    let walk = try Walk(
      rows: manifest, journal: journal, reader: reader, options: options, control: worker.control)
    watch(reader, worker)
    let first = bench.field.records.count
    journal.beforeCommit = { beforeCommit(bench.field.records.dropFirst(first).map(\.tag)) }
    reader.afterCall = {
      worker.look()
      // After each write, as if the power went now: nothing readable, or the whole message of a row. Of a tag that lies
      // nothing can be said until it was read back.
      guard reader.hasJustWritten, faults.isEmpty else { return }
      for record in bench.field.tags {
        expectSound(record.tag, "\(setting.testDescription), call \(reader.calls)")
      }
    }
    let ending = walk.run(worker.hear)
    reader.afterCall = {}
    worker.remove()
    return Remains(
      ending: ending, events: worker.events, tags: bench.field.records.dropFirst(first).map(\.tag),
      calls: reader.calls, commits: journal.commits)
  }

  /// Another process with the same tags, some of them first. What comes of it must be as if nothing had happened.
  ///
  /// - Returns: the tags as they are now, by UID.
  @discardableResult
  func resume(
    _ remains: Remains, newTagFirst: Bool, context: String
  ) throws -> [String: any VirtualTag] {
    let unused = tags.dropFirst(remains.tags.count)
    var presented = remains.tags + unused
    if newTagFirst { presented.insert(try Self.tag(setting, seed: 99), at: 0) }
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
    return now
  }

  /// Nothing, what was there before, or the whole message; nothing is locked or guarded but a message that is whole, and
  /// no password is in force but the one that was given.
  func expectSound(_ tag: any VirtualTag, _ context: String) {
    let message = IndependentReader.message(on: tag)
    let isWhole = message.map(wanted.contains) == true
    if ShieldState.isBegun(on: tag) {
      #expect(isWhole, "\(context): locked or protected without its message")
    }
    if let password = ShieldState.passwordInForce(on: tag) {
      #expect(password == Shielded.password + Shielded.pack, "\(context): an unknown password in force")
    }
    guard let message, !message.isEmpty, message != [0xD0, 0, 0], message != old else { return }
    #expect(isWhole, "\(context): it reads as \(Hex.encode(message))")
  }

  func expectEveryRowHasItsTag(
    _ tags: [String: any VirtualTag], exceptLiar liar: String? = nil, context: String
  ) throws {
    var holders: [String: String] = [:]
    let summary = try JournalReader.forEach(path: bench.logPath) { entry, _ in
      guard case .tag(let done) = entry.event else { return }
      let uid = done.uid.description
      #expect(holders.updateValue(uid, forKey: done.id) == nil, "\(context): row \(done.id) twice")
      guard let tag = tags[uid] else { Issue.record("\(context): tag \(uid) is unknown"); return }
      #expect(IndependentReader.message(on: tag) == done.ndef, "\(context): \(uid)")
      #expect(done.ndef == wanted[done.row - 1], "\(context): row \(done.row)")
      #expect(done.locked == setting.shield.locks, "\(context): \(uid)")
      #expect(done.protected == setting.shield.protects, "\(context): \(uid)")
      let state = ShieldState(of: tag)
      #expect(state.isFull(setting.shield), "\(context): \(uid) is \(state)")
    }
    #expect(holders.count == rows && Set(holders.values).count == rows, "\(context): \(holders)")
    for (uid, tag) in tags where uid != liar {
      expectSound(tag, context)
      // Whatever was written, locked or guarded is known to the log.
      let isWritten = IndependentReader.message(on: tag).map(wanted.contains) == true
      if isWritten || ShieldState.isBegun(on: tag) {
        #expect(
          UID(hex: uid).flatMap { summary.history.tags[$0] } != nil, "\(context): \(uid) is not in the log")
      }
    }
  }
}
