internal import Glibc

/// What the operator hears.
enum Sound: String, CaseIterable, Sendable {
  case ready, good, bad, wrong

  /// When the terminal's bell rings, in milliseconds from now: one for ready, two quick ones for good, three for another tag, five for bad.
  var bells: [Int64] {
    switch self {
    case .ready: [0]
    case .good: [0, 150]
    case .wrong: [0, 300, 600]
    case .bad: [0, 150, 300, 450, 600]
    }
  }
}

/// Plays sounds, and never makes the walk wait for one.
enum SoundPlayer: Sendable {
  case silent
  case bell
  /// A command for the shell, in which `{sound}` stands for the sound's name.
  case command(String)

  /// Starts the command; the walk does not wait for it.
  static func run(_ command: String, _ sound: Sound) {
    let line = command.replacing("{sound}", with: sound.rawValue)
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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", line] as [String]).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    _ = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ)
  }

  /// Takes the status of commands that have ended.
  static func reap() {
    var status: Int32 = 0
    while waitpid(-1, &status, WNOHANG) > 0 {}
  }
}
