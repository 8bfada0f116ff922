internal import Glibc

/// Standard output and standard error, unbuffered: a line that was printed is out.
enum Output {
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
