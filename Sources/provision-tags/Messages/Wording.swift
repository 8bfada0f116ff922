internal import Glibc
internal import Provision

/// What to say about the library's values. The library has facts, this program has words.
enum Wording {
  static func message(_ refusal: Refusal, chip: String, in words: Language) -> Message {
    switch refusal {
    case .severalTags: .refusedSeveral
    case .notSupported(.family(let family)): .refusedFamily(family: family)
    case .notSupported(.capabilityContainer(let bytes)): .refusedContainer(bytes: Hex.encode(bytes))
    case .notSupported(.malformed(let detail)): .refusedMalformed(detail: detail)
    case .notSupported(.readProtected): .refusedReadProtected
    case .readOnly(.capabilityContainer): .refusedReadOnly
    case .readOnly(.lockBits(let pages)): .refusedLockedPages(pages: ranges(pages))
    case .readOnly(.password): .refusedPassword
    case .tooSmall(let needed, let capacity): .refusedTooSmall(needed: needed, capacity: capacity, chip: chip)
    case .holdsMessage(let summary): .refusedHolds(summary: summary)
    case .wrongChip(let wanted): .refusedChip(wanted: wanted, found: chip)
    case .alreadyUsed(let row, let id, false): .refusedUsed(row: row, id: id)
    case .alreadyUsed(let row, let id, true): .refusedUsedBlank(row: row, id: id)
    case .alreadyRejected(let reason): .refusedRejected(reason: words.text(message(reason)))
    case .noRowForUID: .refusedNoRow
    case .noRowPicked: .refusedNotPicked
    case .rowIsForAnotherTag(let uid): .refusedOtherTag(uid: uid.description)
    case .randomUID: .refusedRandomUID
    case .unreadable: .refusedUnreadable
    case .cannotLock(let detail): .refusedCannotLock(detail: detail)
    case .cannotProtect: .refusedCannotProtect
    case .cannotMirror: .refusedCannotMirror
    }
  }

  static func message(_ failure: Failure) -> Message {
    switch failure {
    case .tagLost: .failedLost
    case .otherTag(let uid): .failedOtherTag(uid: uid.description)
    case .refused(let command, nil): .failedCommand(command: command)
    case .refused(let command, let address?): .failedCommandAt(command: command, address: address)
    case .verifyFailed(let offset): .failedVerify(offset: offset)
    case .lockFailed(let detail): .failedLock(detail: detail)
    case .protectFailed(let detail): .failedProtect(detail: detail)
    case .malformed(let detail): .failedMalformed(detail: detail)
    }
  }

  static func message(_ reason: RejectReason) -> Message {
    switch reason {
    case .writeFailed: .rejectedWrite
    case .verifyFailed: .rejectedVerify
    case .abandoned: .rejectedAbandoned
    case .lockFailed: .rejectedLock
    case .protectFailed: .rejectedProtect
    }
  }

  static func message(_ refusal: RequestRefusal) -> Message {
    switch refusal {
    case .noSuchRow(let id): .requestNoRow(id: id)
    case .rowIsDone(let id): .requestRowDone(id: id)
    case .pickReplaced(let id): .requestPickReplaced(id: id)
    case .nothingToRedo: .requestNothingToRedo
    case .lockedTag(let id): .requestLocked(id: id)
    case .busy: .requestBusy
    }
  }

  static func message(_ error: ReaderError) -> (text: Message, hint: Message?) {
    switch error {
    case .noneFound: (.readerNone, .hintReaders)
    case .cannotOpen(let name): (.readerCannotOpen(name: name), .hintReaders)
    case .inUse(let name): (.readerInUse(name: name), .hintReaderInUse)
    case .gone(let code): (.readerGone(code: Int(code)), .hintReaderGone)
    case .unsupported(let code): (.readerUnsupported(code: Int(code)), .hintReaderUnsupported)
    case .cancelled: (.readerCancelled, nil)
    }
  }

  static func message(_ error: JournalError) -> (text: Message, hint: Message) {
    switch error {
    case .cannotOpen(let path, let code):
      code == ENOENT
        ? (.fileMissing(path: path), .hintFileMissing)
        : (.logCannotOpen(path: path, reason: reason(code)), .hintLogCannotOpen)
    case .inUse(let path): (.logInUse(path: path), .hintLogInUse)
    case .damaged(_, 1, JournalError.noLog): (.logNone, .hintLogNone)
    case .damaged(_, _, let detail): (.logDamaged(detail: detail), .hintLogDamaged)
    case .foreign(let path, let detail): (.logForeign(path: path, detail: detail), .hintLogForeign)
    case .cannotWrite(let path, let code):
      (.logCannotWrite(path: path, reason: reason(code)), .hintLogCannotWrite)
    case .replaced(let path): (.logReplaced(path: path), .hintLogReplaced)
    case .notChained(let path): (.logNotChained(path: path), .hintLogNotChained)
    }
  }

  /// The C library's sentence for an error number.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// `4, 5, 6, 9` as `4–6, 9`.
  static func ranges(_ numbers: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = parts.last, number <= last.upperBound + 1 {
        parts[parts.count - 1] = last.lowerBound...max(last.upperBound, number)
      } else {
        parts.append(number...number)
      }
    }
    return parts.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
