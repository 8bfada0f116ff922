/// Reads one line of the log: first its fields, each where it stands, then what the line's type asks for.
///
/// Unknown fields and unknown types are passed over; a field that is missing, stands twice or has the wrong shape is damage,
/// and so is a type that is a known one but for one byte: no other version gives a line such a name.
struct JournalLineReader {
  /// What is wrong with a line: a short technical phrase in English; `version` where it is another version's.
  struct Fault: Error, Equatable {
    var detail: String
    var version: Int?

    init(_ detail: String, version: Int? = nil) {
      self.detail = detail
      self.version = version
    }
  }

  private var json: JSONReader
  private var seen = JournalField.Set([])
  private var counts = InlineArray<33, Int>(repeating: 0)
  private var texts = InlineArray<33, JSONReader.RawString>(repeating: .init(range: 0..<0, escaped: false))
  private var type: JournalLineType?
  /// Why a line of no known type can't be one of another version's.
  private var suspicion: String?

  /// The entry that the line says, or nil where it is of a type that this version does not know.
  ///
  /// - Parameters:
  ///   - bytes: holds the line.
  ///   - range: the line without its end.
  ///   - payload: whether `url`, `text` and `detail` are wanted; replay can do without and is quicker.
  static func entry(
    _ bytes: [UInt8], in range: Range<Int>, payload: Bool = true
  ) throws(Fault) -> JournalEntry? {
    var reader = JournalLineReader(json: JSONReader(bytes, in: range))
    do throws(JSONError) {
      try reader.readFields()
    } catch {
      throw Fault("from byte \(error.offset - range.lowerBound + 1) on it is not what a log has there")
    }
    guard let type = reader.type else {
      if let suspicion = reader.suspicion { throw Fault(suspicion) }
      return nil
    }
    return JournalEntry(at: try reader.time(), event: try reader.event(type, payload: payload))
  }

  /// The `chain` field of a line that is an object; nil where it has none or is broken.
  static func chain(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8]? {
    var json = JSONReader(bytes, in: range)
    var chain: [UInt8]?
    do throws(JSONError) {
      try json.beginObject()
      while let key = try json.nextRawKey() {
        if json.matches(key, "chain"), try json.peek() == .string {
          chain = json.octets(of: try json.rawString())
        } else {
          try json.skipValue()
        }
      }
    } catch {
      return nil
    }
    return chain?.count == SHA256.digestCount ? chain : nil
  }

  private init(json: JSONReader) { self.json = json }

  // MARK: - Fields

  private mutating func readFields() throws(JSONError) {
    type = try findType()
    guard let type else { return try skipLine() }
    let known = type.known
    var expected = 0
    try json.beginObject()
    while let key = try json.nextRawKey() {
      guard let field = field(named: key, expected: &expected), known.contains(field) else {
        try json.skipValue()
        continue
      }
      guard !seen.contains(field) else {
        throw JSONError(.duplicateKey(field.name), at: key.range.lowerBound)
      }
      seen.insert(field)
      switch field.shape {
      case .text:
        if field == .url || field == .text, try json.peek() == .null {
          try json.null()
          seen.bits &= ~(1 << UInt64(field.rawValue))
        } else {
          texts[field.rawValue] = try json.rawString()
        }
      case .count: counts[field.rawValue] = try json.integer()
      case .flag: counts[field.rawValue] = try json.bool() ? 1 : 0
      case .object:
        guard try json.peek() == .object else {
          throw JSONError(.wrongType(expected: .object, found: try json.peek()), at: json.offset)
        }
        let start = json.offset
        try json.skipValue()
        texts[field.rawValue] = .init(range: start..<json.offset, escaped: false)
      }
    }
    try json.finish()
  }

  /// The line's type, which ours have first; nothing is read away.
  private mutating func findType() throws(JSONError) -> JournalLineType? {
    var ahead = json
    try ahead.beginObject()
    while let key = try ahead.nextRawKey() {
      guard ahead.matches(key, "type") else {
        try ahead.skipValue()
        continue
      }
      let name = try ahead.rawString()
      if let code = ahead.code(of: name), let index = JournalLineType.codes.firstIndex(of: code) {
        return JournalLineType.allCases[index]
      }
      let bytes = Array(try ahead.string(of: name).utf8)
      if let known = JournalLineType.allCases.first(where: { Self.isOneByteOff(bytes, $0.rawValue) }) {
        suspicion = "a type that is \(known.rawValue) but for one byte"
      }
      return nil
    }
    suspicion = "no type"
    return nil
  }

  private static func isOneByteOff(_ bytes: [UInt8], _ name: String) -> Bool {
    let name = Array(name.utf8)
    return bytes.count == name.count && zip(bytes, name).count(where: { $0 != $1 }) == 1
  }

  private mutating func skipLine() throws(JSONError) {
    try json.skipValue()
    try json.finish()
  }

  /// The field with this name; lines of ours have them in order, so that the first comparison mostly holds.
  private func field(named key: JSONReader.RawString, expected: inout Int) -> JournalField? {
    guard let code = json.code(of: key) else { return nil }
    let codes = JournalField.codes
    for step in 0..<codes.count {
      let index = expected + step < codes.count ? expected + step : expected + step - codes.count
      if codes[index] == code {
        expected = index + 1 < codes.count ? index + 1 : 0
        return JournalField(rawValue: index)
      }
    }
    return nil
  }

  // MARK: - Values

