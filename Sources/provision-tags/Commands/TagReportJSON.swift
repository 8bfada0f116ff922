internal import Provision

/// What a tag is and holds, for programs: one object on one line, as `docs/read.md` describes it.
enum TagReportJSON {
  static func line(_ report: TagReport) -> JSONLine {
    var line = JSONLine()
    line.add("v", 1)
    line.add("uid", report.uid.description)
    line.add("chip", report.chip)
    line.add("type", report.type.rawValue)
    add(report.status, to: &line)
    if let details = report.details { add(details, to: &line) }
    switch report.content {
    case nil: break
    case .unformatted, .empty: line.add("empty", true)
    case .message(let octets):
      line.add("empty", report.message?.isEmpty ?? false)
      line.add("ndef", Hex.encode(octets))
      if let message = report.message { line.add("records", message.records.map(\.summary)) }
    }
    line.add("warnings", report.warnings.map(word))
    return line
  }

  private static func add(_ status: NDEFStatus, to line: inout JSONLine) {
    switch status {
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
  }

  private static func add(_ details: TagDetails, to line: inout JSONLine) {
    line.add("maker", details.manufacturer)
    line.add("memory", details.memorySize)
    line.add("version", details.version.map(Hex.encode))
    line.add("locked_pages", details.lockedPages)
    line.add("guarded_from", details.firstGuardedPage)
    line.add("guards_reading", details.guardsReading)
    line.add("mirror", details.mirror?.rawValue)
  }

  private static func word(_ warning: TagReport.Warning) -> String {
    switch warning {
    case .randomUID: "random-uid"
    case .invalidMessage: "invalid-message"
    case .fewPhones: "few-phones"
    case .hiddenFromPhones: "hidden-from-phones"
    case .advisoryReadOnly: "advisory-read-only"
    }
  }
}
