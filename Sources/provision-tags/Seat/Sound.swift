internal import Provision

/// What the operator hears.
enum Sound: String, CaseIterable, Sendable {
  /// Place a tag.
  case ready
  /// Done, take it away.
  case good
  /// Leave the tag there, or put the same one back.
  case back
  /// Another tag, or another key.
  case wrong
  /// Put the tag aside, or the reader is gone.
  case bad

  /// When the terminal's bell rings, in milliseconds from its beginning: one for ready, two quick ones for good, two
  /// slow ones for back, three for wrong, five quick ones for bad.
  var bells: [Int64] {
    switch self {
    case .ready: [0]
    case .good: [0, 150]
    case .back: [0, 600]
    case .wrong: [0, 300, 600]
    case .bad: [0, 150, 300, 450, 600]
    }
  }

  /// How an event sounds.
  init?(_ event: WalkEvent) {
    switch event {
    case .ready, .readyForAnyTag, .readyForPick: self = .ready
    case .done: self = .good
    case .retrying: self = .back
    case .refused, .requestRefused: self = .wrong
    case .rejected, .readerLost: self = .bad
    default: return nil
    }
  }
}

/// Which bells are still to ring. Times are milliseconds of any clock.
struct BellSchedule: Sendable {
  /// Between the end of a pattern and the next.
  private static let gap: Int64 = 300
  /// A pattern that is later than this tells nothing any more.
  private static let latest: Int64 = 1_500

  private var due: [Int64] = []

  /// When the next one rings; nil where none will.
  var next: Int64? { due.first }

  /// Puts a sound behind those that are still ringing, so that each is heard as what it is.
  mutating func add(_ sound: Sound, at now: Int64) {
    var start = now
    if let last = due.last { start = max(now, last + Self.gap) }
    if start - now > Self.latest {
      due = []
      start = now
    }
    due += sound.bells.map { start + $0 }
  }

  /// Whether one is to be rung now; those that are over are taken away.
  mutating func takeDue(at now: Int64) -> Bool {
    let rest = due.drop { $0 <= now }
    defer { due = Array(rest) }
    return rest.count < due.count
  }

  /// No more.
  mutating func silence() { due = [] }
}
