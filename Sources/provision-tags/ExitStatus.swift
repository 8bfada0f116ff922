internal import Glibc
internal import Provision

/// The exit status, from sysexits(3) as far as that has a word for it.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case undone = 1
  case usage = 64
  case badInput = 65
  case noInput = 66
  case noReader = 69
  case cannotCreate = 73
  case ioError = 74
  case stopped = 75

  /// What it means, for `--help`.
  var meaning: String {
    switch self {
    case .done: "all is done"
    case .undone: "ended, but rows were skipped or stay undone, or something does not match"
    case .usage: "wrong usage"
    case .badInput: "the manifest or log has errors; nothing was touched"
    case .noInput: "no such file"
    case .noReader: "no reader, or it is gone"
    case .cannotCreate: "the log can't be made or is in use"
    case .ioError: "input/output error (disk full)"
    case .stopped: "stopped by the operator; can be resumed"
    }
  }
}

extension ExitStatus {
  /// What an ending of the walk means to a shell.
  init(_ ending: Ending) {
    self =
      switch ending {
      case .complete: .done
      case .incomplete: .undone
      case .stopped: .stopped
      case .readerGone: .noReader
      case .journalFailed: .ioError
      case .manifestFailed: .badInput
      }
  }

  init(_ error: JournalError) {
    self =
      switch error {
      case .cannotOpen(_, ENOENT): .noInput
      case .cannotOpen, .inUse, .notChained: .cannotCreate
      case .damaged, .foreign: .badInput
      case .cannotWrite, .replaced: .ioError
      }
  }

  init(_ error: ManifestError) {
    let isMissing = error.issues.contains { $0.kind == .noSuchFile }
    self = isMissing ? .noInput : .badInput
  }
}
