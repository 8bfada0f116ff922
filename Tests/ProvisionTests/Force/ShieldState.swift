internal import VirtualReader

@testable internal import Provision

/// What anybody, and whoever knows the password, can do with a virtual tag's data: found out by offering a copy of it the
/// commands, not by what its bits are supposed to mean.
struct ShieldState: Equatable {
  /// Pages or blocks of the data area.
  var places = 0
  /// Of these, the ones that take a write from anybody, and from whoever knows the password.
  var open = 0, openWithPassword = 0
  /// Pages or blocks that say what may be written, and take a write from anybody.
  var openControls = 0
  /// Whether anybody can read the data.
  var isReadable = true

  init(of tag: any VirtualTag) {
    switch tag {
    case let tag as Type2VirtualTag: examine(tag)
    case let card as ClassicVirtualTag: examine(card)
    case let card as FeliCaVirtualTag: examine(card)
    case is Type4VirtualTag: examineType4(tag)
    default: break
    }
  }

  /// Whether it is as was asked for, no more and no less.
  func isFull(_ shield: Shield) -> Bool {
    guard places > 0, isReadable == !shield.guardsReading else { return false }
    switch shield {
    case .none: return open == places
    case .lock: return open == 0 && openControls == 0
    case .protect, .protectReading: return open == 0 && openWithPassword == places
    case .protectAndLock: return open == 0 && openWithPassword == 0 && openControls == 0
    }
  }

  private mutating func examine(_ tag: Type2VirtualTag) {
    let memory = tag.memory
    guard memory[12] == 0xE1 else { return }
    let end = min(4 + Int(memory[14]) * 2, tag.chip == "NTAG I2C plus 2K" ? 226 : memory.count / 4)
    var copy = tag
    copy.activate()
    func answers(_ command: [UInt8]) -> Bool {
      switch copy.respond(to: command).reply {
      case .acknowledge, .bytes: return true
      default: return false
      }
    }
    // What it holds already: whether it is taken is all that can be seen.
    func takesWrite(_ page: Int) -> Bool {
      answers([0xA2, UInt8(page)] + memory[page * 4..<page * 4 + 4])
    }
    places = end - 4
    open = (4..<end).count { takesWrite($0) }
    isReadable = answers([0x30, 0x04]) && answers([0x30, UInt8(end - 1)])
    _ = answers([0x1B] + Shielded.password)
    openWithPassword = (4..<end).count { takesWrite($0) }
    openControls = takesWrite(3) ? 1 : 0
  }

  /// With every key that is public knowledge (AN1304 §3.3, AN10787 §3.7).
  private mutating func examine(_ card: ClassicVirtualTag) {
    let memory = card.memory
    let keys: [(command: UInt8, key: [UInt8])] = [
      (0x60, [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7]), (0x60, [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]),
      (0x60, [UInt8](repeating: 0xFF, count: 6)), (0x61, [UInt8](repeating: 0xFF, count: 6)),
      (0x61, [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7]),
    ]
    var copy = card
    func answers(_ code: UInt8, _ block: Int) -> Bool {
      keys.contains { key in
        copy.activate()
        let start = [key.command, UInt8(block)] + key.key + card.activation.identifier.suffix(4)
        guard copy.respond(to: start).reply == .acknowledge else { return false }
        switch copy.respond(to: [code, UInt8(block)]).reply {
        case .acknowledge, .bytes: return true
        default: return false
        }
      }
    }
    func trailer(_ sector: Int) -> Int { sector < 32 ? sector * 4 + 3 : 128 + (sector - 32) * 16 + 15 }
    let sectors = memory.count == 4096 ? 40 : memory.count == 320 ? 5 : 16
    for sector in 1..<sectors where sector != 16 {
      let entry = sector < 16 ? 16 + sector * 2 : 64 * 16 + (sector - 16) * 2
      guard memory[entry] == 0x03, memory[entry + 1] == 0xE1 else { continue }
      for block in trailer(sector) - (sector < 32 ? 3 : 15)..<trailer(sector) {
        places += 1
        if answers(0xA0, block) { open += 1 }
        if !answers(0x30, block) { isReadable = false }
      }
      if answers(0xA0, trailer(sector)) { openControls += 1 }
    }
    for block in [1, 2, 3] + (sectors == 40 ? [64, 65, 66, 67] : []) where answers(0xA0, block) {
      openControls += 1
    }
    openWithPassword = open
  }

