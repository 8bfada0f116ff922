import Synchronization

/// How the outside speaks to a running walk: from a key, a signal or a line controller, on any thread.
public final class WalkControl: Sendable {
  /// What can be asked.
  public enum Request: Equatable, Sendable {
    /// Pass over the row in hand.
    case skip
    /// Void the last done row and write it again; `confirmed` where its tag was locked and that is known.
    case redo(confirmed: Bool)
    /// Pause, or go on.
    case pause(Bool)
    /// Take this row next.
    case pick(id: String)
    /// Controller's word to go on to the next tag, where the run waits for it.
    case next
    /// Finish or roll back the tag in hand, log, and end.
    case stop(reason: String)
  }

  private struct State {
    var requests: [Request] = []
    /// Ids of rows that are to be picked, each when the row before is done.
    var picks: [String] = []
    /// Why nothing will follow.
    var endReason: String?

    /// The same, once all that was asked before is done.
    var end: String? { requests.isEmpty ? endReason : nil }
  }

  private let state = Mutex(State())
  private let stopReason: @Sendable () -> String?

  /// A control without requests.
  ///
  /// - Parameter stopReason: is asked as often as requests are looked for, and stops where it returns a reason, before all
  ///   that was asked: for what a signal handler may do no more than count.
  public init(stoppingWhen stopReason: @escaping @Sendable () -> String? = { nil }) {
    self.stopReason = stopReason
  }

  // MARK: For who asks

  /// Asks; the walk looks at each poll and between attempts, and does what was asked in its order.
  public func request(_ request: Request) {
    state.withLock { $0.requests.append(request) }
  }

  /// Lines up rows to be picked one after another, where the run waits for picks (``WalkOptions/pick``). One that is asked for
  /// by ``Request/pick(id:)`` meanwhile goes first.
  public func lineUp(picks ids: [String]) {
    state.withLock { $0.picks += ids }
  }

  /// Nobody will ask for anything any more: once all is done that was asked for, a run that is paused, or that would wait for a
  /// pick, ends and can be resumed; any other goes on.
  ///
  /// - Parameter reason: for the log.
  public func endRequests(reason: String) {
    state.withLock { $0.endReason = reason }
  }

  /// How much of what was asked is still to be done; who asks without end should wait while this is large.
  public var backlog: Int { state.withLock { $0.requests.count + $0.picks.count } }

  /// Whether ids are lined up.
  public var hasPicks: Bool { state.withLock { !$0.picks.isEmpty } }

  // MARK: For the walk

  /// What a walk that waits for a pick is told.
  enum Pick: Equatable {
    case row(id: String)
    case none
    case over(reason: String)
  }

  /// The next id of those that are lined up, taken away.
  func takePick() -> Pick {
    state.withLock { state in
      if !state.picks.isEmpty { return .row(id: state.picks.removeFirst()) }
      return state.end.map { .over(reason: $0) } ?? .none
    }
  }

  /// Why nothing will be asked any more; nil where something may be, or was and is not done.
  var end: String? { state.withLock { $0.end } }

  /// Whether ``takePick()`` has something to tell.
  var hasPickToTell: Bool { state.withLock { !$0.picks.isEmpty || $0.end != nil } }

  /// The oldest request, taken away.
  func takeRequest() -> Request? {
    if let reason = stopReason() { return .stop(reason: reason) }
    return state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  /// Why to stop, where that was asked for: for where nothing else can be done of what was asked.
  func takeStop() -> String? {
    if let reason = stopReason() { return reason }
    return state.withLock { state in
      guard let index = state.requests.firstIndex(where: \.isStop),
        case .stop(let reason) = state.requests.remove(at: index)
      else { return nil }
      return reason
    }
  }
}

extension WalkControl.Request {
  fileprivate var isStop: Bool {
    if case .stop = self { true } else { false }
  }
}
