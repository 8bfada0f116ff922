internal import Glibc
internal import Synchronization

/// What signals tell. Handlers only count, wake the seat, and at a second stop leave; the walk and the seat's thread do the rest.
enum Signals {
  /// How often the program was asked to end.
  static let stops = Atomic<Int>(0)
  /// The number of the first signal that asked.
  static let stopNumber = Atomic<Int32>(0)
  /// Whether the screen has to be drawn anew: another size, or back from the background.
  static let redraw = Atomic<Bool>(false)
  /// Whether the program came back from the background, where the shell had the terminal.
  static let continued = Atomic<Bool>(false)
  /// How often SIGUSR1 came; for `simulate`, whose reader it unplugs and plugs in again.
  static let toggles = Atomic<Int>(0)
  /// The writing end of the seat's pipe; -1 where nobody listens.
  static let wake = Atomic<Int32>(-1)

  /// Installs the handlers; SIGPIPE is ignored, a write then fails instead.
  static func install(crashesToo: Bool) {
    Terminal.prepare()
    for number in [SIGINT, SIGTERM] { handle(number, stopHandler) }
    // nohup(1) asked that a closed terminal does not matter.
    if !isIgnored(SIGHUP) { handle(SIGHUP, stopHandler) }
    handle(SIGWINCH, redrawHandler)
    handle(SIGTSTP, suspendHandler)
    handle(SIGCONT, continueHandler)
    signal(SIGPIPE, SIG_IGN)
    guard crashesToo else { return }
    // A trap is the program's own fault; the operator's terminal is given back before it ends as it would have.
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { handle(number, crashHandler) }
  }

  /// SIGUSR1 counts from here on, instead of ending the program.
  static func countToggles() { handle(SIGUSR1, toggleHandler) }

  /// The log's word for what asked the program to end; nil where nothing did.
  static var stopReason: String? {
    guard stops.load(ordering: .acquiring) > 0 else { return nil }
    return switch stopNumber.load(ordering: .acquiring) {
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    default: "SIGINT"
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  fileprivate static func wakeSeat() {
    let descriptor = wake.load(ordering: .acquiring)
    if descriptor >= 0 {
      var byte: UInt8 = 0
      _ = write(descriptor, &byte, 1)
    }
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    sigemptyset(&action.sa_mask)
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
    // A launcher's thread may have blocked it (Foundation's Process hands its mask on), and nothing would stop us.
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
  }
}

private func stopHandler(_ number: Int32) {
  let saved = errno
  // Before it is counted: who sees the count asks for the number.
  _ = Signals.stopNumber.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
  if Signals.stops.add(1, ordering: .acquiringAndReleasing).oldValue > 0 {
    Terminal.restore()
    _exit(ExitStatus.stopped.rawValue)
  }
  Signals.wakeSeat()
  errno = saved
}

private func redrawHandler(_ number: Int32) {
  let saved = errno
  Signals.redraw.store(true, ordering: .releasing)
  Signals.wakeSeat()
  errno = saved
}

private func continueHandler(_ number: Int32) {
  Signals.continued.store(true, ordering: .releasing)
  redrawHandler(number)
}

private func toggleHandler(_ number: Int32) {
  Signals.toggles.add(1, ordering: .acquiringAndReleasing)
}

private func suspendHandler(_ number: Int32) {
  let saved = errno
  Terminal.restore()
  kill(getpid(), SIGSTOP)
  errno = saved
}

private func crashHandler(_ number: Int32) {
  Terminal.restore()
  signal(number, SIG_DFL)
  raise(number)
}
