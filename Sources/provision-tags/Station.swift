internal import Glibc

/// What the environment says of the place at which the program runs: language and terminals.
struct Station: Sendable {
  let environment: [String: String]
  var words: Language

  /// Only what is looked at: the environment may hold what must not be carried about.
  init() {
    var environment: [String: String] = [:]
    for name in ["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG", "NO_COLOR", "TERM"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    self.environment = environment
    words = Language(environment: environment)
  }

  /// The same in the language that was asked for.
  func speaking(_ code: String?) -> Station {
    guard let language = code.flatMap(Language.init(rawValue:)) else { return self }
    var station = self
    station.words = language
    return station
  }

  var diagnostics: Diagnostics { Diagnostics(words: words) }
  var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// Whether the terminal behind standard output can be drawn on.
  var canDraw: Bool {
    let term = environment["TERM"] ?? ""
    return outputIsTerminal && !term.isEmpty && term != "dumb"
  }

  /// Asks at the terminal for the word `yes`; false for any other answer.
  ///
  /// - Throws: ``UsageError/needsYes`` where there is no terminal to ask at.
  func confirm(_ question: Message) throws(UsageError) -> Bool {
    guard inputIsTerminal else { throw .needsYes }
    Output.write(words.text(question) + "\n" + words.text(.confirmType(word: "yes")), to: STDERR_FILENO)
    if readLine() == "yes" { return true }
    diagnostics.note(.notConfirmed)
    return false
  }
}
