internal import CPlatform
internal import Foundation
internal import Glibc
internal import Synchronization

/// The built program at a terminal of its own, as an operator has it: a session leader on a pseudo-terminal.
final class PseudoTerminal: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var status: Int32?
    var hangsUp = false
    var isClosed = false
  }

  let pid: pid_t
  private let master: Int32
  private let state = Mutex(State())

  struct Failure: Error {
    var call: String
  }

  /// Runs `arguments` in `folder`; standard input, output and error are the terminal.
  init(
    _ arguments: [String], in folder: URL, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], program: String = Tool.url.path
  ) throws {
    let master = provision_posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    var name = [CChar](repeating: 0, count: 128)
    guard master >= 0, provision_grantpt(master) == 0, provision_unlockpt(master) == 0,
      provision_ptsname_r(master, &name, name.count) == 0
    else { throw Failure(call: "openpt") }
    self.master = master
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    let all = Tool.environment.merging(["TERM": "xterm-256color"]) { $1 }
      .merging(environment) { $1 }
    pid = try Self.spawn(
      [program] + arguments, all.map { "\($0.key)=\($0.value)" }, terminal: name, folder: folder.path)
    Thread.detachNewThread { [self] in read() }
  }

  /// POSIX_SPAWN_SETSID of glibc's spawn.h, which hides it from Swift.
  private static let setSession: Int16 = 0x80

  private static func spawn(
    _ arguments: [String], _ environment: [String], terminal: [CChar], folder: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A thread of a pool has most signals blocked, and a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, setSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder]
    var words: [UnsafeMutablePointer<CChar>?] = (shell + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    guard posix_spawn(&child, shell[0], &actions, &attributes, &words, &variables) == 0 else {
      throw Failure(call: "posix_spawn")
    }
    return child
  }

  deinit { if !state.withLock({ $0.isClosed }) { close(master) } }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var waits = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&waits, 1, 20) > 0
      if state.withLock({ $0.hangsUp }) {
        // Closed on this thread: another one's close would not end a read that waits.
        state.withLock { $0.isClosed = true }
        close(master)
        break
      }
      guard isReady else { continue }
      let count = Glibc.read(master, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      state.withLock { $0.bytes += buffer.prefix(count) }
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    state.withLock { $0.status = status }
  }

  /// Everything that the program wrote so far.
  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The terminal's modes as they are now.
  var modes: termios {
    var modes = termios()
    tcgetattr(master, &modes)
    return modes
  }
  var echoes: Bool { modes.c_lflag & tcflag_t(ECHO) != 0 && modes.c_lflag & tcflag_t(ICANON) != 0 }

  func type(_ text: String) {
    var bytes = Array(text.utf8)
    _ = write(master, &bytes, bytes.count)
  }

  func signal(_ number: Int32) { kill(pid, number) }

  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Hangs up, as a window that is closed.
  func hangUp() { state.withLock { $0.hangsUp = true } }

  /// Waits until `condition` holds, a minute at most; whether it does.
  @discardableResult
  func wait(_ condition: (PseudoTerminal) -> Bool) -> Bool {
    for _ in 0..<3000 {
      if condition(self) { return true }
      usleep(20_000)
    }
    return condition(self)
  }

  /// Waits until this was written after the first `offset` bytes.
  @discardableResult
  func wait(for text: String, after offset: Int = 0) -> Bool {
    wait { String(decoding: $0.bytes.dropFirst(offset), as: UTF8.self).contains(text) }
  }

  /// Whether the program is stopped (by SIGSTOP), as the kernel tells.
  var isStopped: Bool {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return status.split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// Waits for the end; the exit status, or the negative number of the signal that ended it; nil where it did not end.
  func end() -> Int32? {
    guard wait({ $0.state.withLock { $0.status } != nil }), let status = state.withLock({ $0.status }) else {
      kill(pid, SIGKILL)
      return nil
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }
}
