internal import Provision
internal import Synchronization

/// A job over tags without rows, seen from the command line: what `read` and `erase` share.
final class TagJobCommand {
  /// Runs one of the library's jobs to its end.
  typealias Job = (LibNFCReader, TagJobOptions, WalkControl, @escaping (TagJobEvent) -> Void) -> Ending

  private let arguments: Arguments
  private let station: Station
  private let limit: Int?
  private let control = WalkControl { Signals.stopReason }
  private var served = 0
  private var prompted = false
  /// Tags that were given up or not taken.
  private(set) var failed = 0

  init(_ arguments: Arguments, _ station: Station) {
    self.arguments = arguments
    self.station = station
    limit = arguments.number(.count).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Opens what is needed and runs the job; `onServed` is told of each tag that was served.
  func run(_ job: Job, onServed: @escaping (TagJobEvent) -> Void) -> ExitStatus {
    var options = TagJobOptions()
    options.limit = limit
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
    if opened.isInstant { options.pollInterval = .milliseconds(1) }
    // Somebody is there, who may have to fetch a cable.
    if station.inputIsTerminal { options.readerTimeout = .seconds(600) }
    let ending = withExtendedLifetime(opened) {
      job(opened.reader, options, control) { event in self.tell(event, onServed) }
    }
    if case .readerGone(let error) = ending {
      ReadersCommand.report(error, connectionString: opened.reader.connectionString, station)
      return .noReader
    }
    // To be stopped is how a job without a number of tags ends.
    return .done
  }

  private func tell(_ event: TagJobEvent, _ onServed: (TagJobEvent) -> Void) {
    switch event {
    case .ready:
      if !prompted { station.diagnostics.note(.promptAnyTag) }
      prompted = true
    case .read, .erased:
      served += 1
      onServed(event)
      // Nobody hears of further tags.
      if Output.failure != 0 { control.request(.stop(reason: "output-closed")) }
    case .refused(nil, _): station.diagnostics.note(.refusedSeveral)
    case .refused(_, .unreadable): station.diagnostics.note(.refusedUnreadable)
    case .refused(let tag?, let refusal):
      giveUp(tag, Wording.message(refusal, chip: name(tag), in: station.words))
    case .failed(let tag, let failure): giveUp(tag, Wording.message(failure))
    case .retrying(_, let attempt, let failure):
      let reason = station.words.text(Wording.message(failure))
      station.diagnostics.note(.lineRetrying(attempt: attempt, failure: reason))
    case .readerLost: station.diagnostics.note(.lineReaderLost)
    case .readerBack(let name): station.diagnostics.note(.lineReaderBack(name: name))
    case .removed, .ended: break
    }
  }

  private func name(_ tag: WalkEvent.TagInHand) -> String {
    tag.chip.isEmpty ? station.words.text(.unknownTag) : tag.chip
  }

  /// The job goes on to the next tag; a number of tags that was asked for counts this one too.
  private func giveUp(_ tag: WalkEvent.TagInHand, _ reason: Message) {
    failed += 1
    station.diagnostics.error(
      .tagFailed(uid: tag.uid.description, reason: station.words.text(reason)))
    if let limit, served + failed >= limit { control.request(.stop(reason: "count")) }
  }
}
