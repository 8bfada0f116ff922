internal import Provision
internal import Synchronization

/// `audit LOG`: compares finished tags with the log.
enum AuditCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    guard let log = arguments.operand else { return .usage }
    // The log first: it says more about a mistyped name than a reader does.
    do throws(JournalError) { _ = try JournalReader.summary(path: log) } catch {
      return Failures.tell(error, station)
    }
    var options = Auditor.Options()
    if let file = arguments.text(.passwordFile) {
      do throws(PasswordFileError) {
        options.passwords = try ShieldOptions.protection(file, readingToo: false).passwords
      } catch {
        return Failures.tell(error, path: file, station)
      }
    }
    Signals.install(crashesToo: false)
    let (opened, status) = OpenedReader.open(arguments.text(.reader), station)
    guard let opened else { return status }
    if let count = arguments.number(.count), count > 0 { options.limit = count }
    let control = WalkControl { Signals.stopReason }
    let auditor: Auditor
    do throws(JournalError) {
      auditor = try Auditor(log: log, reader: opened.reader, options: options, control: control)
    } catch {
      return Failures.tell(error, station)
    }
    let isJSON = arguments.text(.format) == "json"
    station.diagnostics.note(.promptAnyTag)
    let ending = withExtendedLifetime(opened) {
      auditor.run {
        tell($0, isJSON, station)
        if Output.failure != 0 { control.request(.stop(reason: "output-closed")) }
      }
    }
    let counts = auditor.counts
    station.diagnostics.note(
      .auditTotals(
        right: counts.right, wrong: counts.wrong + counts.bad + counts.unreadable + counts.readProtected,
        unknown: counts.unknown,
        unlocked: counts.unlocked + counts.unprotected))
    station.diagnostics.note(.auditMissing(count: counts.missing))
    if case .readerGone(let error) = ending {
      ReadersCommand.report(error, connectionString: opened.reader.connectionString, station)
      return .noReader
    }
    if counts.mismatches > 0 { return .undone }
    // Stopped before all were seen: nobody is to take that for a passed audit.
    if case .stopped = ending, counts.missing > 0 { return .stopped }
    return .done
  }

  private static func tell(_ event: AuditEvent, _ isJSON: Bool, _ station: Station) {
    switch event {
    case .severalTags: station.diagnostics.note(.refusedSeveral)
    case .readerLost: station.diagnostics.note(.lineReaderLost)
    case .readerBack(let name): station.diagnostics.note(.lineReaderBack(name: name))
    case .checked(let tag, _), .again(let tag):
      let (verdict, message) = wording(tag, station.words)
      guard isJSON else {
        Output.line(station.words.text(message))
        return
      }
      var line = JSONLine()
      line.add("v", 1)
      line.add("uid", tag.uid.description)
      line.add("verdict", verdict)
      line.add("row", tag.row)
      line.add("id", tag.id)
      if !tag.chip.isEmpty { line.add("chip", tag.chip) }
      if case .again = event { line.add("again", true) }
      Output.line(line.text)
    case .ready, .removed, .paused, .ended: break
    }
  }

  private static func wording(_ tag: AuditedTag, _ words: Language) -> (verdict: String, message: Message) {
    let uid = tag.uid.description
    let id = tag.id ?? ""
    return switch tag.verdict {
    case .right: ("right", .auditRight(uid: uid, id: id))
    case .wrongPayload(.message(let octets)):
      ("wrong", .auditWrong(uid: uid, id: id, found: words.text(Wording.message(octets))))
    case .wrongPayload: ("wrong", .auditWrong(uid: uid, id: id, found: words.text(.tagEmpty)))
    case .notLocked: ("not-locked", .auditNotLocked(uid: uid, id: id))
    case .notProtected: ("not-protected", .auditNotProtected(uid: uid, id: id))
    case .otherPassword: ("other-password", .auditOtherPassword(uid: uid, id: id))
    case .readProtected: ("read-protected", .auditReadProtected(uid: uid, id: id))
    case .unknown: ("unknown", .auditUnknown(uid: uid))
    case .randomUID: ("unknown", .auditRandom(uid: uid))
    case .unfinished, .rejected, .voided: ("not-good", .auditNotGood(uid: uid))
    case .unreadable(let error):
      ("unreadable", .auditWrong(uid: uid, id: id, found: words.text(Wording.message(error, chip: tag.chip))))
    }
  }
}
