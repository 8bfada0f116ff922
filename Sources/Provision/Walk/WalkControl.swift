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
    /// Nobody will pick a row any more: the run ends, resumable, once it would wait for that.
    case endOfPicks(reason: String)
    /// Finish or roll back the tag in hand, log, and end.
    case stop(reason: String)
  }

  private let requests = Mutex<[Request]>([])

  private let stopReason: @Sendable () -> String?

  /// A control without requests.
  ///
  /// - Parameter stopReason: is asked as often as requests are looked for, and stops where it returns a reason: for what a
  ///   signal handler may do no more than count.
  public init(stoppingWhen stopReason: @escaping @Sendable () -> String? = { nil }) {
    self.stopReason = stopReason
  }

  /// Asks; the walk looks at each poll, and a stop is looked at between attempts too.
  public func request(_ request: Request) {
    requests.withLock { $0.append(request) }
  }

  /// The oldest request, taken away: what was asked before a stop is done before it.
  func takeRequest() -> Request? {
    if let reason = stopReason() { return .stop(reason: reason) }
    return requests.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Why to stop, where that was asked for: for where nothing else can be done of what was asked.
  func takeStop() -> String? {
    if let reason = stopReason() { return reason }
    return requests.withLock { requests in
      guard let index = requests.firstIndex(where: \.isStop),
        case .stop(let reason) = requests.remove(at: index)
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
