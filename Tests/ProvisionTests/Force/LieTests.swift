internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags that say one thing and do another, family by family: none of them is logged as done with anything but its message.
@Suite("A tag that lies, of any family", .serialized) struct LieTests {
  typealias Setting = CrashBench.Setting

  static let settings = [
    Setting(chip: "NTAG213"), Setting(chip: "NTAG213", shield: .lock),
    Setting(chip: "NTAG213", shield: .protectAndLock), Setting(chip: "MIFARE Ultralight"),
    Setting(chip: "MIFARE Classic 1K"), Setting(chip: "MIFARE Classic 1K", shield: .lock),
    Setting(chip: "Type 4 tag"), Setting(chip: "ST25TA02KB", shield: .lock),
    Setting(chip: "FeliCa Lite-S"), Setting(chip: "FeliCa Lite-S", shield: .lock),
  ]

  /// What a tag does, once or at each of so many positions.
  enum Lie: String, CaseIterable, Sendable {
    case storesNothing = "acknowledges everything and stores nothing"
    case notStored = "acknowledges a write that it does not store"
    case notAcknowledged = "stores a write that it does not acknowledge"
    case weakCell = "has a cell that does not hold"
    case bitError = "shows a wrong bit with a right checksum"
    case oftenWrong = "shows wrong bits again and again"
    case noise = "is disturbed in one exchange"

    /// - Parameters:
    ///   - counts: exchanges, reads and writes of a run that nothing disturbs.
    ///   - blocks: pages or blocks of the memory.
    func faults(_ counts: (exchanges: Int, reads: Int, writes: Int), blocks: Int) -> [TagFault] {
      switch self {
      case .storesNothing: [.notStored(write: nil)]
      case .notStored: positions(counts.writes).map { .notStored(write: $0) }
      case .notAcknowledged: positions(counts.writes).map { .notAcknowledged(write: $0) }
      case .weakCell: positions(blocks).map { .weakPage($0 - 1) }
      case .bitError: positions(counts.reads).map { .bitError(read: $0, probability: nil, seed: nil) }
      case .oftenWrong:
        positions(Force.isExhaustive ? 20 : 1).map {
          .bitError(read: nil, probability: 0.4, seed: UInt64($0))
        }
      case .noise: positions(counts.exchanges).map { .noise(exchange: $0) }
      }
    }

    private func positions(_ count: Int) -> [Int] { Force.positions(1...max(count, 1), sample: 3) }
  }

