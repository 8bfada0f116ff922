internal import Glibc
internal import Provision

/// What the command line says of passwords and mirrors, and what keeps a secret from being seen.
enum ShieldOptions {
  /// Options that mean nothing without another.
  static func check(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(.protectReading), !arguments.has(.passwordFile) {
      throw .needs("--protect-reading", "--password-file FILE")
    }
    try checkMirror(arguments)
  }

  /// A mirror needs a place; a place without `--mirror` shows the UID.
  static func checkMirror(_ arguments: Arguments) throws(UsageError) {
    guard arguments.has(.mirror) else { return }
    // A template that can't be read is told with the manifest.
    let hasMirror = [OptionName.url, .text].contains { name in
      guard let text = arguments.text(name) else { return false }
      do throws(TemplateFault) { return try Template(text).hasMirror } catch { return true }
    }
    if !hasMirror { throw .mirrorWithoutPlace }
  }

  /// Reads the file, and from then on leaves no trace of this process's memory or of its frames.
  static func protection(
    _ path: String, readingToo: Bool
  ) throws(PasswordFileError) -> WalkOptions.Protection {
    CoreDumps.disable()
    // libnfc's debug output shows every frame, the password's among them.
    setenv("LIBNFC_LOG_LEVEL", "0", 1)
    return WalkOptions.Protection(
      passwords: try PasswordFile.read(path: path), protectsReading: readingToo)
  }
}

extension Failures {
  /// Why a password file is not taken. Says nothing of what it holds.
  static func tell(_ error: PasswordFileError, path: String, _ station: Station) -> ExitStatus {
    switch error {
    case .noSuchFile:
      station.diagnostics.error(.fileMissing(path: path), hint: .hintFileMissing)
      return .noInput
    case .unreadable(let code):
      station.diagnostics.error(.fileUnreadable(path: path, reason: Wording.reason(code)))
      return .noInput
    case .openToOthers:
      station.diagnostics.error(.passwordFileOpen(path: path), hint: .hintPasswordFileOpen(path: path))
      return .badInput
    case .symbolicLink, .notARegularFile, .foreignOwner, .tooLarge:
      station.diagnostics.error(.passwordFileRefused(path: path))
      return .badInput
    case .malformed(let line, _):
      station.diagnostics.error(
        .passwordFileMalformed, at: Diagnostics.Place(path: path, line: line), hint: .hintPasswordFile)
      return .badInput
    }
  }
}
