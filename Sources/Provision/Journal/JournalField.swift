/// The names of a line's fields, in the order in which lines are written.
enum JournalField: Int, CaseIterable {
  case type, at, version, run, tool, manifest, options, host, reader
  case row, id, uid, chip, attempt, capacity, url, text, ndef, bytes, locked, protected, attempts, ms,
    verified, adopted, mirror
  case reason, detail, rows, done, skipped, rejected, chain

  /// How a value looks in the file.
  enum Shape { case text, count, flag, object }

  /// Their names, for comparison with a line's keys.
  static let codes: [UInt128?] = allCases.map { JSONReader.code(of: $0.name) }

  var name: String { String(describing: self) }

  var shape: Shape {
    switch self {
    case .version, .row, .attempt, .capacity, .bytes, .attempts, .ms, .rows, .done, .skipped, .rejected:
      .count
    case .locked, .protected, .verified, .adopted: .flag
    case .manifest, .options: .object
    default: .text
    }
  }

  /// A set of fields.
  struct Set: Equatable {
    var bits: UInt64
    init(_ fields: [JournalField]) { bits = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }
    func contains(_ field: JournalField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }
    mutating func insert(_ field: JournalField) { bits |= 1 << UInt64(field.rawValue) }
    /// The first field of `other` that is not in this set.
    func firstMissing(of other: Set) -> JournalField? {
      let missing = other.bits & ~bits
      return missing == 0 ? nil : JournalField(rawValue: missing.trailingZeroBitCount)
    }
  }
}

/// The types of lines that this version knows, and their fields.
enum JournalLineType: String, CaseIterable {
  case run, begin, tag, reject, skip, void, stop, resume, end

  /// Fields without which a line of this type is damaged.
  var required: JournalField.Set { Self.requiredSets[index] }
  /// Those and the fields that may be absent.
  var known: JournalField.Set { Self.knownSets[index] }

  private var index: Int {
    switch self {
    case .run: 0
    case .begin: 1
    case .tag: 2
    case .reject: 3
    case .skip: 4
    case .void: 5
    case .stop: 6
    case .resume: 7
    case .end: 8
    }
  }

  /// Their names, for comparison with a line's `type`.
  static let codes: [UInt128?] = allCases.map { JSONReader.code(of: $0.rawValue) }

  private static let requiredSets = allCases.map { JournalField.Set($0.requiredFields) }
  private static let knownSets = allCases.map { JournalField.Set($0.requiredFields + $0.optionalFields) }

  var requiredFields: [JournalField] {
    let ofAll: [JournalField] = [.type, .at]
    let ofRun: [JournalField] = [.version, .run, .tool, .manifest, .options, .host, .reader]
    let ofCounts: [JournalField] = [.reason, .rows, .done, .skipped, .rejected]
    switch self {
    case .run: return ofAll + ofRun
    case .begin: return ofAll + [.row, .id, .uid, .chip, .attempt]
    case .tag:
      let ofWriting: [JournalField] = [.ndef, .bytes, .locked, .protected, .attempts, .ms, .verified]
      return ofAll + [.row, .id, .uid, .chip, .capacity] + ofWriting
    case .reject: return ofAll + [.uid, .chip, .reason, .detail]
    case .skip: return ofAll + [.row, .id]
    case .void: return ofAll + [.row, .id, .uid]
    case .stop, .end: return ofAll + ofCounts
    case .resume: return ofAll + ofRun + ofCounts
    }
  }

  var optionalFields: [JournalField] {
    switch self {
    case .tag: [.url, .text, .adopted, .mirror, .chain]
    case .reject: [.row, .id, .chain]
    default: [.chain]
    }
  }
}
