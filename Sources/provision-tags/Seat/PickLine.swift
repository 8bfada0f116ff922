internal import Provision
internal import Synchronization

/// Ids from a pipe or a file: those that arrive together are picked one after another, each when the row before is done.
///
/// One that arrives alone takes the place of the pick before, as from a scanner in somebody's hand who scanned the wrong badge.
final class PickLine: Sendable {
  private struct State {
    var waiting: [String] = []
    var isOver = false
  }

  private let control: WalkControl
  private let reason: String
  private let state = Mutex(State())
  /// Ids that are kept, so that an endless file is no endless memory; what follows waits for the next turn.
  static let limit = 65_536

  /// - Parameter reason: what is logged where a pick is waited for after the last one.
  init(control: WalkControl, reason: String) {
    self.control = control
    self.reason = reason
  }

  /// Whether more can be taken.
  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.limit } }

  /// Takes ids that arrived together.
  func take(_ ids: [String]) {
    state.withLock { state in
      var ids = ids[...]
      if state.waiting.isEmpty, let first = ids.popFirst() { control.request(.pick(id: first)) }
      state.waiting += ids
    }
  }

  /// The walk wants a pick.
  func next() {
    state.withLock { state in
      if state.waiting.isEmpty { return }
      control.request(.pick(id: state.waiting.removeFirst()))
      if state.isOver, state.waiting.isEmpty { control.request(.endOfPicks(reason: reason)) }
    }
  }

  /// Nothing will arrive any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      if state.waiting.isEmpty { control.request(.endOfPicks(reason: reason)) }
    }
  }
}
