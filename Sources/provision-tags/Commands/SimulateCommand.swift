internal import Glibc
internal import Provision
internal import Synchronization
internal import VirtualReader

/// `simulate`: serves the virtual reader until it is asked to stop.
enum SimulateCommand {
  static func run(_ arguments: Arguments, _ station: Station) -> ExitStatus {
    let (scenario, status) = OpenedReader.load(arguments.text(.scenario), station)
    guard let scenario else { return status }
    // The name is printed as part of a line for programs, and libnfc reads it up to a colon.
    if let link = arguments.text(.link), Visible.text(link) != link || link.contains(":") {
      let error = UsageError.linkName(link)
      station.diagnostics.error(error.message, hint: error.hint)
      return .usage
    }
    // Now, and not when the tags are to be saved and it is too late for another name.
    if let path = arguments.text(.dump), !FileOutput.mayWrite(path, station, over: OwnFile.isDump) {
      return .cannotCreate
    }
    Signals.install(crashesToo: false)
    Signals.countToggles()
    guard let virtual = OpenedReader.serve(scenario, link: arguments.text(.link), station) else {
      return .cannotCreate
    }
    guard Output.line(virtual.connectionString) else { return .ioError }
    serve(virtual)
    virtual.stop()
    station.diagnostics.note(.simulated(virtual))
    guard let path = arguments.text(.dump) else { return .done }
    return dump(virtual.field, to: path, station)
  }

  /// Until a signal asks for the end; each SIGUSR1 pulls the reader out or puts it back.
  private static func serve(_ virtual: VirtualPN532) {
    var toggles = 0
    while Signals.stops.load(ordering: .acquiring) == 0 {
      let asked = Signals.toggles.load(ordering: .acquiring)
      if asked > toggles {
        toggles += 1
        if toggles.isMultiple(of: 2) { virtual.replug() } else { virtual.unplug() }
      } else {
        // A signal ends the wait.
        _ = poll(nil, 0, 200)
      }
    }
  }

  /// Every tag that was or is in the field, as one JSON object.
  private static func dump(_ field: VirtualField, to path: String, _ station: Station) -> ExitStatus {
    var document = JSONLine()
    document.add("v", 1)
    document.add(
      "tags",
      field.records.map { record in
        var line = JSONLine()
        line.add("chip", record.chip)
        line.add("uid", Hex.encode(record.identifier))
        line.add("present", record.isPresent)
        line.add("exchanges", record.exchanges)
        line.add("memory", Hex.encode(record.memory))
        return line
      })
    guard FileOutput.mayWrite(path, station, over: OwnFile.isDump) else { return .cannotCreate }
    return FileOutput.replace(path, with: document.text + "\n", station) ? .done : .ioError
  }
}

extension Message {
  /// What a virtual reader did, in its own time.
  static func simulated(_ virtual: VirtualPN532) -> Message {
    let statistics = virtual.statistics
    let tags = virtual.field.visited
    let tenths = (statistics.microseconds / max(tags, 1) + 50) / 100
    return .simulated(
      tags: tags, exchanges: statistics.rfExchanges, commands: statistics.hostCommands,
      bytes: statistics.bytesFromHost + statistics.bytesToHost, ms: "\(tenths / 10).\(tenths % 10)")
  }
}
