internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// One run over tags that an operator puts down one after another: what was told, logged and sent, and the tags afterwards.
struct FieldRun {
  var ending: Ending
  var events: [WalkEvent]
  /// The tags in the order in which they were put down, as they are now.
  var tags: [any VirtualTag]
  /// What the log says of tags, the runs before included.
  var done: [JournalEntry.Done] = []
  var rejected: [JournalEntry.Reject] = []
  /// Every command that was sent to a tag.
  var commands: [[UInt8]]

  var refusals: [Refusal] {
    events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }
  var failures: [Failure] {
    events.compactMap { if case .retrying(_, _, _, let failure) = $0 { failure } else { nil } }
  }
  /// What each of the tags holds, as somebody sees it who shares no code with the library.
  var messages: [[UInt8]?] { tags.map(PlainReading.message) }
}

extension WalkBench {
  /// Runs the manifest. The operator puts down the next tag at each prompt and takes it away when he is told what came of it.
  ///
  /// - Parameters:
  ///   - faults: what goes wrong with the tag of that number in `tags`, from 0.
  ///   - patience: calls of the reader after which nobody waits any longer.
  ///   - watch: for tests that look at each call, or do more than the operator does.
  func present(
    _ tags: [any VirtualTag], with device: LibNFCReader, faults: [Int: [TagFault]] = [:],
    patience: Int = 5_000,
    watch: (WatchedReader, TagOperator) -> Void = { _, _ in },
    onEvent: (WalkEvent, TagOperator) -> Void = { _, _ in }
  ) throws -> FieldRun {
    let first = field.records.count
    let worker = TagOperator(field, presenting: tags, patience: patience)
    let reader = WatchedReader(device)
    reader.afterCall = worker.look
    watch(reader, worker)
    var placed: Set<Int> = []
    let ending = try withoutActuallyEscaping(onEvent) { onEvent in
      try job().walk(with: reader, control: worker.control).run { event in
        worker.hear(event)
        if let id = worker.lying, placed.insert(id).inserted {
          for fault in faults[placed.count - 1] ?? [] { field.add(fault, to: id) }
        }
        onEvent(event, worker)
      }
    }
    reader.afterCall = {}
    worker.remove()
    var run = FieldRun(
      ending: ending, events: worker.events, tags: field.records.dropFirst(first).map(\.tag),
      commands: reader.commands)
    if case .journalFailed = ending { return run }
    if FileManager.default.fileExists(atPath: logPath) {
      try JournalReader.forEach(path: logPath) { entry, _ in
        switch entry.event {
        case .tag(let done): run.done.append(done)
        case .reject(let reject): run.rejected.append(reject)
        default: break
        }
      }
    }
    return run
  }

  /// The same of one tag before a reader of its own.
  func present(_ tag: any VirtualTag, faults: [TagFault] = []) throws -> FieldRun {
    try present([tag], with: open(), faults: [0: faults])
  }

  /// So many NTAG213 (or others), each with its own UID.
  static func tags(_ count: Int, chip: String = "NTAG213", first: Int = 1) throws -> [any VirtualTag] {
    try (first..<first + count).map { number in
      try tag(chip, uid: "04A1B2C3D4" + Hex.encode([UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]))
    }
  }
}

/// What somebody reads from a virtual tag of any family who shares no code with the library.
enum PlainReading {
  /// The message; empty where there is none, nil where there is no NDEF data that could be read.
  static func message(on tag: any VirtualTag) -> [UInt8]? {
    switch tag {
    case let card as ClassicVirtualTag:
      switch ClassicReading(of: card) {
      case .message(let octets): octets
      case .empty: []
      case .unformatted, .broken: nil
      }
    case is FeliCaVirtualTag: octets(EngineTransceiver(tag).type3Finding())
    case is Type4VirtualTag: octets(EngineTransceiver(tag).type4Finding())
    default: IndependentReader.message(on: tag)
    }
  }

  private static func octets(_ finding: Finding) -> [UInt8]? {
    switch finding {
    case .message(let octets): octets
    case .empty: []
    case .broken, .noTag: nil
    }
  }
}

/// One NDEF record (NDEF 1.0 §3.2) read by code that shares nothing with the library's; nil where it is not the only one,
/// or not whole.
struct PlainRecord: Equatable {
  var type: String
  var payload: [UInt8]
  var isShort: Bool

  init?(_ octets: [UInt8]?) {
    guard let octets, octets.count > 3, octets[0] & 0xE8 == 0xC0 else { return nil }
    let isShort = octets[0] & 0x10 != 0
    let lengthBytes = isShort ? 1 : 4
    guard octets.count >= 2 + lengthBytes else { return nil }
    let length = octets[2..<2 + lengthBytes].reduce(0) { $0 * 256 + Int($1) }
    let start = 2 + lengthBytes + Int(octets[1])
    guard octets.count == start + length else { return nil }
    type = String(decoding: octets[2 + lengthBytes..<start], as: UTF8.self)
    payload = Array(octets[start...])
    self.isShort = isShort
  }
}
