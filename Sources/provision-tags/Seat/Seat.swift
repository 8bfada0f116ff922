internal import Glibc
internal import Provision
internal import Synchronization

/// Where the operator or the line controller sits: shows and sounds what the walk does, and passes on what they ask.
///
/// The walk's thread calls ``show(_:)``; a thread of the seat's own waits for keys, commands, signals and the bell's
/// time. They share the screen under a lock, and the walk only ever hears from ``WalkControl``.
final class Seat: Sendable {
  /// Who speaks on standard input.
  enum Input: Sendable {
    case nobody
    case keys(picks: Bool)
    case commands
  }

  let control: WalkControl
  private let input: Input
  private let sound: SoundPlayer
  private let screen: Mutex<any Screen>
  private let keys: Mutex<Keys>
  private let bells = Mutex<[Int64]>([])
  private let isOver = Atomic<Bool>(false)
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
    SoundPlayer.reap()
    if pipe.read >= 0 {
      Glibc.close(pipe.read)
      Glibc.close(pipe.write)
    }
  }

  /// Shows and sounds an event; on the walk's thread.
  func show(_ event: WalkEvent) {
    switch event {
    case .paused(let isPaused): keys.withLock { $0.isPaused = isPaused }
    case .requestRefused(.lockedTag(let id)):
      if case .keys = input {
        keys.withLock { $0.lockedRedo = id }
        screen.withLock { $0.show(.redoLocked(id: id)) }
        return
      }
    default: break
    }
    screen.withLock { $0.show(event) }
    if let sound = Sound(event) { play(sound) }
  }

  private func play(_ what: Sound) {
    switch sound {
    case .silent: break
    case .command(let command): SoundPlayer.run(command, what)
    case .bell:
      let now = Self.milliseconds()
      bells.withLock { $0 = what.bells.map { now + $0 } }
      wake()
    }
  }

  // MARK: The seat's own thread

  fileprivate func run() {
    var hasInput = input.isSomebody
    var line: [UInt8] = []
    var isTooLong = false
    while !isOver.load(ordering: .acquiring) {
      var waits = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
      if hasInput { waits.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&waits, nfds_t(waits.count), timeout())
      passOnSignals()
      ringBells()
      if case .command = sound { SoundPlayer.reap() }
      guard count >= 0 else { continue }
      if waits[0].revents != 0 { drainPipe() }
      if hasInput, waits[1].revents != 0 {
        let bytes = readInput()
        hasInput = !bytes.isEmpty
        switch input {
        case .keys: press(bytes)
        case .commands: takeCommands(bytes, &line, &isTooLong)
        case .nobody: break
        }
      }
      screen.withLock { $0.refresh() }
    }
  }

  private func passOnSignals() {
    guard Signals.stops.load(ordering: .acquiring) > 0,
      Signals.passedOn.exchange(true, ordering: .acquiringAndReleasing) == false
    else { return }
    control.request(.stop(reason: Signals.stopReason))
  }

  private func press(_ first: [UInt8]) {
    var bytes = first
    if !keys.withLock({ $0.takesText }) {
      // What follows within a twentieth of a second was not typed by a person.
      var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      while bytes.count < 4096, poll(&wait, 1, 50) > 0 {
        let more = readInput()
        if more.isEmpty { break }
        bytes += more
      }
    }
    for action in keys.withLock({ $0.take(bytes) }) {
      switch action {
      case .request(let request): control.request(request)
      case .prompt(let prompt): screen.withLock { $0.show(prompt) }
      }
    }
  }

  private func takeCommands(_ bytes: [UInt8], _ line: inout [UInt8], _ isTooLong: inout Bool) {
    for byte in bytes {
      guard byte == 0x0A else {
        if line.count < ControllerCommand.longestLine { line.append(byte) } else { isTooLong = true }
        continue
      }
      defer {
        line = []
        isTooLong = false
      }
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }), !isTooLong { continue }
      do throws(ControllerCommand.Fault) {
        if isTooLong { throw .tooLong }
        control.request(try ControllerCommand.request(line))
      } catch {
        let text = EventsScreen.problem("bad-command", detail: error.rawValue, at: Timestamp.now())
        screen.withLock { _ in _ = Output.line(text) }
      }
    }
  }

  private func readInput() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return Array(buffer.prefix(max(0, count)))
    }
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
    let now = Self.milliseconds()
    let isDue = bells.withLock { due in
      let before = due.count
      due.removeAll { $0 <= now }
      return due.count < before
    }
    if isDue { Output.write("\u{07}", to: STDOUT_FILENO) }
  }

  /// Until the next bell; else often enough for the clock on the screen and for a wake that was lost.
  private func timeout() -> Int32 {
    let next = bells.withLock { $0.min() }
    guard let next else { return 500 }
    return Int32(clamping: max(0, min(500, next - Self.milliseconds())))
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension Seat.Input {
  fileprivate var picks: Bool { if case .keys(let picks) = self { picks } else { false } }
  fileprivate var isSomebody: Bool { if case .nobody = self { false } else { true } }
}

extension Sound {
  /// How an event sounds.
  init?(_ event: WalkEvent) {
    switch event {
    case .ready, .readyForAnyTag, .readyForPick: self = .ready
    case .done: self = .good
    case .refused: self = .wrong
    case .retrying, .rejected, .readerLost, .requestRefused: self = .bad
    default: return nil
    }
  }
}

/// A file-level function, since a closure would inherit the main actor's isolation and trap on this thread.
private func seatThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<Seat>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
