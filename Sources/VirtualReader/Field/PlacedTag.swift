/// A tag that is or was in the field, with what the field knows of it.
struct PlacedTag: Sendable {
  /// Its number in the field's list, which never changes.
  let id: Int
  var tag: any VirtualTag
  var state = TypeAState.idle
  /// Cascade levels that were selected.
  var level = 0
  var isPresent = true
  /// When it leaves by itself.
  var leaving: LeavingRule
  /// Selections since the last exchange that was more than a sign of life.
  var bareSelections = 0
  /// Whether anything was written since it was placed.
  var wasWritten = false
  var exchanges = 0, reads = 0, writes = 0
  var faults: [TagFault]
  /// For faults with a probability.
  var chance: SeededRandom
  /// Polls of its technology until it comes back; nil where it won't.
  var returnsAfter: Int?

  /// The states of ISO/IEC 14443-3 §6.3. The starred ones are those of a tag that came from HALT.
  enum TypeAState: Equatable, Sendable {
    case idle, ready, active, halt, readyStar, activeStar
  }

  /// When a tag leaves by itself.
  enum LeavingRule: Equatable, Sendable {
    case never
    /// After so many bare selections once it was written; and where it never was, after `unwritten` of them.
    case letAlone(written: Int, unwritten: Int?)
  }

  init(id: Int, tag: any VirtualTag, leaving: LeavingRule, faults: [TagFault]) {
    self.id = id
    self.tag = tag
    self.leaving = leaving
    self.faults = faults
    chance = SeededRandom(seed: UInt64(id) &+ 1)
  }

  /// Whether it has been let alone for so long that its operator takes it away.
  var isDone: Bool {
    guard case .letAlone(let written, let unwritten) = leaving else { return false }
    if wasWritten { return bareSelections >= written }
    guard let unwritten else { return false }
    return bareSelections >= unwritten
  }

  /// Falls back as after a refusal: to HALT where it came from there, else to IDLE.
  mutating func fallBack() {
    state = state == .activeStar || state == .readyStar || state == .halt ? .halt : .idle
    level = 0
  }

  /// The field came on, or the tag into it.
  mutating func powerUp() {
    state = .idle
    level = 0
    tag.powerUp(using: &chance)
  }

  /// The type A UID cut into cascade levels of four bytes (ISO/IEC 14443-3 §6.5.4), cascade tags included.
  var cascade: [[UInt8]] {
    guard case .typeA(let data) = tag.activation else { return [] }
    switch data.uid.count {
    case 7: return [[0x88] + data.uid[0..<3], Array(data.uid[3..<7])]
    case 10: return [[0x88] + data.uid[0..<3], [0x88] + data.uid[3..<6], Array(data.uid[6..<10])]
    default: return [Array((data.uid + [0, 0, 0, 0]).prefix(4))]
    }
  }
}
