internal import Glibc
internal import Provision

/// Options that never change at a station: a JSON object of `write`'s long names, in the file that `--config` names or in
/// `provision-tags.json` beside the manifest. It holds no secret, and nothing that belongs to one run.
struct StationFile {
  static let name = "provision-tags.json"
  /// The longest file that is read, in bytes.
  static let limit = 64 << 10

  /// Something wrong in the file.
  struct Fault: Equatable {
    var offset: Int
    var message: Message
    var suggestion: String?
  }

  /// What the file says; nil for a flag that is off.
  private(set) var values: [OptionName: String?] = [:]
  private(set) var faults: [Fault] = []

  /// Options that say what one run does; a file would say it of all runs, silently.
  static let excluded: Set<OptionName> = [.log, .only, .from, .redo, .yes, .config, .help]

  /// The options that may stand in the file.
  static let options = CommandTable.write.options.filter { !excluded.contains($0.name) }

  /// Reads the file's bytes; everything that is wrong is noted.
  init(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    do throws(JSONError) {
      var keys = JSONKeys()
      try reader.beginObject()
      while let raw = try reader.nextRawKey() {
        let start = raw.range.lowerBound - 1
        var single = JSONReader(bytes, in: start..<raw.range.upperBound + 1)
        let name = try single.string()
        try keys.insert(name, from: reader)
        try take(name, at: start, &reader, bytes)
      }
      try reader.finish()
    } catch {
      faults.append(Fault(offset: error.offset, message: .fileNotJSON(detail: Wording.phrase(error.kind))))
    }
  }

  private mutating func take(
    _ name: String, at offset: Int, _ reader: inout JSONReader, _ bytes: [UInt8]
  ) throws(JSONError) {
    guard let spec = Self.options.first(where: { $0.name.rawValue == name }) else {
      try reader.skipValue()
      if CommandTable.write.option(name) != nil {
        faults.append(Fault(offset: offset, message: .stationNotHere(name: name)))
      } else {
        let nearest = Suggestion.nearest(to: name, in: Self.options.map(\.name.rawValue))
        faults.append(Fault(offset: offset, message: .stationUnknown(name: name), suggestion: nearest))
      }
      return
    }
    let type = try reader.peek()
    let start = reader.offset
    switch (spec.kind, type) {
    case (.flag, .bool): values[spec.name] = .some(try reader.bool() ? "true" : nil)
    case (.number, .number): try set(spec, reader.numberText(), at: offset)
    case (.flag, _), (_, .bool), (_, .object), (_, .array), (_, .null), (_, .number):
      try reader.skipValue()
      let value = String(decoding: bytes[start..<min(reader.offset, start + 40)], as: UTF8.self)
      let expected = spec.kind == .flag ? "true, false" : spec.argument ?? ""
      faults.append(
        Fault(offset: offset, message: .usageBadValue(name: name, value: value, expected: expected)))
    case (_, .string): try set(spec, reader.string(), at: offset)
    }
  }

  private mutating func set(_ spec: OptionSpec, _ value: String, at offset: Int) {
    do throws(UsageError) {
      try Arguments.validate(value, kind: spec.kind, name: spec.name.rawValue)
      values[spec.name] = value
    } catch {
      faults.append(Fault(offset: offset, message: error.message))
    }
  }
}

extension StationFile {
  /// Reads a file; nil where it is wrong or can't be read, which has been told, with the status that goes with it.
  static func load(_ path: String, _ station: Station) -> (file: StationFile?, status: ExitStatus) {
    let bytes: [UInt8]
    switch SmallFile.read(path, limit: limit) {
    case .success(let content): bytes = content
    case .failure(let failure): return (nil, failure.tell(path, station))
    }
    let file = StationFile(bytes)
    for fault in file.faults {
      station.diagnostics.error(
        fault.message, at: SmallFile.place(path, bytes, fault.offset),
        hint: fault.suggestion.map { .hintDidYouMean(name: $0) })
    }
    guard file.faults.isEmpty else {
      station.diagnostics.hint(.hintStation)
      return (nil, .usage)
    }
    return (file, .done)
  }
}

extension Arguments {
  /// Adds what the station's files say and the command line does not; the file of `--config` before the one beside the
  /// manifest. Anything but ``ExitStatus/done`` has been told.
  mutating func takeStation(_ station: Station) -> ExitStatus {
    guard command.option(OptionName.config.rawValue) != nil else { return .done }
    var paths: [String] = []
    if let path = text(.config) { paths.append(path) }
    if command.operand?.placeholder == CommandTable.manifestPlaceholder, let manifest = operand {
      let folder = manifest.lastIndex(of: "/").map { String(manifest[...$0]) } ?? ""
      let path = folder + StationFile.name
      if access(path, F_OK) == 0, path != text(.config) { paths.append(path) }
    }
    // What a run did is what its log says; where the options came from does not matter any more.
    values[.config] = nil
    let given = Set(values.keys)
    var decided = given
    for path in paths {
      let (file, status) = StationFile.load(path, station)
      guard let file else { return status }
      var used: [String] = []
      for spec in command.options {
        guard let source = spec.stationName, let value = file.values[source], !decided.contains(spec.name)
        else { continue }
        decided.insert(spec.name)
        guard let value else { continue }
        values[spec.name] = value
        used.append(source.rawValue)
      }
      if !used.isEmpty {
        station.diagnostics.note(.stationUsed(path: path, options: used.joined(separator: ", ")))
      }
    }
    return .done
  }
}

extension OptionSpec {
  /// The name under which the station's file gives this option: that of `write` for the same thing; nil where it can't.
  fileprivate var stationName: OptionName? {
    switch (name, kind) {
    case (.inputFormat, _): .format
    // Elsewhere than in `write` it is the form of the output.
    case (.format, let kind): kind == CommandTable.write.option(name.rawValue)?.kind ? name : nil
    default: StationFile.options.contains { $0.name == name } ? name : nil
    }
  }
}
