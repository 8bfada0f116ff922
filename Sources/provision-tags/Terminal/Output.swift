internal import Glibc
internal import Synchronization

/// Standard output and standard error, unbuffered: a line that was printed is out.
enum Output {
  private static let firstFailure = Atomic<Int32>(0)

  /// Why standard output failed first; 0 where it did not.
  static var failure: Int32 { firstFailure.load(ordering: .acquiring) }

  /// Makes sure that the three standard descriptors are taken, before anything is opened: a log must not become standard
  /// output. One that was closed can be neither read nor written afterwards, as before.
  static func takeStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// What a command's status becomes where its output did not get out, which is told; but a reader that has read enough
  /// (`| head`) is no fault to speak of.
  static func settle(_ status: ExitStatus, _ station: Station) -> ExitStatus {
    switch (failure, status) {
    case (0, _): return status
    case (EPIPE, .done), (EPIPE, .undone): return .ioError
    case (EPIPE, _): return status
    // A window that was closed: that is why it stopped, and nobody reads on.
    case (EIO, .stopped): return status
    case (let code, _):
      station.diagnostics.error(.outputFailed(reason: Wording.reason(code)))
      return [.done, .undone, .stopped].contains(status) ? .ioError : status
    }
  }

  /// Writes all of `text`; false where the other end is gone or the disk is full.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(descriptor, start, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&wait, 1, 1000)
            continue
          }
          if descriptor == STDOUT_FILENO {
            _ = firstFailure.compareExchange(expected: 0, desired: errno, ordering: .acquiringAndReleasing)
          }
          return false
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }

  /// A line on standard output.
  @discardableResult
  static func line(_ text: String) -> Bool { write(text + "\n", to: STDOUT_FILENO) }
}

/// Errors and hints on standard error, in one shape.
struct Diagnostics: Sendable {
  let words: Language

  /// The same for a text that is worded and harmless already.
  func error(_ text: String, at place: Place) {
    Output.write("\(Tool.name): error: \(place.prefix(in: words))\(text)\n", to: STDERR_FILENO)
  }

  /// What may be wrong, and stops nothing.
  func warning(_ text: String, at place: Place) {
    Output.write(
      "\(Tool.name): \(words.text(.warningPrefix)): \(place.prefix(in: words))\(text)\n", to: STDERR_FILENO)
  }

  /// What to do about the errors above.
  func hint(_ message: Message) {
    Output.write("\(Tool.name): hint: \(words.text(message))\n", to: STDERR_FILENO)
  }

  /// `provision-tags: error: …`, with the place where there is one, and what to do in a line below.
  func error(_ message: Message, at place: Place? = nil, hint: Message? = nil) {
    var text = place?.prefix(in: words) ?? ""
    text = "\(Tool.name): error: \(text)\(words.text(message))\n"
    if let hint { text += "\(Tool.name): hint: \(words.text(hint))\n" }
    Output.write(text, to: STDERR_FILENO)
  }

  /// What was found out about an error, and what to do about it.
  func finding(_ message: Message, hint: Message) {
    let text = "\(Tool.name): \(words.text(message))\n\(Tool.name): hint: \(words.text(hint))\n"
    Output.write(text, to: STDERR_FILENO)
  }

  /// Something to know that is no error.
  func note(_ message: Message) {
    Output.write("\(Tool.name): \(words.text(message))\n", to: STDERR_FILENO)
  }

  /// Where in a file something is wrong, counting from 1.
  struct Place: Sendable {
    var path: String
    var line: Int?
    var column: Int?

    /// `file:line:column: `, as far as it is known.
    func prefix(in words: Language) -> String {
      var text = words.visible(path)
      if let line { text += ":\(line)" }
      if line != nil, let column { text += ":\(column)" }
      return text + ": "
    }
  }
}
