internal import Provision

/// A walk with somebody at the seat: what `write` and `resume` share.
struct OperatedWalk {
  let arguments: Arguments
  let station: Station

  func run() throws(UsageError) -> ExitStatus {
    if arguments.has(.only), arguments.has(.from) { throw .conflict("--only", "--from") }
    guard let path = arguments.operand else { return .usage }
    _ = try CheckCommand.chip(arguments)
    try ShieldOptions.check(arguments)
    var protection: WalkOptions.Protection?
    if let file = arguments.text(.passwordFile) {
      do throws(PasswordFileError) {
        protection = try ShieldOptions.protection(file, readingToo: arguments.has(.protectReading))
      } catch {
        return Failures.tell(error, path: file, station)
      }
    }
    let log = arguments.text(.log) ?? Self.logPath(for: path)
    if FileOutput.isSame(log, path) {
      station.diagnostics.error(.logIsManifest(path: log), hint: .hintLogCannotOpen)
      return .cannotCreate
    }
    let job: WriteJob
    do throws(WriteJobError) {
      job = try WriteJob(settings(path, log: log, protection))
    } catch {
      return try Failures.tell(error, station)
    }
    tell(job)
    let isOtherwise = shieldDiffers(job)
    if isOtherwise { station.diagnostics.note(.doneStayAsTheyAre) }
    if job.isComplete {
      let rows = job.manifest.count
      if arguments.has(.events) {
        var screen = EventsScreen()
        _ = screen.show(
          .ended(
            .complete,
            WalkEvent.Progress(rows: rows, done: rows, skipped: 0, rejected: job.history.rejected, doneNow: 0)
          ))
      }
      station.diagnostics.note(.endedComplete)
      return isOtherwise ? .undone : .done
    }
    if try !isConfirmed(job) { return .undone }
    // From here on a signal means to stop in good order, opening the reader included.
    Signals.install(crashesToo: false)
    let (opened, status) = OpenedReader.open(arguments.text(.reader), station)
    guard let opened else { return status }
    let control = WalkControl { Signals.stopReason }
    // Long enough for a virtual operator to be no burden, short enough not to be the time of the run.
    if opened.isInstant { job.setPollInterval(.milliseconds(1)) }
    let walk: Walk
    do throws(WriteJobError) {
      walk = try job.walk(with: opened.reader, control: control)
    } catch {
      return try Failures.tell(error, station)
    }
    let ending = withExtendedLifetime(opened) { seated(walk, control, title: title(path, opened)) }
    if let virtual = opened.virtual { station.diagnostics.note(.simulated(virtual)) }
    tell(ending, log: job.settings.logPath)
    return ExitStatus(ending)
  }

  // MARK: Before

  /// Whether rows are done that were not locked, protected or mirrored as this command asks.
  private func shieldDiffers(_ job: WriteJob) -> Bool {
    let history = job.history
    guard history.done > 0, let earlier = history.latestRun else { return false }
    return (JournalEntry.Run.shieldOptions + ["mirror"]).contains {
      earlier.options[$0] != job.settings.options[$0]
    }
  }

  private func settings(
    _ path: String, log: String, _ protection: WalkOptions.Protection?
  ) -> WriteJob.Settings {
    var walk = WalkOptions()
    walk.protection = protection
    walk.overwrite = arguments.has(.overwrite)
    walk.lock = arguments.has(.lock)
    walk.chip = arguments.text(.chip)
    walk.retries = arguments.number(.retries) ?? walk.retries
    walk.pick = arguments.has(.pick)
    walk.redo = Set(list(.redo))
    // Somebody is there, who may have to fetch a cable.
    if station.inputIsTerminal, !arguments.has(.events) { walk.readerTimeout = .seconds(600) }
    if arguments.has(.only) { walk.scope = .only(list(.only)) }
    if let from = arguments.text(.from) { walk.scope = .from(from) }
    var settings = WriteJob.Settings(
      manifestPath: path, manifest: ManifestOptions(arguments, station),
      logPath: log, walk: walk, options: arguments.recorded, tool: Tool.title)
    settings.chained = arguments.has(.chain)
    settings.languageIsDefault = arguments.text(.lang) == nil
    return settings
  }

  private func list(_ name: OptionName) -> [String] {
    (arguments.text(name) ?? "").split(separator: ",").map(String.init)
  }

  /// `badges.log.jsonl` for `badges.csv`, beside it.
  static func logPath(for manifest: String) -> String {
    let name = manifest.lastIndex(of: "/").map { manifest[manifest.index(after: $0)...] } ?? manifest[...]
    let stem = name.dropFirst().lastIndex(of: ".").map { manifest[..<$0] } ?? manifest[...]
    return stem + ".log.jsonl"
  }

