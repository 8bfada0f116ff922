/// The PN532's commands (User Manual UM0701-02 §7), over a virtual field. Knows no serial line and no clock: it says what is
/// answered and how long that would have taken.
struct PN532 {
  let field: VirtualField
  var registers = Registers()
  /// SetParameters' flags; automatic RATS and ATR_RES after reset.
  var parameters: UInt8 = 0x14
  /// MxRtyPassiveActivation: tries after the first; FFh is for ever.
  var retries: UInt8 = 0xFF
  var timeoutIndex = Timing.defaultTimeoutIndex
  var baud = Timing.defaultBaud
  /// Listed targets by their number, 1 and 2.
  var targets: [UInt8: Target] = [:]
  var selected: UInt8?
  var lastError: UInt8 = 0
  /// Microseconds of the command under way, by the model.
  var elapsed = 0
  var statistics = ReaderStatistics()

  /// A target that was listed.
  struct Target {
    var id: Int
    var technology: Technology
    /// The chip's side of ISO-DEP, where the tag was activated so far.
    var protocolLayer: ISODEPInitiator?
  }

  /// What becomes of a command.
  enum Outcome: Equatable {
    /// The response's data, without its code.
    case answer([UInt8])
    /// An error frame.
    case syntaxError
    /// No answer until something comes into the field, or the host goes on.
    case waiting
  }

  /// Status codes (§7.1).
  enum Status {
    static let timeout: UInt8 = 0x01
    static let crc: UInt8 = 0x02
    static let bufferTooSmall: UInt8 = 0x07
    static let noPeerField: UInt8 = 0x0A
    static let parameter: UInt8 = 0x10
    static let format: UInt8 = 0x13
    static let authentication: UInt8 = 0x14
    static let context: UInt8 = 0x27
  }

  init(field: VirtualField) {
    self.field = field
    registers.prepare(for: 0)
  }

  /// Carries a command out.
  mutating func run(_ command: [UInt8]) -> Outcome {
    elapsed = 0
    guard let code = command.first else { return .syntaxError }
    let data = Array(command.dropFirst())
    switch code {
    case 0x00: return diagnose(data)
    case 0x02: return .answer([0x32, 0x01, 0x06, 0x07])
    case 0x04: return .answer(generalStatus())
    case 0x06: return readRegisters(data)
    case 0x08: return writeRegisters(data)
    case 0x0C: return .answer([0xFF, 0x00, 0x00])
    case 0x0E: return .answer([])
    case 0x10: return setBaudRate(data)
    case 0x12:
      guard let flags = data.first else { return .syntaxError }
      parameters = flags
      return .answer([])
    case 0x14:
      guard let mode = data.first, (1...4).contains(mode) else { return .syntaxError }
      return .answer([])
    case 0x16:
      guard !data.isEmpty else { return .syntaxError }
      setField(on: false)
      return .answer([0x00])
    case 0x32: return configureRF(data)
    case 0x40: return dataExchange(data)
    case 0x42: return communicateThrough(data)
    case 0x44, 0x52, 0x54: return manageTargets(code, data)
    case 0x46, 0x56: return .answer([data.first == 0x01 ? Status.noPeerField : Status.timeout])
    case 0x4A: return listTargets(data)
    case 0x4E: return .answer([targets[data.first ?? 0] == nil ? Status.context : 0x00])
    case 0x50: return .answer([Status.timeout])
    case 0x60: return autoPoll(data)
    // A target waits for another reader's field, and there is none.
    case 0x8C: return .waiting
    case 0x86, 0x88, 0x8E, 0x90, 0x92, 0x94: return .answer([Status.context])
    case 0x8A: return .answer([0x00, 0x00])
    default: return .syntaxError
    }
  }

  private func diagnose(_ data: [UInt8]) -> Outcome {
    switch data.first {
    // Communication line test: everything comes back.
    case 0x00: return .answer(data)
    case 0x01, 0x02, 0x07: return .answer([0x00])
    case 0x04, 0x06: return .answer([targets.isEmpty ? Status.timeout : 0x00])
    case 0x05: return .waiting
    default: return .syntaxError
    }
  }

  private func generalStatus() -> [UInt8] {
    var status: [UInt8] = [lastError, registers.isFieldOn ? 1 : 0, UInt8(targets.count)]
    for (number, target) in targets.sorted(by: { $0.key < $1.key }) {
      status += [number, 0, 0, target.technology == .typeF ? 0x10 : 0x00]
    }
    return status + [0x80]
  }

  private mutating func readRegisters(_ data: [UInt8]) -> Outcome {
    guard !data.isEmpty, data.count.isMultiple(of: 2) else { return .syntaxError }
    return .answer(
      stride(from: 0, to: data.count, by: 2).map {
        registers.read(UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]))
      })
  }

  private mutating func writeRegisters(_ data: [UInt8]) -> Outcome {
    guard !data.isEmpty, data.count.isMultiple(of: 3) else { return .syntaxError }
    for index in stride(from: 0, to: data.count, by: 3) {
      registers.write(UInt16(data[index]) << 8 | UInt16(data[index + 1]), data[index + 2])
    }
    return .answer([])
  }

  private mutating func setBaudRate(_ data: [UInt8]) -> Outcome {
    guard let index = data.first, Int(index) < Timing.baudRates.count else { return .syntaxError }
    baud = Timing.baudRates[Int(index)]
    return .answer([])
  }

  private mutating func configureRF(_ data: [UInt8]) -> Outcome {
    guard let item = data.first else { return .syntaxError }
    switch (item, data.count) {
    case (0x01, 2): setField(on: data[1] & 0x01 != 0)
    case (0x02, 4): timeoutIndex = data[3]
    case (0x04, 2): break
    case (0x05, 4): retries = data[3]
    case (0x0A, 12), (0x0B, 9), (0x0C, 4), (0x0D, 10): break
    default: return .syntaxError
    }
    return .answer([])
  }

  /// Switches the field; what was listed is gone with it.
  mutating func setField(on isOn: Bool) {
    if isOn, !registers.isFieldOn { elapsed += Timing.guardTime }
    if !isOn { targets.removeAll() }
    registers.isFieldOn = isOn
    field.withState { $0.setPower(isOn) }
  }

  /// InDeselect 44h, InRelease 52h, InSelect 54h: target 0 stands for all.
  private mutating func manageTargets(_ code: UInt8, _ data: [UInt8]) -> Outcome {
    guard let number = data.first else { return .syntaxError }
    guard number == 0 || targets[number] != nil else { return .answer([Status.context]) }
    if code == 0x54 {
      guard number != 0 else { return .answer([Status.context]) }
      return .answer([select(number) ? 0x00 : Status.timeout])
    }
    for target in targets.keys where number == 0 || number == target {
      if target == selected { deselect(target) }
      if code == 0x52 { targets[target] = nil }
    }
    return .answer([0x00])
  }

  /// Microseconds until the chip gives up on a tag that does not answer.
  var timeout: Int { Timing.timeout(index: timeoutIndex) ?? 0 }
}
