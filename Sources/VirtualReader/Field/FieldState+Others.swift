/// Tags of the other technologies, which have no anticollision here: FeliCa, type B, Jewel.
extension FieldState {
  /// The type A tag that is selected.
  var activeA: Int? {
    live.first { self[$0].isPresent && (self[$0].state == .active || self[$0].state == .activeStar) }
  }

  /// Present tags of a technology.
  private func present(_ technology: Technology) -> [Int] {
    guard isPowered else { return [] }
    return live.filter { self[$0].isPresent && self[$0].tag.activation.technology == technology }
  }

  private mutating func found(_ id: Int) {
    self[id].bareSelections += 1
    self[id].tag.activate()
  }

  /// FeliCa Polling: 00, system code, request code, time slots (JIS X 6319-4 §10.1); lowest IDm first.
  mutating func pollF(_ request: [UInt8]) -> [(id: Int, bytes: [UInt8])] {
    guard request.count == 5, request[0] == 0x00 else { return [] }
    var answers: [(id: Int, bytes: [UInt8])] = []
    for id in present(.typeF) {
      guard case .typeF(let data) = self[id].tag.activation else { continue }
      let code = data.systemCodes.first { code in
        (request[1] == 0xFF || request[1] == UInt8(code >> 8))
          && (request[2] == 0xFF || request[2] == UInt8(truncatingIfNeeded: code))
      }
      guard let code else { continue }
      found(id)
      let suffix = request[3] == 0x01 ? [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] : []
      answers.append((id, [0x01] + data.idm + data.pmm + suffix))
    }
    return answers.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// WUPB: ATQB of each tag.
  mutating func findB() -> [(id: Int, bytes: [UInt8])] {
    var answers: [(id: Int, bytes: [UInt8])] = []
    for id in present(.typeB) {
      guard case .typeB(let data) = self[id].tag.activation else { continue }
      found(id)
      answers.append((id, [0x50] + data.pupi + data.applicationData + data.protocolInfo))
    }
    return answers
  }

  /// Type 1: SENS_RES and the identifier.
  mutating func findJewel() -> [(id: Int, bytes: [UInt8])] {
    var answers: [(id: Int, bytes: [UInt8])] = []
    for id in present(.jewel) {
      guard case .jewel(let data) = self[id].tag.activation else { continue }
      found(id)
      answers.append((id, data.sensRes + data.identifier))
    }
    return answers
  }

  /// A raw FeliCa frame with its length byte, to the tag whose IDm it names.
  mutating func sendF(_ frame: [UInt8]) -> AirAnswer {
    guard frame.count >= 2, Int(frame[0]) == frame.count else { return .none }
    if frame[1] == 0x00 {
      guard let first = pollF(Array(frame.dropFirst())).first else { return .none }
      return .checked([UInt8(first.bytes.count + 1)] + first.bytes)
    }
    guard frame.count >= 10 else { return .none }
    for id in present(.typeF) where self[id].tag.activation.identifier == Array(frame[2..<10]) {
      return deliver(frame, to: id)
    }
    return .none
  }

  /// A raw frame to the first tag of a technology without addresses.
  mutating func sendFirst(_ frame: [UInt8], _ technology: Technology) -> AirAnswer {
    if technology == .typeB, frame.first == 0x05 {
      return findB().first.map { .checked($0.bytes) } ?? .none
    }
    return present(technology).first.map { deliver(frame, to: $0) } ?? .none
  }
}
