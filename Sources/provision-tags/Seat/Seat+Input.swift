internal import Glibc
internal import Provision
internal import Synchronization

/// What is said on standard input, in keys, ids or commands.
extension Seat {
  /// Requests that may wait for the walk; more are left in the pipe, since somebody may write without end.
  private static let backlogLimit = 4_096

  /// Whether anything can come that the walk has room for.
  var hasInput: Bool {
    input != .nobody && !isInputOver.load(ordering: .acquiring) && control.backlog < Self.backlogLimit
  }

  /// Commands that a controller sent before the run began are for its first row: the walk must not be at the tag
  /// before they are heard.
  func hearWhatWasSaidBefore() {
    guard case .commands = input else { return }
    // As much as a pipe holds: a file without an end must not keep the run from its beginning.
    for _ in 0..<16 where hasInput && somethingComes(within: 0) { hear() }
  }

  /// Takes what stands on standard input; its end too.
  func hear() {
    let bytes = readInput()
    switch input {
    case .keys: press(bytes)
    case .ids: pick(bytes)
    case .commands:
      for line in lines.withLock({ $0.take(bytes) }) { obey(line) }
    case .nobody: break
    }
    if bytes.isEmpty {
      isInputOver.store(true, ordering: .releasing)
      control.endRequests(reason: "input-closed")
    }
  }

  // MARK: Keys

  private func press(_ first: [UInt8]) {
    let isText = first.isEmpty || keys.withLock { $0.takesText }
    for action in keys.withLock({ $0.take(isText ? first : withWhatFollows(first)) }) {
      switch action {
      case .request(let request): control.request(request)
      case .prompt(let prompt): screen.withLock { $0.show(prompt) }
      }
    }
  }

  // MARK: Ids

  /// Ids that arrive together are from a file or a program, and picked one after another. One that arrives alone takes the
  /// place of the pick before, as from a scanner in somebody's hand who scanned the wrong badge.
  private func pick(_ first: [UInt8]) {
    let bytes = first.isEmpty ? first : withWhatFollows(first)
    let ids = lines.withLock { $0.take(bytes) }.compactMap { line -> String? in
      // No row has such an id, and that is told.
      guard case .whole(let bytes) = line else { return "…" }
      // A byte order mark, or what a key sent, is no part of an id.
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      let id = String(String.UnicodeScalarView(scalars.filter { $0 != "\u{FEFF}" && $0.value >= 0x20 }))
      return id.isEmpty ? nil : id
    }
    // The last one may end without an Enter.
    if first.isEmpty || ids.count > 1 || control.hasPicks {
      control.lineUp(picks: ids)
    } else if let id = ids.first {
      control.request(.pick(id: id))
    }
  }

  // MARK: Commands

  private func obey(_ line: LineBuffer.Line) {
    do throws(ControllerCommand.Fault) {
      guard case .whole(let bytes) = line else { throw .tooLong }
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return }
      control.request(try ControllerCommand.request(bytes))
    } catch {
      let text = EventsScreen.problem("bad-command", detail: error.rawValue, at: Timestamp.now())
      screen.withLock { _ in _ = Output.line(text) }
    }
  }

  // MARK: Bytes

  /// What follows within a twentieth of a second was not typed by a person, and belongs to it.
  private func withWhatFollows(_ first: [UInt8]) -> [UInt8] {
    var bytes = first
    while bytes.count < 4096, somethingComes(within: 50) {
      let more = readInput()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func somethingComes(within milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }

  /// Nothing at the input's end.
  private func readInput() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return Array(buffer.prefix(max(0, count)))
    }
  }
}

extension Seat.Input {
  var picks: Bool {
    switch self {
    case .keys(let picks): picks
    case .commands(let picks): picks
    case .ids: true
    case .nobody: false
    }
  }
}
