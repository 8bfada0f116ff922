/// Finding tags: InListPassiveTarget (§7.3.5), InAutoPoll (§7.3.13), and selecting and halting what was found.
extension PN532 {
  mutating func listTargets(_ data: [UInt8]) -> Outcome {
    guard data.count >= 2, (1...2).contains(data[0]), let technology = PN532.technology(data[1]) else {
      return .syntaxError
    }
    if !registers.isFieldOn { setField(on: true) }
    targets.removeAll()
    selected = nil
    registers.prepare(for: PN532.mode(data[1]))
    var found: [[UInt8]] = []
    var tries = 0
    field.withState { $0.pollBegan(technology) }
    while true {
      let most = technology == .jewel || technology == .typeB && data[0] == 1 ? 1 : Int(data[0])
      found = find(technology, most: most, initiatorData: Array(data.dropFirst(2)))
      if !found.isEmpty { break }
      statistics.emptyPolls += 1
      tries += 1
      if retries == 0xFF {
        // For ever; but only what changes by polling is worth polling for at once.
        guard tries < 64, tries < 2 || field.withState({ $0.expects(technology) }) else { return .waiting }
        if tries > 1 { field.withState { $0.pollBegan(technology) } }
      } else if tries > Int(retries) {
        break
      }
    }
    return .answer([UInt8(found.count)] + found.joined())
  }

  /// BrTy of InListPassiveTarget.
  static func technology(_ code: UInt8) -> Technology? {
    switch code {
    case 0x00: .typeA
    case 0x01, 0x02: .typeF
    case 0x03: .typeB
    case 0x04: .jewel
    default: nil
    }
  }

  /// Speed and framing bits of TxMode and RxMode.
  private static func mode(_ code: UInt8) -> UInt8 {
    switch code {
    case 0x01: 0x12
    case 0x02: 0x22
    case 0x03: 0x03
    default: 0x00
    }
  }

  private mutating func find(_ technology: Technology, most: Int, initiatorData: [UInt8]) -> [[UInt8]] {
    switch technology {
    case .typeA:
      var found: [[UInt8]] = []
      while found.count < most {
        if let number = selected { deselect(number) }
        let number = UInt8(found.count + 1)
        guard let data = findTypeA(number, uid: initiatorData) else { break }
        found.append(data)
      }
      return found
    case .typeF: return findTypeF(most: most, request: initiatorData)
    case .typeB: return findTypeB()
    case .jewel: return findJewel()
    }
  }

  // MARK: Type A

  private mutating func findTypeA(_ number: UInt8, uid: [UInt8]) -> [UInt8]? {
    guard let target = selectTypeA(cascade: uid) else { return nil }
    guard case .typeA(let data) = target.activation else { return nil }
    var listed: [UInt8] = [number] + data.atqa + [data.sak, UInt8(data.uid.count)] + data.uid
    var layer: ISODEPInitiator?
    if data.sak & 0x20 != 0, parameters & 0x10 != 0, case .checked(let ats) = airA(.checked([0xE0, 0x50])) {
      layer = ISODEPInitiator(ats: ats)
      listed += ats
    }
    targets[number] = Target(id: target.id, technology: .typeA, protocolLayer: layer)
    selected = number
    return listed
  }

  /// REQA (or WUPA where a UID is given, cascade tags included), anticollision and selection, frame by frame.
  private mutating func selectTypeA(cascade wanted: [UInt8]) -> (id: Int, activation: TagActivation)? {
    let request = airA(.short(wanted.isEmpty ? 0x26 : 0x52))
    guard case .plain = request else {
      registers.fifo = [0x26]
      return nil
    }
    registers.fifo = []
    for (level, code) in [UInt8(0x93), 0x95, 0x97].enumerated() {
      var part = Array(wanted.dropFirst(level * 4).prefix(4))
      if part.count < 4 {
        guard case .plain(let heard) = airA(.plain([code, 0x20])), heard.count == 5 else { return nil }
        part = Array(heard[0..<4])
      }
      let answer = airA(.checked([code, 0x70] + part + [part.reduce(0, ^)]))
      guard case .checked(let sak) = answer, let sak = sak.first else { return nil }
      if sak & 0x04 == 0 {
        guard
          let tag = field.withState({ state in
            state.activeA.map { (id: $0, activation: state[$0].tag.activation) }
          })
        else { return nil }
        statistics.selections += 1
        statistics.rfExchanges += 1
        return tag
      }
    }
    return nil
  }