  @Test(arguments: settings, Lie.allCases)
  func isFoundOutOrEndsRight(setting: Setting, lie: Lie) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    #expect(try crash.run().ending == .complete)
    let clean = try #require(crash.bench.field.records.first)
    // Cells that the message needs, and a few around them: a weak one elsewhere changes nothing.
    let blocks = min(clean.memory.count / clean.tag.blockSize, clean.tag is ClassicVirtualTag ? 16 : 20)
    let faults = lie.faults((clean.exchanges, clean.reads, clean.writes), blocks: blocks)
    for fault in faults where !(lie == .weakCell && setting.shield != .none) {
      let spares = try (0..<2).map { try CrashBench.tag(setting, seed: 70 + $0) }
      let remains = try crash.run(faults: [fault], spares: spares)
      let context = "\(setting.testDescription), \(fault)"
      #expect(remains.ending == .complete, "\(context): \(remains.events.suffix(4))")
      let liar = Hex.encode(crash.tags[0].activation.identifier)
      var tags: [String: any VirtualTag] = [:]
      for tag in remains.tags { tags[Hex.encode(tag.activation.identifier)] = tag }
      try crash.expectEveryRowHasItsTag(tags, exceptLiar: liar, context: context)
      // And what is no data is as on a tag that was never disturbed: no bit that was read wrong was written back there.
      let isDone = remains.events.contains { event in
        if case .done(_, let tag, _, _) = event { tag.uid.description == liar } else { false }
      }
      if isDone, lie != .weakCell, let tag = tags[liar] {
        #expect(Self.settings(of: tag) == Self.settings(of: clean.tag), "\(context): settings changed")
      }
      let isRejected = remains.events.contains { if case .rejected = $0 { true } else { false } }
      switch lie {
      case .storesNothing: #expect(isRejected, "\(context): \(remains.events)")
      // Of a lock that is half set the rest can't always be.
      case .notStored where setting.shield.locks: break
      // One bad moment does not cost a tag that is good.
      case .notStored, .notAcknowledged, .bitError, .noise:
        #expect(!isRejected, "\(context): \(remains.events)")
      case .weakCell, .oftenWrong: break
      }
    }
    Force.count("lies, \(setting.testDescription): \(lie.rawValue)", faults.count)
  }

  /// Container, lock bytes and configuration: all that lies around the data.
  private static func settings(of tag: any VirtualTag) -> [UInt8] {
    let memory = tag.memory
    return switch tag {
    case is Type2VirtualTag: Array(memory[..<16]) + memory[(16 + Int(memory[14]) * 8)...]
    case is FeliCaVirtualTag: Array(memory[240...])
    case is Type4VirtualTag: Array(memory[..<15]) + memory.suffix(50)
    // Which sectors of a MIFARE Classic are used may differ: one that fails is left out.
    default: []
    }
  }

  /// Where a family's data memory begins and ends, and how little of it a counterfeit has.
  struct Fake: CustomTestStringConvertible, Sendable {
    var chip: String
    var start: Int, bytes: Int, end: Int
    var testDescription: String { chip }
  }

  static let fakes = [
    Fake(chip: "NTAG215", start: 0, bytes: 128, end: 520),
    Fake(chip: "MIFARE Classic 1K", start: 0, bytes: 256, end: 1024),
    Fake(chip: "Type 4 tag", start: 15, bytes: 96, end: 1039),
    Fake(chip: "NTAG 424 DNA", start: 32, bytes: 64, end: 288),
    Fake(chip: "ST25TA02KB", start: 15, bytes: 64, end: 271),
    Fake(chip: "FeliCa Lite-S", start: 0, bytes: 96, end: 224),
  ]

  /// Memory that is smaller than the chip says: what lies beyond is lost, or goes round to the beginning.
  @Test(arguments: fakes, [false, true]) func aCounterfeitIsFoundOut(fake: Fake, wraps: Bool) throws {
    let setting = Setting(chip: fake.chip, textLength: 140)
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let counterfeit = CounterfeitTag(
      try CrashBench.tag(setting, seed: 66), from: fake.start, bytes: fake.bytes, to: fake.end, wraps: wraps)
    let worker = TagOperator(crash.bench.field, presenting: [counterfeit] + crash.tags)
    let reader = WatchedReader(crash.device)
    reader.afterCall = worker.look
    let ending = try crash.bench.job().walk(with: reader, control: worker.control).run(worker.hear)
    worker.remove()
    #expect(ending == .complete, "\(worker.events.suffix(4))")
    let uid = Hex.encode(counterfeit.activation.identifier)
    let given = worker.events.contains { event in
      switch event {
      case .rejected(_, let tag, _, _, _): tag.uid.description == uid
      case .refused(let tag, _): tag?.uid.description == uid
      default: false
      }
    }
    #expect(given, "it was neither rejected nor refused: \(worker.events)")
    var tags: [String: any VirtualTag] = [:]
    for record in crash.bench.field.records { tags[Hex.encode(record.identifier)] = record.tag }
    try crash.expectEveryRowHasItsTag(tags, exceptLiar: uid, context: fake.chip)
    Force.count("counterfeits, \(fake.chip)", 1)
  }

  /// A tag that comes back with nonsense in its memory after a torn try: named in the log, and the next one asked for.
  @Test(arguments: settings) func aTagThatIsSpoiltInBetweenIsGivenUp(setting: Setting) throws {
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let spare = try CrashBench.tag(setting, seed: 70)
    let remains = try crash.run(spares: [spare]) { reader, worker in
      var last: [UInt8]?
      var changes = 0
      var gone: Int?
      reader.weather = { (_, body) throws(TransceiveError) in
        let outcome = Result { () throws(TransceiveError) in try body() }
        guard let id = worker.lying, let now = crash.bench.field.tags.first(where: { $0.id == id }) else {
          return try outcome.get()
        }
        if let last, now.memory != last { changes += 1 }
        last = now.memory
        guard changes == 2, gone == nil else { return try outcome.get() }
        gone = id
        worker.remove()
        throw .noAnswer
      }
      reader.beforeFreshSelection = {
        guard let id = gone, worker.lying == nil,
          var tag = crash.bench.field.records.first(where: { $0.id == id })?.tag
        else { return }
        gone = -1
        tag.restore(memory: Self.nonsense(tag))
        worker.swap(for: tag)
      }
    }
    #expect(remains.ending == .complete, "\(remains.events.suffix(5))")
    let first = Hex.encode(crash.tags[0].activation.identifier)
    let isNamed = remains.events.contains { event in
      if case .rejected(_, let tag, _, _, _) = event { tag.uid.description == first } else { false }
    }
    #expect(isNamed, "\(remains.events)")
    var tags: [String: any VirtualTag] = [:]
    for tag in remains.tags { tags[Hex.encode(tag.activation.identifier)] = tag }
    try crash.expectEveryRowHasItsTag(tags, exceptLiar: first, context: setting.testDescription)
  }

  /// The same identifier, and 78h wherever else the family keeps its NDEF data.
  private static func nonsense(_ tag: any VirtualTag) -> [UInt8] {
    let count = tag.memory.count
    let spoilt =
      switch tag {
      case is Type2VirtualTag: 12..<64
      case is ClassicVirtualTag: 16..<count
      case is FeliCaVirtualTag: 0..<224
      // But the byte that would make it read-only.
      default: 0..<14
      }
    var memory = tag.memory
    for address in spoilt { memory[address] = 0x78 }
    return memory
  }

  /// Two tags with one UID: the second is refused by the log, and is not touched.
  @Test(arguments: ForcedChip.all.filter { Force.isExhaustive || sampled.contains($0.name) })
  func aCopyOfATagThatIsDoneIsRefused(chip: ForcedChip) throws {
    let setting = Setting(chip: chip.name)
    let crash = try CrashBench(setting)
    defer { crash.bench.removeFolder() }
    let copy = try CrashBench.tag(setting, seed: 1)
    let worker = TagOperator(crash.bench.field, presenting: [crash.tags[0], copy, crash.tags[1]])
    let reader = WatchedReader(crash.device)
    reader.afterCall = worker.look
    let ending = try crash.bench.job().walk(with: reader, control: worker.control).run(worker.hear)
    worker.remove()
    #expect(ending == .complete)
    #expect(
      worker.events.contains { event in
        if case .refused(_, .alreadyUsed(row: 1, id: "A1", blank: true)) = event { true } else { false }
      }, "\(worker.events)")
    #expect(crash.bench.field.records[1].memory == copy.memory)
    try crash.expectEveryRowHasItsTag(
      [crash.bench.field.records[0], crash.bench.field.records[2]].reduce(into: [:]) {
        $0[Hex.encode($1.identifier)] = $1.tag
      }, context: chip.name)
    Force.count("copies, \(chip.name)", 1)
  }

  private static let sampled: Set = [
    "NTAG213", "MIFARE Ultralight C", "MIFARE Classic 1K", "Type 4 tag", "ST25TA02KB", "FeliCa Lite-S",
  ]
}