  private func tell(_ job: WriteJob) {
    Failures.tellWarnings(of: job.manifest, station)
    if job.cutBytes > 0 {
      station.diagnostics.note(.logCut(path: job.settings.logPath, bytes: job.cutBytes))
    }
    if job.isResumed {
      station.diagnostics.note(.logResumed(done: job.done, total: job.manifest.count))
    }
    if let earlier = job.history.latestRun?.manifestPath,
      Self.name(earlier) != Self.name(job.settings.manifestPath)
    {
      station.diagnostics.note(.logOfAnotherManifest(path: job.settings.logPath, manifest: earlier))
    }
    for tag in job.begunWithMore {
      let options = tag.options.map { "--\($0)" }.joined(separator: ", ")
      station.diagnostics.note(.begunWithMore(uid: tag.uid.description, id: tag.id, options: options))
    }
  }

  /// What can't be undone is asked for before the reader is opened.
  private func isConfirmed(_ job: WriteJob) throws(UsageError) -> Bool {
    if arguments.has(.yes) { return true }
    if arguments.has(.lock) || hasLockedRows(job.manifest), try !ask(.confirmLock) { return false }
    let history = job.history
    let locked = job.rowsToRedo.filter { id in
      guard case .done(let uid, _) = history.rows[id], case .done(_, _, true) = history.tags[uid] else {
        return false
      }
      return true
    }
    return locked.isEmpty ? true : try ask(.confirmRedoLocked(count: locked.count))
  }

  private func ask(_ question: Message) throws(UsageError) -> Bool {
    // Standard input is the controller's then.
    if arguments.has(.events) { throw .needsYes }
    return try station.confirm(question)
  }

  private func hasLockedRows(_ manifest: Manifest) -> Bool {
    guard manifest.columns.contains(where: { $0.lowercased() == "lock" }) else { return false }
    // A row that can't be read any more is told by the walk, before it touches a tag.
    return (0..<manifest.count).contains { (try? manifest.row(at: $0).lock) == true }
  }

  // MARK: At the seat

  private func seated(_ walk: Walk, _ control: WalkControl, title: String) -> Ending {
    let hasEvents = arguments.has(.events)
    let hasKeys = !hasEvents && station.inputIsTerminal && station.outputIsTerminal
    let choice = arguments.text(.screen) ?? "auto"
    let isFull = !hasEvents && choice != "plain" && station.canDraw
    Signals.install(crashesToo: isFull)
    if hasKeys { _ = Terminal.takeKeys() }
    let screen: any Screen =
      if hasEvents {
        EventsScreen()
      } else if isFull {
        TerminalScreen(
          title: title, words: station.words, environment: station.environment, picks: arguments.has(.pick),
          hasKeys: hasKeys)
      } else {
        PlainScreen(words: station.words, picks: arguments.has(.pick), hasKeys: hasKeys)
      }
    let input: Seat.Input =
      if hasEvents {
        .commands(picks: arguments.has(.pick))
      } else if hasKeys {
        .keys(picks: arguments.has(.pick))
      } else {
        arguments.has(.pick) ? .ids : .nobody
      }
    let seat = Seat(control: control, screen: screen, input: input, sound: sound)
    seat.open()
    defer { seat.close() }
    return walk.run { seat.show($0) }
  }

  private var sound: SoundPlayer {
    if arguments.has(.quiet) { return .silent }
    if let command = arguments.text(.soundCommand) { return .command(SoundCommand(command)) }
    return station.outputIsTerminal && !arguments.has(.events) ? .bell : .silent
  }

  private func title(_ path: String, _ opened: OpenedReader) -> String {
    "\(Self.name(path))   \(opened.reader.name)"
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: After

  private func tell(_ ending: Ending, log: String) {
    let command = "\(Tool.name) resume \(Self.quoted(log))"
    switch ending {
    case .complete: break
    case .stopped: station.diagnostics.note(.hintResume(command: command))
    // What is left was skipped, and stays so until it is named.
    case .incomplete: station.diagnostics.note(.hintResume(command: "\(command) --only ID,…"))
    case .readerGone(let error):
      let wording = Wording.message(error)
      station.diagnostics.error(wording.text, hint: wording.hint)
      station.diagnostics.note(.hintResume(command: command))
    case .journalFailed(let error): _ = Failures.tell(error, station)
    case .manifestFailed(let error): _ = Failures.tell(error, station)
    }
  }

  /// As a shell takes it as one word.
  private static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "._-/+@%:,".utf8.contains(byte) || byte >= 0x80
    }
    return plain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }
}

extension ManifestOptions {
  /// What the command line says about reading the manifest.
  init(_ arguments: Arguments, _ station: Station) {
    let delimiter = arguments.text(.delimiter).map { $0 == "tab" ? "\t" : $0 }
    // Where --format is the form of the output, the manifest's has another name.
    let format =
      arguments.command.option(OptionName.inputFormat.rawValue) == nil ? OptionName.format : .inputFormat
    self.init(
      urlTemplate: arguments.text(.url), textTemplate: arguments.text(.text),
      language: arguments.text(.lang) ?? Language.textRecordLanguage(environment: station.environment),
      encoding: arguments.text(.encoding), delimiter: delimiter?.first,
      format: arguments.text(format).flatMap(ManifestFormat.init(rawValue:)),
      mirror: arguments.text(.mirror).flatMap(Mirror.init(rawValue:)) ?? .uid)
  }
}