  /// Sends a frame to type A tags and adds its time.
  mutating func airA(_ frame: AirFrame) -> AirAnswer {
    let (answer, busy) = field.withState { ($0.sendA(frame), $0.busy) }
    if answer == .none {
      if case .short = frame { elapsed += Timing.requestTimeout } else { elapsed += timeout }
    }
    elapsed += Timing.exchange(sent: frame.bits, received: answer.bits) + busy
    return answer
  }

  /// Puts a selected target into HALT, as the chip does before it turns to another one.
  mutating func deselect(_ number: UInt8) {
    selected = nil
    guard let target = targets[number], target.technology == .typeA else { return }
    if let layer = target.protocolLayer {
      _ = airA(.checked(layer.deselect))
      targets[number]?.protocolLayer = nil
    } else {
      let (_, busy) = field.withState { ($0.sendA(.checked([0x50, 0x00])), $0.busy) }
      elapsed += Timing.exchange(sent: AirFrame.checked([0x50, 0x00]).bits, received: 0) + busy
    }
  }

  /// Selects a listed target again.
  mutating func select(_ number: UInt8) -> Bool {
    guard selected != number, let target = targets[number] else { return targets[number] != nil }
    if let other = selected { deselect(other) }
    guard target.technology == .typeA else {
      selected = number
      return true
    }
    let cascade = field.withState { state in
      Array(state.knows(target.id) ? state[target.id].cascade.flatMap { $0 } : [])
    }
    guard let again = selectTypeA(cascade: cascade), case .typeA(let data) = again.activation else {
      return false
    }
    if data.sak & 0x20 != 0, parameters & 0x10 != 0, case .checked(let ats) = airA(.checked([0xE0, 0x50])) {
      targets[number]?.protocolLayer = ISODEPInitiator(ats: ats)
    }
    selected = number
    return true
  }

  // MARK: Other technologies

  private mutating func findTypeF(most: Int, request: [UInt8]) -> [[UInt8]] {
    guard request.count == 5 else { return [] }
    let answers = field.withState { $0.pollF(request) }
    return register(answers.prefix(most), technology: .typeF) { [UInt8($0.count + 1)] + $0 }
  }

  private mutating func findTypeB() -> [[UInt8]] {
    let answers = field.withState { $0.findB() }
    // The chip sends ATTRIB itself; the answer is one byte, the channel 0.
    return register(answers.prefix(1), technology: .typeB) { $0 + [0x01, 0x00] }
  }

  private mutating func findJewel() -> [[UInt8]] {
    let answers = field.withState { $0.findJewel() }
    return register(answers.prefix(1), technology: .jewel) { $0 }
  }

  private mutating func register(
    _ answers: ArraySlice<(id: Int, bytes: [UInt8])>, technology: Technology, listing: ([UInt8]) -> [UInt8]
  ) -> [[UInt8]] {
    elapsed += Timing.requestTimeout
    var listed: [[UInt8]] = []
    for (index, answer) in answers.enumerated() {
      let number = UInt8(index + 1)
      targets[number] = Target(id: answer.id, technology: technology)
      statistics.selections += 1
      statistics.rfExchanges += 1
      selected = number
      listed.append([number] + listing(answer.bytes))
    }
    return listed
  }

  // MARK: Polling by the chip

  /// PollNr, Period, types; PollNr FFh is for ever.
  mutating func autoPoll(_ data: [UInt8]) -> Outcome {
    guard data.count >= 3, data[0] > 0, data[1] > 0, data.count <= 17 else { return .syntaxError }
    let types = Array(data.dropFirst(2))
    for round in 0..<(data[0] == 0xFF ? 3 : Int(data[0])) {
      if round > 0 { elapsed += Int(data[1]) * 150_000 }
      for type in types {
        guard let code = PN532.listingCode(type), let technology = PN532.technology(code) else { continue }
        let kept = retries
        retries = 0
        let request: [UInt8] =
          technology == .typeF ? [0x00, 0xFF, 0xFF, 0x01, 0x00] : technology == .typeB ? [0x00] : []
        let outcome = listTargets([0x01, code] + request)
        retries = kept
        guard case .answer(let listed) = outcome, let count = listed.first, count > 0 else { continue }
        let target = Array(listed.dropFirst())
        return .answer([count, type, UInt8(target.count)] + target)
      }
    }
    return data[0] == 0xFF ? .waiting : .answer([0x00])
  }

  /// The BrTy for a type of InAutoPoll; nil for active and DEP types, which find nothing.
  private static func listingCode(_ type: UInt8) -> UInt8? {
    switch type {
    case 0x00, 0x10, 0x20: 0x00
    case 0x01, 0x11: 0x01
    case 0x02, 0x12: 0x02
    case 0x03, 0x23: 0x03
    case 0x04: 0x04
    default: nil
    }
  }
}
