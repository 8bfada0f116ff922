internal import Glibc
internal import Provision
internal import VirtualReader

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A reader that a command works with, and the virtual one behind it, where `--reader simulated` asked for that.
struct OpenedReader {
  let reader: LibNFCReader
  /// Serves as long as this value is held.
  let virtual: VirtualPN532?
  /// Whether nothing has to be waited for: a virtual reader that is not paced.
  var isInstant = false

  /// Opens what `--reader` names. What went wrong has been told when this is nil.
  static func open(
    _ connectionString: String?, _ station: Station
  ) -> (opened: OpenedReader?, status: ExitStatus) {
    var target = connectionString
    var virtual: VirtualPN532?
    var isInstant = false
    if let name = connectionString, name == "simulated" || name.hasPrefix("simulated:") {
      let (scenario, status) = load(name == "simulated" ? nil : String(name.dropFirst(10)), station)
      guard let scenario else { return (nil, status) }
      virtual = serve(scenario, link: link(for: scenario), station)
      guard let virtual else { return (nil, .noReader) }
      target = virtual.connectionString
      isInstant = scenario.paced != true
    }
    do throws(ReaderError) {
      // A field that is switched in an instant has no guard time to be waited for.
      let reader =
        isInstant
        ? try LibNFCReader(connectionString: target, fieldPause: 0)
        : try LibNFCReader(connectionString: target)
      return (OpenedReader(reader: reader, virtual: virtual, isInstant: isInstant), .done)
    } catch {
      ReadersCommand.report(error, connectionString: target, station)
      return (nil, .noReader)
    }
  }

  /// A reader that is pulled out and put back may come as another device: it is found by a name of its own then.
  private static func link(for scenario: Scenario) -> String? {
    let returns = scenario.reader?.contains { if case .unplugged = $0 { true } else { false } } ?? false
    return returns ? FileManager.default.temporaryDirectory.path + "/provision-tags-\(getpid()).reader" : nil
  }

  /// Reads a scenario, the default one where no path is given. What went wrong has been told when this is nil.
  static func load(_ path: String?, _ station: Station) -> (scenario: Scenario?, status: ExitStatus) {
    guard let path else { return (.blankNTAG213, .done) }
    guard access(path, F_OK) == 0 else {
      station.diagnostics.error(.fileMissing(path: path), hint: .hintFileMissing)
      return (nil, .noInput)
    }
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      let shape = try JSONDecoder().decode(ScenarioShape.self, from: data)
      let scenario: Scenario
      do throws(ScenarioError) { try shape.check() } catch {
        station.diagnostics.error(.scenarioInvalid(path: path, detail: detail(error)))
        return (nil, .badInput)
      }
      scenario = try JSONDecoder().decode(Scenario.self, from: data)
      // Every tag is made once, so that a bad one is told by the file's name before anything is served.
      do { _ = try VirtualField(scenario: scenario) } catch {
        station.diagnostics.error(.scenarioInvalid(path: path, detail: detail(error)))
        return (nil, .badInput)
      }
      return (scenario, .done)
    } catch let error as DecodingError {
      station.diagnostics.error(.scenarioInvalid(path: path, detail: detail(error)))
      return (nil, .badInput)
    } catch {
      station.diagnostics.error(.fileUnreadable(path: path, reason: Wording.reason(errno)))
      return (nil, .noInput)
    }
  }

  /// Starts the virtual reader. What went wrong has been told when this is nil.
  static func serve(_ scenario: Scenario, link: String?, _ station: Station) -> VirtualPN532? {
    do {
      let field = try VirtualField(scenario: scenario)
      let virtual = try VirtualPN532(
        field: field, link: link, faults: scenario.reader ?? [], isPaced: scenario.paced == true)
      try virtual.start()
      // Whoever waits for the link would wait for ever.
      if let failure = virtual.failure {
        virtual.stop()
        throw failure
      }
      return virtual
    } catch let error as VirtualReaderError {
      switch error {
      case .system(let call, let code):
        station.diagnostics.error(.virtualFailed(call: call, reason: Wording.reason(code)))
      case .linkExists(let path): station.diagnostics.error(.linkExists(path: path), hint: .hintOtherName)
      }
    } catch {
      station.diagnostics.error(.scenarioInvalid(path: "scenario", detail: "\(error)"))
    }
    return nil
  }

  private static func detail(_ error: ScenarioError) -> String {
    switch error {
    case .unknownChip(let name): "no chip \(name)"
    case .badHexadecimal(let field, let value): "\(field): \(value)"
    case .messageTooLong(let chip, let needed): "ndef: \(needed) bytes > \(chip)"
    case .impossibleState(let chip, let state): "state: \(state), \(chip)"
    case .badNumber(let field, let value): "\(field): \(value)"
    case .unknownKey(let place, let key, let known):
      "\(place.isEmpty ? "" : place + ": ")no key \(key)"
        + (Suggestion.nearest(to: key, in: known).map { ", did you mean \($0)?" } ?? "")
        + " (\(known.joined(separator: ", ")))"
    case .outOfRange(let place, let value, let range):
      "\(place): \(number(value)), from \(number(range.lowerBound)) to \(number(range.upperBound))"
    }
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }

  private static func detail(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath))\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      place(context.codingPath) + context.debugDescription
    @unknown default: "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined() + (path.isEmpty ? "" : ": ")
  }
}
