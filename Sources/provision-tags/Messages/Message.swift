/// Everything this program says to people, as keys with their values. The wording stands in one file a language.
///
/// The log and the events are not among them: they are for programs and are never localised.
enum Message: Equatable, Sendable {
  // The large state, read from two metres away: at most a few short words.
  case statePlace
  case statePick
  case stateWriting
  case stateKeep
  case statePutBack
  case stateDone
  case stateProblem
  case stateTwoTags
  case stateWrongTag
  case statePaused
  case stateReaderGone
  case stateFinished
  case stateStopped

  // What to do next, below the large state.
  case stepPlace
  case stepAnyTag
  case stepPick
  case stepWriting
  case stepKeep
  case stepPutBack(id: String, uid: String)
  case stepDone
  case stepAside
  case stepOneTag
  case stepOther
  case stepUsed
  case stepAgain
  case stepPaused(key: String)
  case stepReader

  // Labels of the screen.
  case labelRow(id: String)
  case labelDone(done: Int, total: Int)
  case labelRate(perHour: Int)
  case labelLeft(time: String)
  case labelRejects(count: Int)
  case labelSkipped(count: Int)
  case labelYield(percent: String)
  case timeHours(hours: Int, minutes: Int)
  case timeMinutes(minutes: Int)
  case timeSeconds(seconds: Int)
  case keysAre(keys: String)
  case keySkip
  case keyRedo
  case keyPause
  case keyContinue
  case keyGoTo
  case keyQuit
  case promptGoTo(typed: String)
  case promptPick(typed: String)
  case promptRedoLocked(id: String)
  case scannerIgnored

  // What happened, as a line.
  case lineReady(row: Int, id: String, payload: String)
  case lineReadyAny
  case lineReadyPick
  case lineDetected(chip: String, uid: String)
  case lineWriting(id: String, uid: String)
  case lineRetrying(attempt: Int, failure: String)
  case lineRetryingBack(attempt: Int, failure: String, id: String, uid: String)
  case lineDone(id: String, uid: String, chip: String, seconds: String)
  case lineLocked
  case lineProtected
  case lineAdopted
  case lineRejected(uid: String, reason: String)
  case lineRemoved(uid: String)
  case lineSkipped(id: String)
  case lineVoided(id: String, uid: String)
  case linePaused
  case lineContinued
  case lineReaderLost
  case lineReaderBack(name: String)
  case lineTotals(done: Int, total: Int, skipped: Int, rejected: Int)
  case promptAnyTag
  case tagWritable(capacity: Int)
  case tagFormattable(capacity: Int)
  case tagEmpty
  case tagHolds(summary: String, bytes: Int)
  case tagBroken(bytes: Int, offset: Int)
  case tagMaker(name: String)
  case tagFamily(name: String)
  case tagMemory(bytes: Int)
  case tagCapacity(bytes: Int)
  case tagGuarded(page: Int)
  case tagGuardedWriting
  case tagGuardsReading
  case tagMirror(what: String)
  case tagRecord(number: Int, summary: String)
  case warnRandomUID
  case warnFewPhones
  case warnHidden
  case warnAdvisory
  case eraseDone(uid: String, chip: String)
  case tagFailed(uid: String, reason: String)
  case failedUnsupported(detail: String)
  case auditRight(uid: String, id: String)
  case auditWrong(uid: String, id: String, found: String)
  case auditNotLocked(uid: String, id: String)
  case auditNotProtected(uid: String, id: String)
  case auditOtherPassword(uid: String, id: String)
  case auditReadProtected(uid: String, id: String)
  case auditUnknown(uid: String)
  case auditMissing(count: Int)
  case auditRandom(uid: String)
  case auditNotGood(uid: String)
  case auditTotals(right: Int, wrong: Int, unknown: Int, unlocked: Int)