  private func time() throws(Fault) -> Int64 {
    let raw = texts[JournalField.at.rawValue]
    guard seen.contains(.at) else { throw Fault("no at") }
    guard !raw.escaped, let time = RFC3339.parse(json.bytes, in: raw.range) else {
      throw Fault("at is no RFC 3339 time")
    }
    return time
  }

  private func event(_ type: JournalLineType, payload: Bool) throws(Fault) -> JournalEntry.Event {
    if let missing = seen.firstMissing(of: type.required) { throw Fault("no \(missing.name)") }
    switch type {
    case .run: return .run(try run())
    case .begin:
      return .begin(
        .init(
          row: try count(.row, from: 1), id: try text(.id), uid: try uid(),
          chip: try text(.chip),
          attempt: try count(.attempt, from: 1)))
    case .tag: return .tag(try done(payload: payload))
    case .reject:
      guard let reason = RejectReason(rawValue: try text(.reason)) else {
        throw Fault("unknown reason of a reject")
      }
      return .reject(
        .init(
          uid: try uid(), chip: try text(.chip), reason: reason,
          detail: payload ? try text(.detail) : "", row: seen.contains(.row) ? try count(.row, from: 1) : nil,
          id: seen.contains(.id) ? try text(.id) : nil))
    case .skip: return .skip(row: try count(.row, from: 1), id: try text(.id))
    case .void: return .void(row: try count(.row, from: 1), id: try text(.id), uid: try uid())
    case .stop: return .stop(reason: try text(.reason), try standing())
    case .end: return .end(reason: try text(.reason), try standing())
    case .resume: return .resume(reason: try text(.reason), try standing(), try run())
    }
  }

  private func done(payload: Bool) throws(Fault) -> JournalEntry.Done {
    guard let ndef = json.octets(of: texts[JournalField.ndef.rawValue]) else {
      throw Fault("ndef is no hexadecimal text")
    }
    guard ndef.count == counts[JournalField.bytes.rawValue] else {
      throw Fault("bytes is not the length of ndef")
    }
    guard flag(.verified) else { throw Fault("verified is not true") }
    var mirror: Mirror?
    if seen.contains(.mirror) {
      mirror = Mirror(rawValue: try text(.mirror))
      guard mirror != nil else { throw Fault("unknown mirror") }
    }
    return .init(
      row: try count(.row, from: 1), id: try text(.id), uid: try uid(), chip: try text(.chip),
      capacity: try count(.capacity), url: payload && seen.contains(.url) ? try text(.url) : nil,
      text: payload && seen.contains(.text) ? try text(.text) : nil, ndef: ndef, locked: flag(.locked),
      protected: flag(.protected), attempts: try count(.attempts), ms: try count(.ms),
      adopted: flag(.adopted),
      mirror: mirror)
  }

  private func standing() throws(Fault) -> JournalEntry.Counts {
    .init(
      rows: try count(.rows), done: try count(.done), skipped: try count(.skipped),
      rejected: try count(.rejected))
  }

  private func run() throws(Fault) -> JournalEntry.Run {
    let version = counts[JournalField.version.rawValue]
    guard version == JournalLine.version else { throw Fault("version \(version)", version: version) }
    var run = JournalEntry.Run(
      run: try text(.run), tool: try text(.tool), manifestPath: "", manifestSHA256: "", manifestRows: 0,
      options: [:], host: try text(.host), reader: try text(.reader))
    do throws(JSONError) {
      try readManifest(into: &run)
      var object = JSONReader(json.bytes, in: texts[JournalField.options.rawValue].range)
      try object.beginObject()
      while let key = try object.nextKey() {
        let value = try object.string()
        guard run.options.updateValue(value, forKey: key) == nil else {
          throw JSONError(.duplicateKey(key), at: object.offset)
        }
      }
    } catch {
      throw Fault("manifest or options: \(error.kind)")
    }
    return run
  }

  private func readManifest(into run: inout JournalEntry.Run) throws(JSONError) {
    var object = JSONReader(json.bytes, in: texts[JournalField.manifest.rawValue].range)
    var path: String?
    var digest: String?
    var rows: Int?
    try object.beginObject()
    while let key = try object.nextKey() {
      switch key {
      case "path": path = try object.string()
      case "sha256": digest = try object.string()
      case "rows": rows = try object.integer()
      default: try object.skipValue()
      }
    }
    guard let path, let digest, let rows, rows >= 0 else {
      throw JSONError(.unexpectedEnd, at: object.offset)
    }
    run.manifestPath = path
    run.manifestSHA256 = digest
    run.manifestRows = rows
  }

  private func uid() throws(Fault) -> UID {
    guard let octets = json.octets(of: texts[JournalField.uid.rawValue]), 1...UID.maximumCount ~= octets.count
    else {
      throw Fault("uid is no UID")
    }
    return UID(octets)
  }

  private func text(_ field: JournalField) throws(Fault) -> String {
    do throws(JSONError) {
      return try json.string(of: texts[field.rawValue])
    } catch {
      throw Fault("\(field.name): \(error.kind)")
    }
  }

  private func count(_ field: JournalField, from least: Int = 0) throws(Fault) -> Int {
    let value = counts[field.rawValue]
    guard value >= least else { throw Fault("\(field.name) is \(value)") }
    return value
  }

  private func flag(_ field: JournalField) -> Bool { counts[field.rawValue] == 1 }
}
