/// Brings the tags of a scenario one after another, by the reader's polls and not by the clock.
struct VirtualOperator: Sendable {
  /// Tags to be put down.
  struct Arrival: Sendable {
    var tag: any VirtualTag
    var leaving: PlacedTag.LeavingRule
    var faults: [TagFault]
  }

  private let scenario: Scenario
  private var random: SeededRandom
  private var entry = 0
  private var copy = 0
  private var presented = 0
  private var emptyPolls = 0
  private var next: [Arrival]?

  /// Makes every entry once, so that a bad one is known before anything runs.
  init(scenario: Scenario) throws(ScenarioError) {
    self.scenario = scenario
    random = SeededRandom(seed: scenario.seed ?? UInt64.random(in: .min ... .max))
    var trial = random
    for presentation in scenario.tags {
      guard (presentation.count ?? 1) >= 1 else {
        throw .badNumber(field: "count", value: presentation.count ?? 1)
      }
      _ = try VirtualOperator.arrivals(of: presentation, in: scenario, using: &trial)
    }
    try advance()
  }

  var isExhausted: Bool { next == nil }

  func expects(_ technology: Technology) -> Bool {
    next?.contains { $0.tag.activation.technology == technology } == true
  }

  /// The field is empty and the reader polls: after one or two such polls in turn the next tags come.
  mutating func poll(_ technology: Technology) -> [Arrival] {
    guard let arrivals = next, expects(technology) else { return [] }
    let needed = presented == 0 ? 0 : 1 + presented % 2
    guard emptyPolls >= needed else {
      emptyPolls += 1
      return []
    }
    emptyPolls = 0
    presented += 1
    do throws(ScenarioError) {
      try advance()
    } catch {
      // Every entry was made once when the scenario was loaded.
      next = nil
    }
    return arrivals
  }

  private mutating func advance() throws(ScenarioError) {
    if entry < scenario.tags.count, copy >= scenario.tags[entry].count ?? 1 {
      entry += 1
      copy = 0
    }
    if entry >= scenario.tags.count {
      guard scenario.endless == true, !scenario.tags.isEmpty else {
        next = nil
        return
      }
      entry = scenario.tags.count - 1
      copy = 0
    }
    copy += 1
    next = try VirtualOperator.arrivals(of: scenario.tags[entry], in: scenario, using: &random)
  }

  private static func arrivals(
    of presentation: Scenario.Presentation, in scenario: Scenario, using random: inout SeededRandom
  ) throws(ScenarioError) -> [Arrival] {
    var arrivals = [try arrival(of: presentation, in: scenario, using: &random)]
    for companion in presentation.together ?? [] {
      arrivals.append(try arrival(of: companion, in: scenario, using: &random))
    }
    return arrivals
  }

  private static func arrival(
    of presentation: Scenario.Presentation, in scenario: Scenario, using random: inout SeededRandom
  ) throws(ScenarioError) -> Arrival {
    let uid = try presentation.uid.map { text throws(ScenarioError) in try bytes(text, field: "uid") }
    guard
      var tag = VirtualChips.make(
        presentation.chip, uid: uid, randomUID: presentation.randomUID == true, using: &random)
    else { throw .unknownChip(presentation.chip) }
    if let uid, tag.activation.identifier.count != uid.count, presentation.randomUID != true {
      throw .badHexadecimal(field: "uid", value: presentation.uid ?? "")
    }
    if let counterfeit = presentation.counterfeit {
      guard var type2 = tag as? Type2VirtualTag, counterfeit.pages >= 16 else {
        throw .impossibleState(chip: presentation.chip, state: "counterfeit")
      }
      type2.makeCounterfeit(pages: counterfeit.pages, wraps: counterfeit.wraps == true)
      tag = type2
    }
    let ndef = try presentation.ndef.map { text throws(ScenarioError) in try bytes(text, field: "ndef") }
    let password = try presentation.password.map { text throws(ScenarioError) in
      try bytes(text, field: "password")
    }
    try tag.prepare(
      TagPreparation(state: presentation.state ?? .blank, ndef: ndef, password: password))
    if let memory = presentation.memory { tag.restore(memory: try bytes(memory, field: "memory")) }
    return Arrival(tag: tag, leaving: leaving(presentation, in: scenario), faults: presentation.faults ?? [])
  }

  /// Tags that are refused and so never written must go too, or a list of them would end at the first; those of an endless
  /// scenario wait.
  private static func leaving(
    _ presentation: Scenario.Presentation, in scenario: Scenario
  ) -> PlacedTag.LeavingRule {
    if presentation.stays == true { return .never }
    let unwritten = presentation.polls ?? (scenario.endless == true && scenario.tags.count == 1 ? nil : 6)
    return .letAlone(written: max(scenario.leaveAfter ?? 3, 1), unwritten: unwritten)
  }

  private static func bytes(_ text: String, field: String) throws(ScenarioError) -> [UInt8] {
    guard let bytes = HexText.decode(text) else { throw .badHexadecimal(field: field, value: text) }
    return bytes
  }
}