  // Why a tag is not taken.
  case refusedSeveral
  case refusedFamily(family: String)
  case refusedContainer(bytes: String)
  case refusedMalformed(detail: String)
  case refusedReadProtected
  case refusedReadOnly
  case refusedLockedPages(pages: String)
  case refusedPassword
  case refusedTooSmall(needed: Int, capacity: Int, chip: String)
  case refusedHolds(summary: String)
  case refusedChip(wanted: String, found: String)
  case refusedUsed(row: Int, id: String)
  case refusedUsedBlank(row: Int, id: String)
  case refusedRejected(reason: String)
  case refusedNoRow
  case refusedNotPicked
  case refusedOtherTag(uid: String)
  case refusedRandomUID
  case refusedCannotLock(detail: String)
  case refusedCannotProtect
  case refusedCannotMirror
  case refusedUnreadable
  case unknownTag

  // Why a try failed, and why a tag is given up.
  case failedLost
  case failedOtherTag(uid: String)
  case failedCommand(command: String)
  case failedCommandAt(command: String, address: Int)
  case failedVerify(offset: Int)
  case failedLock(detail: String)
  case failedProtect(detail: String)
  case failedMalformed(detail: String)
  case rejectedWrite
  case rejectedVerify
  case rejectedAbandoned
  case rejectedLock
  case rejectedProtect

  // Why a request can't be met.
  case requestNoRow(id: String)
  case requestRowDone(id: String)
  case requestPickReplaced(id: String)
  case requestNothingToRedo
  case requestLocked(id: String)
  case requestBusy

  // How a run ended.
  case endedComplete
  case endedIncomplete
  case endedStopped(reason: String)
  case hintResume(command: String)

  // The reader.
  case readerNone
  case readerCannotOpen(name: String)
  case readerInUse(name: String)
  case readerGone(code: Int)
  case readerUnsupported(code: Int)
  case readerCancelled
  case hintReaders
  case hintReaderInUse
  case hintReaderGone
  case hintReaderUnsupported
  case readersFound(name: String, connection: String)
  case diagnosisUnknownDriver(name: String)
  case remedyUnknownDriver
  case diagnosisNoDevice(path: String)
  case remedySimilar(devices: String)
  case remedyPlugIn
  case diagnosisNoPermission(path: String)
  case remedyGroup(group: String)
  case remedyUdev(rule: String)
  case diagnosisBusy(path: String)
  case remedyBusy(path: String)
  case diagnosisNoAnswer(path: String)
  case remedyNoAnswer
  case diagnosisKernelDriver(modules: String)
  case remedyKernelDriver
  case diagnosisPCSC
  case remedyPCSC
  case diagnosisUSBPermission(device: String)
  case diagnosisUSBPresent(device: String)
  case remedyReplug
  case diagnosisNothing
  case remedyTrySimulated
  case diagnosisSerial(devices: String)
  case remedySerial(option: String)

  // The log.
  case logCannotOpen(path: String, reason: String)
  case logInUse(path: String)
  case logDamaged(detail: String)
  case logForeign(path: String, detail: String)
  case logEmpty(path: String)
  case logCannotWrite(path: String, reason: String)
  case logReplaced(path: String)
  case logNotChained(path: String)
  case hintLogNotChained
  case chainWhole(lines: Int)
  case chainDigest(digest: String)
  case chainBroken
  case chainLacksDigest(path: String, lines: Int)
  case logTorn(path: String, bytes: Int)
  case logIsManifest(path: String)
  case hintLogEmpty(log: String)
  case logCut(path: String, bytes: Int)
  case doneStayAsTheyAre
  case logOfAnotherManifest(path: String, manifest: String)
  case begunWithMore(uid: String, id: String, options: String)
  case outputIsInput(path: String)
  case logNone
  case logResumed(done: Int, total: Int)
  case rowChanged(row: Int, id: String, uid: String)
  case hintRowsByNumber
  case hintRowChanged(ids: String)
  case hintLogCannotOpen
  case hintLogInUse
  case hintLogNone
  case hintLogDamaged
  case hintLogForeign
  case hintLogCannotWrite
  case hintLogReplaced

