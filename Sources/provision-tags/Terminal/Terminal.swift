internal import Glibc
internal import Synchronization

/// The controlling terminal: its size, its modes, and that it is always given back as it was found.
///
/// What a signal handler needs to restore it lies in memory that is set up before the handler can run and never freed.
enum Terminal {
  /// Shows the cursor, switches attributes off and leaves the alternate screen.
  static let restoringSequence = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private nonisolated(unsafe) static let savedModes: UnsafeMutablePointer<termios> = .allocate(capacity: 1)
  private nonisolated(unsafe) static let sequence: UnsafePointer<CChar>? = strdup(restoringSequence).map {
    UnsafePointer($0)
  }
  private static let sequenceLength = restoringSequence.utf8.count
  private static let modesChanged = Atomic<Bool>(false)
  private static let screenTaken = Atomic<Bool>(false)

  /// The size of the terminal behind standard output, 80 by 24 where it does not say.
  static func size() -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Reads single keys without echo; signals keep their keys. False where standard input is no terminal.
  static func takeKeys() -> Bool {
    if !modesChanged.load(ordering: .acquiring) {
      guard tcgetattr(STDIN_FILENO, savedModes) == 0 else { return false }
    }
    var modes = savedModes.pointee
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    modes.c_iflag &= ~tcflag_t(IXON)  // so that Ctrl-S and Ctrl-Q are keys
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &modes) == 0 else { return false }
    modesChanged.store(true, ordering: .releasing)
    return true
  }

  /// Changes to the alternate screen, so that what stood above the walk is there again after it.
  static func takeScreen() {
    _ = sequence
    screenTaken.store(true, ordering: .releasing)
    Output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", to: STDOUT_FILENO)
  }

  /// Whether the alternate screen is ours now.
  static var hasScreen: Bool { screenTaken.load(ordering: .acquiring) }

  /// Whether this program may use the terminal: a job in the background that touches it is stopped.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
  }

  /// Gives everything back. May be called at any time, more than once, and from a signal handler.
  static func restore() {
    if screenTaken.exchange(false, ordering: .acquiringAndReleasing), let sequence {
      _ = Glibc.write(STDOUT_FILENO, sequence, sequenceLength)
    }
    if modesChanged.exchange(false, ordering: .acquiringAndReleasing) {
      tcsetattr(STDIN_FILENO, TCSANOW, savedModes)
    }
  }

  /// Touches what ``restore()`` needs, before a handler is installed: a handler must not be the first to make it.
  static func prepare() {
    _ = savedModes
    _ = sequence
    _ = sequenceLength
  }
}
