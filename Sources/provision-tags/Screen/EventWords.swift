internal import Provision

/// The fixed words of the events' schema for reasons, with their values.
enum EventWords {
  static func add(_ refusal: Refusal, to line: inout JSONLine) {
    switch refusal {
    case .severalTags: line.add("reason", "several-tags")
    case .notSupported(let reason):
      switch reason {
      case .family(let family):
        line.add("reason", "not-supported")
        line.add("detail", family)
      case .capabilityContainer(let bytes):
        line.add("reason", "bad-capability-container")
        line.add("detail", Hex.encode(bytes))
      case .malformed(let detail):
        line.add("reason", "malformed")
        line.add("detail", detail)
      case .readProtected: line.add("reason", "read-protected")
      }
    case .readOnly(.capabilityContainer): line.add("reason", "read-only")
    case .readOnly(.lockBits(let pages)):
      line.add("reason", "locked")
      line.add("pages", pages)
    case .readOnly(.password): line.add("reason", "password-protected")
    case .tooSmall(let needed, let capacity):
      line.add("reason", "too-small")
      line.add("needed", needed)
      line.add("available", capacity)
    case .holdsMessage(let summary):
      line.add("reason", "holds-message")
      line.add("detail", summary)
    case .wrongChip(let wanted):
      line.add("reason", "wrong-chip")
      line.add("wanted", wanted)
    case .alreadyUsed(let row, let id, let blank):
      line.add("reason", "already-used")
      line.add("row", row)
      line.add("id", id)
      line.add("blank", blank)
    case .alreadyRejected(let reason):
      line.add("reason", "already-rejected")
      line.add("detail", reason.rawValue)
    case .noRowForUID: line.add("reason", "no-row-for-uid")
    case .noRowPicked: line.add("reason", "no-row-picked")
    case .rowIsForAnotherTag(let uid):
      line.add("reason", "row-is-for-another-tag")
      line.add("wanted", uid.description)
    case .randomUID: line.add("reason", "random-uid")
    case .unreadable: line.add("reason", "unreadable")
    case .cannotLock(let detail):
      line.add("reason", "cannot-lock")
      line.add("detail", detail)
    case .cannotProtect(let detail):
      line.add("reason", "cannot-protect")
      line.add("detail", detail)
    case .cannotMirror(let detail):
      line.add("reason", "cannot-mirror")
      line.add("detail", detail)
    }
  }

  static func add(_ failure: Failure, to line: inout JSONLine) {
    switch failure {
    case .tagLost: line.add("failure", "tag-lost")
    case .otherTag(let uid):
      line.add("failure", "other-tag")
      line.add("other_uid", uid.description)
    case .refused(let command, let address):
      line.add("failure", "refused")
      line.add("command", command)
      line.add("address", address)
    case .verifyFailed(let offset):
      line.add("failure", "verify-failed")
      line.add("offset", offset)
    case .lockFailed(let detail):
      line.add("failure", "lock-failed")
      line.add("detail", detail)
    case .protectFailed(let detail):
      line.add("failure", "protect-failed")
      line.add("detail", detail)
    case .malformed(let detail):
      line.add("failure", "malformed")
      line.add("detail", detail)
    }
  }

  static func add(_ refusal: RequestRefusal, to line: inout JSONLine) {
    switch refusal {
    case .noSuchRow(let id):
      line.add("problem", "no-such-row")
      line.add("id", id)
    case .rowIsDone(let id):
      line.add("problem", "row-is-done")
      line.add("id", id)
    case .pickReplaced(let id):
      line.add("problem", "pick-replaced")
      line.add("id", id)
    case .nothingToRedo: line.add("problem", "nothing-to-redo")
    case .lockedTag(let id):
      line.add("problem", "locked-tag")
      line.add("id", id)
    case .busy: line.add("problem", "busy")
    }
  }

  static func add(_ error: ReaderError, to line: inout JSONLine) {
    switch error {
    case .noneFound: line.add("detail", "none-found")
    case .cannotOpen(let name):
      line.add("detail", "cannot-open")
      line.add("reader", name)
    case .inUse(let name):
      line.add("detail", "in-use")
      line.add("reader", name)
    case .gone(let code):
      line.add("detail", "gone")
      line.add("code", Int(code))
    case .unsupported(let code):
      line.add("detail", "unsupported")
      line.add("code", Int(code))
    case .cancelled: line.add("detail", "cancelled")
    }
  }

  static func add(_ ending: Ending, to line: inout JSONLine) {
    line.add("exit", Int(ExitStatus(ending).rawValue))
    switch ending {
    case .complete: line.add("ending", "complete")
    case .incomplete: line.add("ending", "incomplete")
    case .stopped(let reason):
      line.add("ending", "stopped")
      line.add("reason", reason)
    case .readerGone(let error):
      line.add("ending", "reader-gone")
      add(error, to: &line)
    case .journalFailed: line.add("ending", "log-failed")
    case .manifestFailed: line.add("ending", "manifest-failed")
    }
  }
}