  // Files and questions.
  case fileMissing(path: String)
  case fileUnreadable(path: String, reason: String)
  case fileUnwritable(path: String, reason: String)
  case outputTaken(path: String)
  case outputNotRegular(path: String)
  case outputFailed(reason: String)
  case scenarioInvalid(path: String, detail: String)
  case virtualFailed(call: String, reason: String)
  case linkExists(path: String)
  case simulated(tags: Int, exchanges: Int, commands: Int, bytes: Int, ms: String)
  case hintOtherName
  case hintFileMissing
  case passwordFileOpen(path: String)
  case passwordFileRefused(path: String)
  case passwordFileMalformed
  case hintPasswordFile
  case hintPasswordFileOpen(path: String)
  case hintMendManifest
  case warningPrefix
  case moreErrors(count: Int)
  case moreWarnings(count: Int)
  case valuesAreURLs(path: String)
  case valuesAreTexts(path: String)
  case blankRows(path: String, count: Int)
  case checkRows(path: String, rows: Int, format: String)
  case checkFits
  case checkTooSmall(count: Int)
  case checkRowTooBig(id: String, line: Int, needed: Int, capacity: Int, chip: String)
  case checkDuplicate(row: Int, line: Int, firstRow: Int, firstLine: Int)
  case checkDuplicates(count: Int)
  case reportRun(manifest: String, reader: String)
  case reportSpan(first: String, last: String)
  case reportSeconds(median: String, high: String)
  case reportTakt(median: String, high: String)
  case reportStops(stops: Int, resumes: Int)
  case reportLocked(count: Int)
  case reportUndone(count: Int)
  case reportElsewhere(count: Int)
  case reportVoided(count: Int)
  case reportProtected(count: Int)
  case reportAdopted(count: Int)
  case reportHeadRow
  case reportHeadTime
  case reportHeadPayload
  case reportHeadHours
  case reportHeadRejects
  case reportHeadChips
  case confirmLock
  case confirmErase
  case confirmRedoLocked(count: Int)
  case confirmType(word: String)
  case notConfirmed

  // Usage.
  case usageNoCommand
  case usageUnknownCommand(name: String)
  case usageUnknownOption(name: String, command: String)
  case usageMissingArgument(option: String, placeholder: String)
  case usageUnexpectedArgument(option: String)
  case usageBadValue(name: String, value: String, expected: String)
  case usageNotInRange(name: String, value: String, low: Int, high: Int)
  case usageRepeated(option: String)
  case usageNoDigest(value: String)
  case usageLinkName(value: String)
  case usageMissingOperand(operand: String, command: String)
  case usageExtraOperand(operand: String, command: String)
  case usageNeeds(option: String, other: String)
  case usageConflict(one: String, other: String)
  case usageNeedsYes
  case hintDidYouMean(name: String)
  case hintSeeHelp(command: String)
  case hintGiveYes

  // Checks and the station's options.
  case checkSmallest(bytes: Int, id: String, line: Int)
  case checkMedian(bytes: Int)
  case checkLargest(bytes: Int, id: String, line: Int)
  case checkChips
  case checkClassic
  case checkMoreRows(count: Int)
  case checkPhones
  case checkPhoneRows(count: Int, ids: String)
  case phoneBrowser
  case phoneApp(identifier: String)
  case phoneCall
  case phoneMessage
  case phoneMail
  case phoneFaceTime
  case phoneMaps
  case phoneHomeKit
  case phoneShortcut
  case phoneIgnoresText
  case phoneIgnoresScheme(scheme: String)
  case phoneIgnoresUpperCase(scheme: String)
  case androidBrowser
  case androidApp(scheme: String)
  case androidCustom(scheme: String)
  case androidText
  case androidNothing
  case aasaNoAppLinks(path: String)
  case fileTooLong(path: String, limit: Int)
  case fileNotJSON(detail: String)
  case stationUsed(path: String, options: String)
  case stationUnknown(name: String)
  case stationNotHere(name: String)
  case hintStation
  case hintMendChecked
  case usageMirrorWithoutPlace
  case hintMirrorPlace
  case usageUnknownChip(name: String)
}
