internal import Provision

/// `audit LOG`: compares finished tags with the log.
enum AuditCommand {
  private struct Counts {
    var right = 0, wrong = 0, unknown = 0, unlocked = 0
    var mismatches: Int { wrong + unknown + unlocked }
  }

  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    guard let log = arguments.operand else { return .usage }
    let history: History
    do throws(JournalError) {
      history = try JournalReader.summary(path: log).history
    } catch {
      return Failures.tell(error, station)
    }
    Signals.install(crashesToo: false)
    let (opened, status) = OpenedReader.open(arguments.text(.reader), station)
    guard let opened else { return status }
    let isJSON = arguments.text(.format) == "json"
    var counts = Counts()
    let loop = TagLoop(reader: opened.reader, station: station, limit: arguments.number(.count) ?? 0)
    let ended = withExtendedLifetime(opened) {
      loop.run { tag, _ in
        let (verdict, message, id) = judge(tag, history, station.words, &counts)
        if isJSON {
          var line = JSONLine()
          line.add("uid", tag.uid.description)
          line.add("verdict", verdict)
          line.add("id", id)
          Output.line(line.text)
        } else {
          Output.line(station.words.text(message))
        }
      }
    }
    station.diagnostics.note(
      .auditTotals(
        right: counts.right, wrong: counts.wrong, unknown: counts.unknown, unlocked: counts.unlocked))
    return ended == .done && counts.mismatches > 0 ? .undone : ended
  }

  private static func judge(
    _ tag: any Tag, _ history: History, _ words: Language, _ counts: inout Counts
  ) -> (verdict: String, message: Message, id: String?) {
    let uid = tag.uid.description
    guard case .done(_, let id, let locked) = history.tags[tag.uid] else {
      if history.tags[tag.uid] == nil {
        counts.unknown += 1
        return ("unknown", .auditUnknown(uid: uid), nil)
      }
      counts.wrong += 1
      return ("not-good", .auditNotGood(uid: uid), nil)
    }
    let found: String
    do throws(TagError) {
      let content = try tag.readNDEF()
      if case .message(let octets) = content {
        if case .done(tag.uid, let digest) = history.rows[id], digest == History.digest(of: octets) {
          guard locked, case .readWrite = try tag.queryNDEFStatus() else {
            counts.right += 1
            return ("right", .auditRight(uid: uid, id: id), id)
          }
          counts.unlocked += 1
          return ("not-locked", .auditNotLocked(uid: uid, id: id), id)
        }
        found = words.text(Wording.message(octets))
      } else {
        found = words.text(.tagEmpty)
      }
    } catch {
      found = words.text(Wording.message(error, chip: tag.chip))
    }
    counts.wrong += 1
    return ("wrong", .auditWrong(uid: uid, id: id, found: found), id)
  }
}
