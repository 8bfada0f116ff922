internal import Provision

/// `erase`: makes tags blank again.
enum EraseCommand {
  static func run(_ arguments: Arguments, _ station: Station) throws(UsageError) -> ExitStatus {
    if !arguments.has(.yes), try !station.confirm(.confirmErase) { return .undone }
    Signals.install(crashesToo: false)
    let (opened, status) = OpenedReader.open(arguments.text(.reader), station)
    guard let opened else { return status }
    var failed = 0
    let loop = TagLoop(reader: opened.reader, station: station, limit: arguments.number(.count) ?? 0)
    let ended = withExtendedLifetime(opened) {
      loop.run { tag, detected in
        do throws(TagError) {
          try erase(tag, detected, over: opened.reader)
          Output.line(station.words.text(.eraseDone(uid: tag.uid.description, chip: tag.chip)))
        } catch {
          failed += 1
          let reason = station.words.text(Wording.message(error, chip: tag.chip))
          station.diagnostics.error(.tagFailed(uid: tag.uid.description, reason: reason))
        }
      }
    }
    return ended == .done && failed > 0 ? .undone : ended
  }

  /// Writes the empty message, and proves it after a fresh selection.
  private static func erase(
    _ tag: any Tag, _ detected: DetectedTag, over reader: LibNFCReader
  ) throws(TagError) {
    let empty = NDEFMessage.empty.encoded()
    try tag.writeNDEF(empty)
    let again: DetectedTag?
    do throws(ReaderError) {
      again = try reader.freshSelection(like: detected.technology)
    } catch {
      throw .reader(error)
    }
    guard let again, again.uid == detected.uid else { throw .lost }
    try tag.verifyNDEF(empty)
  }
}
