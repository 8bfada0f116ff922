internal import Provision

/// `read`: shows what is on the tags presented.
enum ReadCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    Signals.install(crashesToo: false)
    let (opened, status) = OpenedReader.open(arguments.text(.reader), station)
    guard let opened else { return status }
    let isJSON = arguments.text(.format) == "json"
    let loop = TagLoop(reader: opened.reader, station: station, limit: arguments.number(.count) ?? 0)
    return withExtendedLifetime(opened) {
      loop.run { tag, _ in
        let content: NDEFContent?
        let state: NDEFStatus
        do throws(TagError) {
          state = try tag.queryNDEFStatus()
          if case .notSupported = state { content = nil } else { content = try tag.readNDEF() }
        } catch {
          let reason = station.words.text(Wording.message(error, chip: tag.chip))
          station.diagnostics.note(.tagFailed(uid: tag.uid.description, reason: reason))
          return
        }
        Output.line(isJSON ? json(tag, state, content) : text(tag, state, content, station.words))
      }
    }
  }

  private static func text(
    _ tag: any Tag, _ state: NDEFStatus, _ content: NDEFContent?, _ words: Language
  ) -> String {
    var lines = [words.text(.lineDetected(chip: tag.chip, uid: tag.uid.description))]
    lines.append("  " + words.text(Wording.message(state, chip: tag.chip)))
    switch content {
    case .none: break
    case .unformatted, .empty: lines.append("  " + words.text(.tagEmpty))
    case .message(let octets): lines.append("  " + words.text(Wording.message(octets)))
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ tag: any Tag, _ state: NDEFStatus, _ content: NDEFContent?) -> String {
    var line = JSONLine()
    line.add("uid", tag.uid.description)
    line.add("chip", tag.chip)
    line.add("type", tag.type.rawValue)
    switch state {
    case .notSupported(let reason):
      line.add("state", "not-supported")
      EventWords.add(.notSupported(reason), to: &line)
    case .readOnly(let capacity, let reason):
      line.add("state", "read-only")
      line.add("capacity", capacity)
      EventWords.add(.readOnly(reason), to: &line)
    case .readWrite(let capacity, let formatted):
      line.add("state", "read-write")
      line.add("capacity", capacity)
      line.add("formatted", formatted)
    }
    switch content {
    case .none: break
    case .unformatted, .empty: line.add("empty", true)
    case .message(let octets):
      line.add("empty", false)
      line.add("ndef", Hex.encode(octets))
      if let message = try? NDEFMessage(decoding: octets) {
        line.add("records", message.records.map(\.summary))
      }
    }
    return line.text
  }
}
