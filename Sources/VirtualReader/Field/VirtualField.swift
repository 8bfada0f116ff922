internal import Synchronization

/// The space before a reader's antenna: tags that are there, were there and will come.
///
/// Safe to use from any thread while a ``VirtualPN532`` serves it.
public final class VirtualField: Sendable {
  private let state: Mutex<FieldState>
  private let observers = Mutex<[@Sendable () -> Void]>([])

  /// A field with nothing in it and nobody to bring anything.
  public init() { state = Mutex(FieldState()) }

  /// A field into which tags come and go as a scenario says.
  public init(scenario: Scenario) throws(ScenarioError) {
    let director = try VirtualOperator(scenario: scenario)
    let initial = FieldState(director: director, remembered: scenario.remembered)
    state = Mutex(initial)
  }

  /// One tag that is or was in the field.
  public struct Record: Sendable {
    /// Its number in the order of arrival, from 0.
    public let id: Int
    /// A snapshot of the tag.
    public let tag: any VirtualTag
    /// Whether it is in the field now.
    public let isPresent: Bool
    /// Exchanges since it was placed, selections not counted.
    public let exchanges: Int
    /// Of these, the ones that read memory, and the ones that wrote to it.
    public let reads: Int, writes: Int

    /// The product's name.
    public var chip: String { tag.chip }
    /// UID, IDm or PUPI.
    public var identifier: [UInt8] { tag.activation.identifier }
    /// The whole memory.
    public var memory: [UInt8] { tag.memory }
  }

  /// Puts a tag into the field, where it stays until it is removed or a fault takes it away.
  ///
  /// - Returns: its number.
  @discardableResult
  public func place(_ tag: any VirtualTag, faults: [TagFault] = []) -> Int {
    let id = state.withLock { $0.place(tag, leaving: .never, faults: faults) }
    for observer in observers.withLock({ $0 }) { observer() }
    return id
  }

  /// Puts a tag that was removed back.
  public func putBack(_ id: Int) {
    state.withLock { $0.putBack(id) }
    for observer in observers.withLock({ $0 }) { observer() }
  }

  /// Takes a tag out of the field.
  public func remove(_ id: Int) { state.withLock { $0.remove(id) } }

  /// Forgets the tags that left, if none is there or will come back; numbers go on.
  public func forgetAbsent() { state.withLock { $0.forgetAll() } }

  /// Adds a fault to a tag.
  public func add(_ fault: TagFault, to id: Int) {
    state.withLock { field in
      guard field.knows(id) else { return }
      field[id].faults.append(fault)
    }
  }

  /// All tags that are or were in the field and are remembered, in the order of arrival.
  public var records: [Record] {
    state.withLock { field in
      field.tags.map {
        Record(
          id: $0.id, tag: $0.tag, isPresent: $0.isPresent, exchanges: $0.exchanges, reads: $0.reads,
          writes: $0.writes)
      }
    }
  }

  /// Tags that are in the field.
  public var tags: [Record] { records.filter(\.isPresent) }

  /// How many tags, forgotten ones too, a reader has had an exchange with beyond selecting them.
  public var visited: Int { state.withLock { $0.visited } }

  /// Whether nothing is in the field and no one will bring anything.
  public var isExhausted: Bool { state.withLock { $0.isExhausted } }

  /// Calls back on any thread when a tag was placed.
  func observe(_ observer: @escaping @Sendable () -> Void) { observers.withLock { $0.append(observer) } }

  /// Everything the reader does in the field.
  func withState<Result: Sendable>(_ body: (inout FieldState) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}
