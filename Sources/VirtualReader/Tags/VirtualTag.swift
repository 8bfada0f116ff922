/// A tag as the field sees it: how it is found, and what it answers.
///
/// A value: a copy is a snapshot. The field keeps its ISO/IEC 14443-3 state and its faults; the tag keeps its memory and
/// what its own protocol remembers between two commands. A new family is one file with a type that conforms to this,
/// and a line in ``VirtualChips``.
public protocol VirtualTag: Sendable {
  /// The product's name, as its maker writes it.
  var chip: String { get }
  /// How it is found; a tag with a random identifier changes it in ``powerUp(using:)``.
  var activation: TagActivation { get }
  /// The whole memory as it is stored, secrets included.
  var memory: [UInt8] { get }
  /// Bytes of a page or block.
  var blockSize: Int { get }
  /// Whether the tag speaks a protocol now in which REQA, WUPA and HLTA mean nothing (ISO-DEP after RATS).
  var ignoresRequests: Bool { get }

  /// The field came on: what was not stored is forgotten.
  mutating func powerUp(using random: inout SeededRandom)
  /// It was selected: settings that were written are in force from now on.
  mutating func activate()
  /// Answers a command that came with the right CRC. The CRC is not in `command`, and not in the answer.
  mutating func respond(to command: [UInt8]) -> TagResponse
  /// Puts the whole memory back as it was; for faults and for scenarios with raw memory.
  mutating func restore(memory: [UInt8])
  /// Puts it into a state a scenario asks for.
  mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError)
}

extension VirtualTag {
  /// No tag ignores requests unless it says so.
  public var ignoresRequests: Bool { false }
}

/// What a tag answers, and what the answer cost.
public struct TagResponse: Equatable, Sendable {
  /// The answer.
  public var reply: Reply
  /// What the command was to the memory.
  public var kind: Kind
  /// How long the tag worked before it answered, in microseconds (programming its memory, mostly).
  public var microseconds: Int

  /// An answer on the air.
  public enum Reply: Equatable, Sendable {
    /// Bytes; the CRC is added.
    case bytes([UInt8])
    /// The 4-bit acknowledge, Ah.
    case acknowledge
    /// A 4-bit refusal; the tag falls back to IDLE or HALT.
    case refuse(UInt8)
    /// None, and the tag stays selected.
    case silence
    /// None, and the tag falls back to IDLE or HALT: a command it does not know.
    case dropOut
    /// Bytes, and the tag goes to HALT (S(DESELECT)).
    case farewell([UInt8])
  }

  /// What a command is to the memory.
  public enum Kind: Equatable, Sendable {
    case read, write, other
  }

  /// An answer.
  public init(_ reply: Reply, _ kind: Kind = .other, microseconds: Int = 0) {
    self.reply = reply
    self.kind = kind
    self.microseconds = microseconds
  }
}

/// A state that a scenario asks of a new tag.
public struct TagPreparation: Equatable, Sendable {
  /// Which state.
  public enum State: String, Codable, Sendable {
    /// As it leaves the factory.
    case blank
    /// With an NDEF data area and no message.
    case formatted
    /// Permanently read-only by its lock bits.
    case locked
    /// Writing needs a password.
    case protected
  }

  /// The state.
  public var state: State
  /// The NDEF message it holds.
  public var ndef: [UInt8]?
  /// The password of a protected tag.
  public var password: [UInt8]?

  /// A preparation.
  public init(state: State = .blank, ndef: [UInt8]? = nil, password: [UInt8]? = nil) {
    self.state = state
    self.ndef = ndef
    self.password = password
  }
}
