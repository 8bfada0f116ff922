internal import Glibc
internal import Synchronization

/// What the reader's thread and everybody else share.
final class SharedLine: Sendable {
  /// What can be asked of the thread.
  enum Request: Sendable {
    case stop, unplug
    case plug(Bool)
  }

  private struct State {
    var requests: [Request] = []
    var statistics = ReaderStatistics()
    var base = ReaderStatistics()
    var path: String?
    var faults: [ReaderFault] = []
    var failure: VirtualReaderError?
    var wake: Int32 = -1
  }

  private let state = Mutex(State())
  /// A symbolic link that always leads to the line.
  let link: String?

  init(link: String?, faults: [ReaderFault]) {
    self.link = link
    state.withLock { $0.faults = faults }
  }

  /// Names the descriptor that wakes the thread; -1 when there is none any more.
  func setWake(_ descriptor: Int32) { state.withLock { $0.wake = descriptor } }

  func request(_ request: Request) {
    state.withLock { $0.requests.append(request) }
    wake()
  }

  func wake() {
    state.withLock { state in
      guard state.wake >= 0 else { return }
      var byte: UInt8 = 0
      _ = write(state.wake, &byte, 1)
    }
  }

  func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  func publish(_ statistics: ReaderStatistics) { state.withLock { $0.statistics = statistics } }
  var statistics: ReaderStatistics { state.withLock { $0.statistics } }
  var statisticsSinceReset: ReaderStatistics { state.withLock { $0.statistics - $0.base } }
  func resetStatistics() { state.withLock { $0.base = $0.statistics } }

  func add(_ fault: ReaderFault) { state.withLock { $0.faults.append(fault) } }
  func faults(at command: Int) -> [ReaderFault] {
    state.withLock { state in
      state.faults.isEmpty ? [] : state.faults.filter { $0.command == command }
    }
  }

  func fail(_ error: VirtualReaderError) { state.withLock { $0.failure = error } }
  var failure: VirtualReaderError? { state.withLock { $0.failure } }
  var path: String? { state.withLock { $0.path } }

  /// The line has a new place, or none; the link follows it.
  func setPath(_ path: String?) {
    state.withLock { state in
      let earlier = state.path
      state.path = path
      guard let link else { return }
      guard let path else {
        // Another reader may have put its own there meanwhile.
        if let earlier, Self.target(of: link) == earlier { unlink(link) }
        return
      }
      let temporary = "\(link).\(getpid()).new"
      if symlink(path, temporary) != 0 {
        state.failure = .system(call: "symlink", errno: errno)
      } else if rename(temporary, link) != 0 {
        state.failure = .system(call: "rename", errno: errno)
        unlink(temporary)
      }
    }
  }

  /// Where a symbolic link leads; nil where it is none.
  static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