  private mutating func examine(_ card: FeliCaVirtualTag) {
    let memory = card.memory
    var copy = card
    func succeeds(_ code: UInt8, _ block: Int, _ data: ArraySlice<UInt8>) -> Bool {
      let body =
        [code] + card.activation.identifier
        + [0x01, code == 0x08 ? 0x09 : 0x0B, 0x00, 0x01, 0x80, UInt8(block)] + data
      guard case .bytes(let answer) = copy.respond(to: [UInt8(body.count + 1)] + body).reply else {
        return false
      }
      return answer.count > 10 && answer[10] == 0x00
    }
    places = 14
    open = (0..<14).count { succeeds(0x08, $0, memory[$0 * 16..<$0 * 16 + 16]) }
    openWithPassword = open
    isReadable = (0..<14).allSatisfy { succeeds(0x06, $0, []) }
  }

  private mutating func examineType4(_ tag: any VirtualTag) {
    let engine = EngineTransceiver(tag)
    _ = engine.freshSelection()
    func send(_ apdu: [UInt8]) -> [UInt8]? {
      guard let answer = try? engine.transceive(apdu, framing: .dataExchange),
        answer.suffix(2) == [0x90, 0x00]
      else { return nil }
      return answer.dropLast(2)
    }
    let name: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01]
    let isFirstMapping = send([0x00, 0xA4, 0x04, 0x00, 0x07] + name + [0x01, 0x00]) == nil
    if isFirstMapping { _ = send([0x00, 0xA4, 0x04, 0x00, 0x07] + name + [0x00]) }
    let select: [UInt8] = [0x00, 0xA4, 0x00, isFirstMapping ? 0x00 : 0x0C, 0x02]
    guard send(select + [0xE1, 0x03]) != nil, let container = send([0x00, 0xB0, 0x00, 0x00, 0x0F]),
      container.count == 15, send(select + container[9...10]) != nil
    else { return }
    places = 1
    let length = send([0x00, 0xB0, 0x00, 0x00, 0x02])
    isReadable = length != nil
    open = send([0x00, 0xD6, 0x00, 0x00, 0x02] + (length ?? [0, 0])) != nil ? 1 : 0
    openWithPassword = open
  }
}

extension ShieldState {
  /// Whether anything of a lock or a password is in force, from the memory alone: quick enough for every exchange.
  static func isBegun(on tag: any VirtualTag) -> Bool {
    let memory = tag.memory
    switch tag {
    case is Type2VirtualTag:
      var locks = [memory[10], memory[11]]
      if let page = lockPages[tag.chip] { locks += memory[page * 4..<page * 4 + 3] }
      return locks.contains { $0 != 0 } || passwordInForce(on: tag) != nil
    case is ClassicVirtualTag:
      // Access bits that are neither the factory's nor those of a formatted tag.
      let usual: [[UInt8]] = [[0xFF, 0x07, 0x80], [0x7F, 0x07, 0x88], [0x78, 0x77, 0x88]]
      let small = stride(from: 48, to: min(memory.count, 2048), by: 64)
      let large = stride(from: 2048 + 240, to: memory.count, by: 256)
      return (Array(small) + Array(large)).contains { !usual.contains(Array(memory[$0 + 6..<$0 + 9])) }
    // MC, the 24th block that is stored: a bit for each of 14 blocks and the register.
    case is FeliCaVirtualTag: return memory[368] != 0xFF || memory[369] & 0x7F != 0x7F
    case is Type4VirtualTag: return memory[2] != 0x30 && memory[14] != 0x00
    default: return false
    }
  }

  /// PWD and PACK where they guard anything; nil where they don't.
  static func passwordInForce(on tag: any VirtualTag) -> [UInt8]? {
    guard tag is Type2VirtualTag, let page = configurations[tag.chip] else { return nil }
    let memory = tag.memory
    guard Int(memory[page * 4 + 3]) < memory.count / 4 else { return nil }
    return Array(memory[page * 4 + 8..<page * 4 + 14])
  }

  /// Where products have their dynamic lock bytes, and their configuration (the data sheets).
  private static let lockPages = [
    "NTAG203": 40, "MIFARE Ultralight C": 40, "NTAG212": 36, "MIFARE Ultralight EV1 (MF0UL21)": 36,
    "NTAG213": 40, "NTAG213F": 40, "NTAG213C": 40, "NTAG213 TagTamper": 40, "NTAG215": 130, "NTAG216": 226,
    "NTAG I2C 1K": 226, "NTAG I2C plus 1K": 226,
  ]
  private static let configurations = [
    "NTAG210": 16, "NTAG212": 37, "MIFARE Ultralight EV1 (MF0UL11)": 16,
    "MIFARE Ultralight EV1 (MF0UL21)": 37, "NTAG213": 41, "NTAG213F": 41, "NTAG213C": 41,
    "NTAG213 TagTamper": 41, "NTAG215": 131, "NTAG216": 227, "NTAG I2C plus 1K": 227,
    "NTAG I2C plus 2K": 227,
  ]
}
