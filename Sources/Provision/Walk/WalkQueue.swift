/// Which row is next: in the manifest's order, or the one that was picked.
///
/// Rows stay in the manifest; only a position is kept.
struct WalkQueue {
  let source: any RowSource
  private let order: Order
  private var position = 0
  private var picked: Int?
  /// Rows that need no look.
  private var settled: SettledRows
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

  /// The rows that the options ask for; rows to be redone belong to a list of rows too.
  init(
    source: any RowSource, options: WalkOptions, settled: SettledRows? = nil
  ) throws(WalkPreparationError) {
    self.source = source
    self.settled = settled ?? SettledRows(count: 0)
    let redone = try options.redo.sorted().map { id throws(WalkPreparationError) in
      try Self.index(of: id, in: source)
    }
    named = options.redo
    switch options.scope {
    case .all:
      order = .range(0..<source.count)
    case .only(let ids):
      var list: [Int] = []
      for id in ids {
        let index = try Self.index(of: id, in: source)
        if !list.contains(index) { list.append(index) }
      }
      order = .list(list + redone.filter { !list.contains($0) })
      named.formUnion(ids)
    case .from(let id):
      let index = try Self.index(of: id, in: source)
      order = .range(index..<source.count)
      for (id, redo) in zip(options.redo.sorted(), redone) where redo < index {
        throw .scope(.noSuchRow(id: id))
      }
    }
  }

  private static func index(of id: String, in source: any RowSource) throws(WalkPreparationError) -> Int {
    let found: Int?
    do { found = try source.index(ofID: id) } catch { throw .manifest(error) }
    guard let found else { throw .scope(.noSuchRow(id: id)) }
    return found
  }

  /// Whether the row with this index, from 0, is one of those to walk.
  func contains(_ index: Int) -> Bool {
    switch order {
    case .range(let range): range.contains(index)
    case .list(let list): list.contains(index)
    }
  }

  /// How many rows the scope holds.
  var count: Int { order.count }

  /// Whether the operator picked a row that is still in hand.
  var hasPick: Bool { picked != nil }

  /// How many of the scope's rows are done and were skipped; only rows that are not settled are read.
  func standing(_ history: History) throws(ManifestError) -> (done: Int, skipped: Int) {
    var done = 0
    var skipped = 0
    func note(_ row: ManifestRow) {
      switch history.rows[row.id] {
      case .done: done += 1
      case .skipped where !named.contains(row.id): skipped += 1
      case .skipped, .begun, nil: break
      }
    }
    switch order {
    case .list(let list):
      for index in list { note(try source.row(at: index)) }
    case .range(let range):
      var start = range.lowerBound
      while start < range.upperBound {
        let isSettled = settled.contains(start)
        var end = start + 1
        while end < range.upperBound, settled.contains(end) == isSettled { end += 1 }
        if isSettled {
          done += end - start
        } else {
          try source.forEachRow(in: start..<end) { (_, row) throws(ManifestError) in note(row) }
        }
        start = end
      }
    }
    return (done, skipped)
  }

  /// A row whose tag was voided is open again.
  mutating func reopen(_ row: ManifestRow) { settled.remove(row.number - 1) }

  /// The row that was picked, until it is done.
  mutating func pickedRow(_ history: History) throws(ManifestError) -> ManifestRow? {
    guard let picked else { return nil }
    let row = try source.row(at: picked)
    if !history.isDone(row.id) { return row }
    self.picked = nil
    return nil
  }

  /// The row in hand: the picked one, else the first in order that is neither done nor skipped.
  mutating func current(_ history: History) throws(ManifestError) -> ManifestRow? {
    if let row = try pickedRow(history) { return row }
    while position < order.count {
      if settled.contains(order[position]) {
        position += 1
        continue
      }
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

  /// How many of the rows that were asked for by name were skipped before.
  func skippedAndNamed(_ history: History) -> Int { named.count { history.rows[$0] == .skipped } }

  /// Whether this row was asked for by name, so that an earlier skip does not count.
  func isNamed(_ id: String) -> Bool { named.contains(id) }

  /// The row is taken although it was skipped before.
  mutating func name(_ id: String) { named.insert(id) }

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

/// Why a walk can't be prepared.
public enum WalkPreparationError: Error, Equatable, Sendable {
  /// A part of the manifest that was asked for is not there.
  case scope(ScopeError)
  /// The manifest can't be read any more.
  case manifest(ManifestError)
}

/// A part of the manifest that can't be walked.
public enum ScopeError: Error, Equatable, Sendable {
  /// `--only`, `--from` or `--redo` names a row that the manifest, or the part of it that is walked, does not have.
  case noSuchRow(id: String)
}

extension History {
  /// Whether a verified tag holds this row.
  public func isDone(_ id: String) -> Bool {
    if case .done = rows[id] { true } else { false }
  }
}
