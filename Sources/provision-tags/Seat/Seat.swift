internal import Glibc
internal import Provision
internal import Synchronization

/// Where the operator or the line controller sits: shows and sounds what the walk does, and passes on what they ask.
///
/// The walk's thread calls ``show(_:)``; a thread of the seat's own waits for keys, commands, signals and the bell's
/// time. They share the screen under a lock, and the walk only ever hears from ``WalkControl``.
final class Seat: Sendable {
  /// Who speaks on standard input.
  enum Input: Equatable, Sendable {
    case nobody
    case keys(picks: Bool)
    /// Ids, one a line, from a scanner that is no keyboard (`--pick` without a terminal).
    case ids
    case commands(picks: Bool)
  }

  let control: WalkControl
  let input: Input
  private let sound: SoundPlayer
  let screen: Mutex<any Screen>
  let keys: Mutex<Keys>
  let lines = Mutex(LineBuffer())
  private let bells = Mutex(BellSchedule())
  private let isOver = Atomic<Bool>(false)
  private let isBlind = Atomic<Bool>(false)
  let isInputOver = Atomic<Bool>(false)
  private let pipe: (read: Int32, write: Int32)
  private let thread = Mutex<pthread_t?>(nil)

  init(control: WalkControl, screen: any Screen, input: Input, sound: SoundPlayer) {
    self.control = control
    self.input = input
    self.sound = sound
    self.screen = Mutex(screen)
    keys = Mutex(Keys(picks: input.picks))
    var ends: [Int32] = [-1, -1]
    // Without a pipe (no descriptors left) the seat still works, it only looks round less often.
    if Glibc.pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    } else {
      ends = [-1, -1]
    }
    pipe = (ends[0], ends[1])
  }

  /// Takes the seat: from here on keys, commands and signals are heard.
  func open() {
    Signals.wake.store(pipe.write, ordering: .releasing)
    hearWhatWasSaidBefore()
    var id = pthread_t()
    let box = Unmanaged.passRetained(self)
    if pthread_create(&id, nil, seatThread, box.toOpaque()) == 0 {
      thread.withLock { $0 = id }
    } else {
      box.release()
    }
  }

  /// Leaves it, with the terminal as it was.
  func close() {
    isOver.store(true, ordering: .releasing)
    wake()
    if let id = thread.withLock({ $0 }) { pthread_join(id, nil) }
    Signals.wake.store(-1, ordering: .releasing)
    screen.withLock { $0.close() }
    Terminal.restore()
    if case .command(let command) = sound { command.close() }
    if pipe.read >= 0 {
      Glibc.close(pipe.read)
      Glibc.close(pipe.write)
    }
  }

  /// Shows and sounds an event; on the walk's thread.
  func show(_ event: WalkEvent) {
    switch event {
    case .paused(let isPaused):
      keys.withLock { $0.isPaused = isPaused }
    case .requestRefused(.lockedTag(let id)):
      if case .keys = input {
        keys.withLock { $0.lockedRedo = id }
        screen.withLock { $0.show(.redoLocked(id: id)) }
        return
      }
    default: break
    }
    if !screen.withLock({ $0.show(event) }), !isBlind.exchange(true, ordering: .acquiringAndReleasing) {
      // Tags must not be written where nobody can see which.
      control.request(.stop(reason: "output-closed"))
    }
    if let sound = Sound(event) { play(sound) }
  }

  private func play(_ what: Sound) {
    switch sound {
    case .silent: break
    case .command(let command): command.play(what)
    case .bell:
      bells.withLock { $0.add(what, at: Self.milliseconds()) }
      wake()
    }
  }

  // MARK: The seat's own thread

  fileprivate func run() {
    var isAway = false
    while !isOver.load(ordering: .acquiring) || hasBellsToRing {
      var waits = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
      if hasInput, !isAway { waits.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&waits, nfds_t(waits.count), timeout())
      ringBells()
      if case .command(let command) = sound { command.reap() }
      isAway = comeBack(isAway)
      guard count >= 0 else { continue }
      if waits[0].revents != 0 { drainPipe() }
      if waits.count > 1, waits[1].revents != 0, !isAway { hear() }
      screen.withLock { $0.refresh() }
    }
  }

  /// After a stop the shell had the terminal: it is taken again once this program is in the foreground.
  private func comeBack(_ wasAway: Bool) -> Bool {
    let continued = Signals.continued.exchange(false, ordering: .acquiringAndReleasing)
    guard continued || wasAway else { return false }
    guard Terminal.isForeground else { return true }
    if case .keys = input { _ = Terminal.takeKeys() }
    screen.withLock { $0.takeBack() }
    return false
  }

  private func drainPipe() {
    var buffer = [UInt8](repeating: 0, count: 64)
    while read(pipe.read, &buffer, buffer.count) > 0 {}
  }

  private func wake() {
    guard pipe.write >= 0 else { return }
    var byte: UInt8 = 0
    _ = write(pipe.write, &byte, 1)
  }

  private func ringBells() {
    if bells.withLock({ $0.takeDue(at: Self.milliseconds()) }) { Output.write("\u{07}", to: STDOUT_FILENO) }
  }

  /// The last result is heard to its end, except where somebody wants the program to end.
  private var hasBellsToRing: Bool {
    Signals.stops.load(ordering: .acquiring) == 0 && bells.withLock { $0.next != nil }
  }

  /// Until the next bell; else often enough for the clock on the screen and for a wake that was lost.
  private func timeout() -> Int32 {
    guard let next = bells.withLock({ $0.next }) else { return 500 }
    return Int32(clamping: max(0, min(500, next - Self.milliseconds())))
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// A file-level function, since a closure would inherit the main actor's isolation and trap on this thread.
private func seatThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Seat>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
