internal import CPlatform
internal import Glibc
internal import Synchronization

/// A PN532 on a pseudo-terminal: any program that speaks the chip's serial protocol (libnfc, nfcpy) can open it and finds
/// the tags of a ``VirtualField``.
///
/// It runs on a thread of its own and may be used from any thread. Hosts may come, go and be killed; tags stay.
public final class VirtualPN532: Sendable {
  /// The tags before its antenna.
  public let field: VirtualField
  private let shared: SharedLine
  private let isPaced: Bool
  private let running = Mutex<Running?>(nil)

  private struct Running {
    var thread: pthread_t
    var pipe: (read: Int32, write: Int32)
  }

  /// A reader, not yet started.
  ///
  /// - Parameters:
  ///   - field: the tags.
  ///   - link: where a symbolic link to the line is kept while it is plugged in. What stands there must be
  ///     a link to a device, or nothing.
  ///   - faults: what goes wrong with it.
  ///   - isPaced: whether it takes as long as the timing model says, instead of answering at once.
  public init(field: VirtualField, link: String? = nil, faults: [ReaderFault] = [], isPaced: Bool = false)
    throws(VirtualReaderError)
  {
    if let link {
      // A link to a device is one that an earlier reader left; any other is somebody's.
      var status = stat()
      if lstat(link, &status) == 0, SharedLine.target(of: link)?.hasPrefix("/dev/") != true {
        throw .linkExists(path: link)
      }
    }
    self.field = field
    self.isPaced = isPaced
    shared = SharedLine(link: link, faults: faults)
  }

  /// A reader with the field and the faults of a scenario, not yet started.
  ///
  /// - Throws: ``ScenarioError`` where the scenario can't be played, ``VirtualReaderError`` as the other initializer.
  public convenience init(scenario: Scenario, link: String? = nil, isPaced: Bool = false) throws {
    try self.init(
      field: try VirtualField(scenario: scenario), link: link, faults: scenario.reader ?? [],
      isPaced: isPaced || scenario.paced == true)
  }

  /// Where hosts find it, as libnfc writes it; empty while it is unplugged or stopped and has no link.
  public var connectionString: String {
    (shared.link ?? shared.path).map { "pn532_uart:" + $0 } ?? ""
  }

  /// The device's path: the link where there is one.
  public var path: String? { shared.link ?? shared.path }

  /// What went wrong when it was plugged in again.
  public var failure: VirtualReaderError? { shared.failure }

  /// Opens the line and begins to serve.
  public func start() throws(VirtualReaderError) {
    let failure: VirtualReaderError? = running.withLock { running in
      guard running == nil else { return nil }
      do throws(VirtualReaderError) {
        running = try launch()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func launch() throws(VirtualReaderError) -> Running {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    shared.setWake(ends[1])
    let engine = Engine(
      shared: shared, field: field, wakeDescriptor: ends[0], terminal: terminal, isPaced: isPaced)
    let shared = self.shared
    field.observe { shared.wake() }
    var thread = pthread_t()
    let handle = Unmanaged.passRetained(engine)
    let code = pthread_create(&thread, nil, runEngine, handle.toOpaque())
    guard code == 0 else {
      handle.release()
      shared.setWake(-1)
      close(ends[0])
      close(ends[1])
      throw .system(call: "pthread_create", errno: code)
    }
    shared.setPath(path)
    return Running(thread: thread, pipe: (ends[0], ends[1]))
  }

  /// Ends the thread and closes the line. Tags and statistics stay readable.
  public func stop() {
    running.withLock { running in
      guard let ended = running else { return }
      running = nil
      shared.request(.stop)
      pthread_join(ended.thread, nil)
      shared.setWake(-1)
      shared.setPath(nil)
      close(ended.pipe.read)
      close(ended.pipe.write)
    }
  }

  /// Pulls the reader out: hosts get errors, the field is off.
  public func unplug() { shared.request(.unplug) }

  /// Puts it back, in reset state and maybe under another device's name; the link leads there.
  public func replug() { shared.request(.plug(true)) }

  /// Whether hosts can open it now.
  public var isPluggedIn: Bool { shared.path != nil }

  /// Adds something that goes wrong.
  public func add(_ fault: ReaderFault) { shared.add(fault) }

  /// What it did since it was made.
  public var statistics: ReaderStatistics { shared.statistics }

  /// What it did since ``resetStatistics()``.
  public var statisticsSinceReset: ReaderStatistics { shared.statisticsSinceReset }

  /// Begins to count anew for ``statisticsSinceReset``.
  public func resetStatistics() { shared.resetStatistics() }

  deinit { stop() }
}

/// The thread's first function; at file level, so that it inherits no actor.
private func runEngine(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let engine = Unmanaged<Engine>.fromOpaque(context).takeRetainedValue()
  engine.run()
  return nil
}
