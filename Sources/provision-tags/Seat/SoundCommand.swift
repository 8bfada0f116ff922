internal import Glibc
internal import Synchronization

/// A command of the user's for each sound (a player, a relay, a lamp): started, never waited for.
final class SoundCommand: Sendable {
  /// How many may run at a time; a command that hangs must not fill the machine.
  static let limit = 4

  private let command: String
  private let running = Mutex<[pid_t]>([])

  /// - Parameter command: for the shell; `{sound}` stands for the sound's name.
  init(_ command: String) { self.command = command }

  /// Starts it. Where too many still run, the oldest is ended first.
  func play(_ sound: Sound) {
    reap()
    running.withLock { running in
      while running.count >= Self.limit { end(running.removeFirst()) }
      if let child = start(command.replacing("{sound}", with: sound.rawValue)) { running.append(child) }
    }
  }

  /// Takes the status of commands that have ended.
  func reap() {
    running.withLock { running in
      running.removeAll { child in
        var status: Int32 = 0
        return waitpid(child, &status, WNOHANG) != 0
      }
    }
  }

  /// Lets the last sounds end, for a second at most, and ends what still runs.
  func close() {
    for _ in 0..<50 {
      reap()
      if running.withLock({ $0.isEmpty }) { return }
      usleep(20_000)
    }
    running.withLock { running in
      for child in running { end(child) }
      running = []
    }
  }

  /// With all that it started itself.
  private func end(_ child: pid_t) {
    kill(-child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private func start(_ line: String) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Its output would stand in the middle of the screen or of the events, and its input would eat the keys.
    for (descriptor, flags) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
    ] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that Ctrl-C at the terminal does not reach it; no signal blocked or ignored.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", line] as [String]).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ) == 0 else { return nil }
    return child
  }
}

/// Who makes the sounds.
enum SoundPlayer: Sendable {
  case silent
  case bell
  case command(SoundCommand)
}
