internal import Provision

/// What `check` tells of a manifest that is valid: for the page and for programs.
struct ManifestSummary {
  /// A row that the listing names.
  struct Named {
    var row: Int
    var id: String
    var line: Int
    var bytes: Int
  }

  /// What a kind of phone does with some of the rows; the first of them by id.
  struct Phone<Action: Equatable & Sendable> {
    var action: Action
    var count: Int
    var first: [String]
  }

  let manifest: Manifest
  let plan: Plan
  /// The chip that was asked for.
  let chip: ChipCatalogue.Chip?
  let smallest: Named, largest: Named
  /// Rows that the chip asked for does not take, up to a limit.
  let tooBig: [Named]
  let iPhone: [Phone<PhoneForecast.IPhone>]
  let android: [Phone<PhoneForecast.Android>]

  /// How many rows too many are named.
  static let listLimit = Plan.listLimit

  /// nil where there is no row.
  init?(
    _ manifest: Manifest, rows: [Int]?, chip: ChipCatalogue.Chip?, site: AppSiteAssociation?
  ) throws(ManifestError) {
    let chips = (chip.map { [$0] } ?? ChipCatalogue.chips).map {
      Plan.Chip(name: $0.name, capacity: $0.capacity)
    }
    guard let plan = Plan(manifest, rows: rows, chips: chips) else { return nil }
    func named(_ size: Plan.Size) throws(ManifestError) -> Named {
      let row = try manifest.row(at: size.row - 1)
      return Named(row: row.number, id: row.id, line: row.line, bytes: size.bytes)
    }
    func ids(_ rows: [Int]) throws(ManifestError) -> [String] {
      var ids: [String] = []
      for row in rows { ids.append(try manifest.row(at: row - 1).id) }
      return ids
    }
    self.manifest = manifest
    self.plan = plan
    self.chip = chip
    smallest = try named(plan.smallest)
    largest = try named(plan.largest)
    var tooBig: [Named] = []
    if chip != nil { for size in plan.chips.first?.rows ?? [] { tooBig.append(try named(size)) } }
    self.tooBig = tooBig
    let phones = try PhonePlan(manifest, rows: rows, site: site)
    var iPhone: [Phone<PhoneForecast.IPhone>] = []
    for group in phones.iPhone {
      iPhone.append(Phone(action: group.action, count: group.count, first: try ids(group.rows)))
    }
    var android: [Phone<PhoneForecast.Android>] = []
    for group in phones.android {
      android.append(Phone(action: group.action, count: group.count, first: try ids(group.rows)))
    }
    self.iPhone = iPhone
    self.android = android
  }

  /// Whether the chip that was asked for, if any, takes every row.
  var isFitting: Bool { chip == nil || plan.chips.allSatisfy(\.fitsAll) }

  /// Whether the chip asked for is one that iPhones do not read (NXP AN1304 names no NFC Forum type).
  var isClassic: Bool { chip?.type == .mifareClassic }

  // MARK: JSON

  /// The report for programs; docs/check.md describes it.
  func json() -> JSONLine {
    var document = JSONLine()
    document.add("v", 1)
    document.add("manifest", manifest.path)
    document.add("valid", true)
    document.add("format", manifest.format.rawValue)
    document.add("encoding", manifest.encoding.name)
    document.add("delimiter", manifest.delimiter.map(String.init))
    document.add("columns", manifest.columns)
    document.add("rows", plan.rows)
    document.add("blank_rows", manifest.skippedBlankRows)
    var bytes = JSONLine()
    bytes.add("smallest", Self.json(smallest))
    bytes.add("median", plan.median)
    bytes.add("largest", Self.json(largest))
    document.add("bytes", bytes)
    document.add(
      "chips",
      plan.chips.map { fit in
        var line = JSONLine()
        line.add("chip", fit.chip.name)
        line.add("capacity", fit.chip.capacity)
        line.add("too_big", fit.tooLarge)
        return line
      })
    document.add("too_big", tooBig.map { Self.json($0) })
    document.add("duplicate_payloads", manifest.duplicatePayloadCount)
    document.add(
      "duplicates",
      manifest.duplicatePayloads.map { pair in
        var line = JSONLine()
        line.add("row", pair.row)
        line.add("line", pair.line)
        line.add("first_row", pair.firstRow)
        line.add("first_line", pair.firstLine)
        return line
      })
    var phones = JSONLine()
    phones.add("iphone", iPhone.map { Self.json($0, $0.action.word) })
    phones.add("android", android.map { Self.json($0, $0.action.word) })
    document.add("phones", phones)
    if isClassic { document.add("iphone_reads_chip", false) }
    document.add("warnings", manifest.warnings.map { Self.json($0) })
    document.add("warnings_omitted", manifest.omittedWarnings)
    return document
  }

  private static func json(_ row: Named) -> JSONLine {
    var line = JSONLine()
    line.add("bytes", row.bytes)
    line.add("row", row.row)
    line.add("id", row.id)
    line.add("line", row.line)
    return line
  }

  private static func json<Action>(_ phone: Phone<Action>, _ word: (name: String, detail: String?))
    -> JSONLine
  {
    var line = JSONLine()
    line.add("action", word.name)
    line.add("detail", word.detail)
    line.add("rows", phone.count)
    line.add("first", phone.first)
    return line
  }

  /// An issue with its English text, since programs compare it.
  static func json(_ issue: ManifestIssue) -> JSONLine {
    var line = JSONLine()
    line.add("line", issue.line)
    line.add("column", issue.column)
    line.add("message", Language.english.text(issue.kind))
    return line
  }
}
