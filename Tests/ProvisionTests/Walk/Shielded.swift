internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What a virtual NTAG213 holds of locks and passwords, seen from its memory.
struct Shielded {
  let memory: [UInt8]

  var isReadOnlyByContainer: Bool { memory[15] & 0x0F == 0x0F }
  var hasStaticLocks: Bool { memory[10] == 0xFF && memory[11] == 0xFF }
  var hasDynamicLocks: Bool {
    memory[160] == 0xFF && memory[161] & 0x0F == 0x0F && memory[162] & 0x3F == 0x3F
  }
  var isLocked: Bool { isReadOnlyByContainer && hasStaticLocks && hasDynamicLocks }
  var firstGuardedPage: Int { Int(memory[41 * 4 + 3]) }
  var guardsReading: Bool { memory[42 * 4] & 0x80 != 0 }
  var password: [UInt8] { Array(memory[43 * 4..<43 * 4 + 4]) }
  var pack: [UInt8] { Array(memory[44 * 4..<44 * 4 + 2]) }

  static let passwordText = "password: 1A2B3C4D 5E6F\n"
  static let password: [UInt8] = [0x1A, 0x2B, 0x3C, 0x4D]
  static let pack: [UInt8] = [0x5E, 0x6F]

  static func protection(reading: Bool = false, _ text: String = passwordText) throws
    -> WalkOptions.Protection
  {
    WalkOptions.Protection(passwords: try PasswordFile.parse(Array(text.utf8)), protectsReading: reading)
  }
}

/// What must hold of locks and passwords after any run: what the log promises is so, and no tag has a password in force
/// that nobody knows.
func expectShielded(
  _ bench: WalkBench, _ context: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var states: [String: Shielded] = [:]
  for record in bench.field.records {
    states[Hex.encode(record.identifier)] = Shielded(memory: record.memory)
  }
  let protection = bench.options.protection
  try JournalReader.forEach(path: bench.logPath) { entry, _ in
    guard case .tag(let tag) = entry.event else { return }
    guard let state = states[tag.uid.description] else {
      Issue.record("\(context): \(tag.uid) was never there", sourceLocation: sourceLocation)
      return
    }
    #expect(tag.locked == state.isLocked, "\(context): locks of \(tag.id)", sourceLocation: sourceLocation)
    #expect(tag.protected == (protection != nil), "\(context)", sourceLocation: sourceLocation)
    #expect(
      (state.firstGuardedPage == 4) == tag.protected, "\(context): password of \(tag.id)",
      sourceLocation: sourceLocation)
    #expect(
      state.guardsReading == (protection?.protectsReading ?? false), "\(context)",
      sourceLocation: sourceLocation)
  }
  for (uid, state) in states where state.firstGuardedPage < 45 {
    #expect(
      state.password == Shielded.password && state.pack == Shielded.pack,
      "\(context): \(uid) has an unknown password in force", sourceLocation: sourceLocation)
  }
}
