/// Which row is next: in the manifest's order, or the one that was picked.
///
/// Rows stay in the manifest; only a position is kept.
struct WalkQueue {
  let source: any RowSource
  private let order: Order
  private var position = 0
  private var picked: Int?
  /// Rows that a command or the operator named, which are taken although they were skipped before.
  private var named: Set<String> = []

  private enum Order {
    case range(Range<Int>)
    case list([Int])

    var count: Int {
      switch self {
      case .range(let range): range.count
      case .list(let list): list.count
      }
    }

    subscript(position: Int) -> Int {
      switch self {
      case .range(let range): range.lowerBound + position
      case .list(let list): list[position]
      }
    }
  }

  /// Throws ``ScopeError`` where the scope names a row that is not there.
  init(source: any RowSource, scope: WalkOptions.Scope) throws {
    self.source = source
    switch scope {
    case .all:
      order = .range(0..<source.count)
    case .only(let ids):
      var list: [Int] = []
      for id in ids {
        guard let index = try source.index(ofID: id) else { throw ScopeError.noSuchRow(id: id) }
        if !list.contains(index) { list.append(index) }
      }
      order = .list(list)
      named = Set(ids)
    case .from(let id):
      guard let index = try source.index(ofID: id) else { throw ScopeError.noSuchRow(id: id) }
      order = .range(index..<source.count)
    }
  }

  /// How many rows the scope holds.
  var count: Int { order.count }

  /// Whether the operator picked a row that is still in hand.
  var hasPick: Bool { picked != nil }

  /// The rows of the scope in order, read anew.
  func forEachRow(_ body: (ManifestRow) throws -> Void) throws {
    for position in 0..<order.count { try body(try source.row(at: order[position])) }
  }

  /// The row in hand: the picked one, else the first in order that is neither done nor skipped.
  mutating func current(_ history: History) throws(ManifestError) -> ManifestRow? {
    if let picked {
      let row = try source.row(at: picked)
      if !history.isDone(row.id) { return row }
      self.picked = nil
    }
    while position < order.count {
      let row = try source.row(at: order[position])
      switch history.rows[row.id] {
      case .done: position += 1
      case .skipped where !named.contains(row.id): position += 1
      default:
        // A row that names its tag waits for that tag.
        if source.hasUIDColumn, row.uid != nil {
          position += 1
        } else {
          return row
        }
      }
    }
    return nil
  }

  /// Whether this row was asked for by name, so that an earlier skip does not count.
  func isNamed(_ id: String) -> Bool { named.contains(id) }

  /// Takes this row next; it may be one that was skipped.
  mutating func pick(_ index: Int, id: String) {
    picked = index
    named.insert(id)
  }

  /// The row in hand is passed over.
  mutating func skip(_ id: String) {
    named.remove(id)
    picked = nil
  }
}

/// A part of the manifest that can't be walked.
public enum ScopeError: Error, Equatable, Sendable {
  /// `--only`, `--from` or a redo names a row that the manifest does not have.
  case noSuchRow(id: String)
}

extension History {
  /// Whether a verified tag holds this row.
  public func isDone(_ id: String) -> Bool {
    if case .done = rows[id] { true } else { false }
  }
}
