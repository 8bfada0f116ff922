internal import Provision

/// What a tag is and holds, for people: one line for the tag, and below it one for each fact.
enum TagReportText {
  static func lines(_ report: TagReport, _ words: Language) -> String {
    var facts: [Message] = []
    if let maker = report.details?.manufacturer { facts.append(.tagMaker(name: maker)) }
    facts.append(.tagFamily(name: family(report.type)))
    if let size = report.details?.memorySize { facts.append(.tagMemory(bytes: size)) }
    facts.append(Wording.message(report.status, chip: report.chip))
    if case .readOnly(let capacity, _) = report.status { facts.append(.tagCapacity(bytes: capacity)) }
    if let details = report.details { facts += shields(details, report) }
    facts += content(report)
    var lines = [words.text(.lineDetected(chip: report.chip, uid: report.uid.description))]
    lines += facts.map { "  " + words.text($0) }
    lines += report.warnings.compactMap(warning).map {
      "  \(words.text(.warningPrefix)): \(words.text($0))"
    }
    return lines.joined(separator: "\n")
  }

  /// The family in the NFC Forum's words.
  private static func family(_ type: TagType) -> String {
    switch type {
    case .type1: "NFC Forum Type 1"
    case .type2: "NFC Forum Type 2"
    case .type3: "NFC Forum Type 3"
    case .type4: "NFC Forum Type 4"
    case .type5: "NFC Forum Type 5"
    case .mifareClassic: "MIFARE Classic"
    }
  }

  /// Locks, password and mirror.
  private static func shields(_ details: TagDetails, _ report: TagReport) -> [Message] {
    var facts: [Message] = []
    if !details.lockedPages.isEmpty, report.status.lockedPages != details.lockedPages {
      facts.append(.refusedLockedPages(pages: Wording.ranges(details.lockedPages)))
    }
    if let page = details.firstGuardedPage {
      facts.append(report.type == .type2 ? .tagGuarded(page: page) : .tagGuardedWriting)
    }
    if details.guardsReading { facts.append(.tagGuardsReading) }
    if let mirror = details.mirror { facts.append(.tagMirror(what: mirror.rawValue)) }
    return facts
  }

  private static func content(_ report: TagReport) -> [Message] {
    switch report.content {
    case nil: return []
    case .unformatted, .empty: return [.tagEmpty]
    case .message(let octets):
      guard let message = report.message, !message.isEmpty, message.records.count > 1 else {
        return [Wording.message(octets)]
      }
      return message.records.enumerated().map { index, record in
        .tagRecord(number: index + 1, summary: record.summary)
      }
    }
  }

  /// What is no message is told among the facts.
  private static func warning(_ warning: TagReport.Warning) -> Message? {
    switch warning {
    case .randomUID: .warnRandomUID
    case .fewPhones: .warnFewPhones
    case .hiddenFromPhones: .warnHidden
    case .advisoryReadOnly: .warnAdvisory
    case .invalidMessage: nil
    }
  }
}

extension NDEFStatus {
  /// The pages that the status itself names as locked.
  fileprivate var lockedPages: [Int] {
    if case .readOnly(_, .lockBits(let pages)) = self { pages } else { [] }
  }
}
