/// The register file of the PN532's contactless interface (User Manual §8.6, and the PN512's data sheet for the bits).
///
/// Registers keep what is written; a few of them matter here or show what the chip knows.
struct Registers: Sendable {
  private var values: [UInt16: UInt8] = [:]
  /// The FIFO: what was sent or received last.
  var fifo: [UInt8] = []
  var isFieldOn = false

  static let txMode: UInt16 = 0x6302
  static let rxMode: UInt16 = 0x6303
  static let txControl: UInt16 = 0x6304
  static let manualReceive: UInt16 = 0x630D
  static let fifoData: UInt16 = 0x6339
  static let fifoLevel: UInt16 = 0x633A
  static let control: UInt16 = 0x633C
  static let bitFraming: UInt16 = 0x633D

  subscript(address: UInt16) -> UInt8 {
    get { values[address] ?? 0 }
    set { values[address] = newValue }
  }

  /// ReadRegister: reading the FIFO takes a byte out of it.
  mutating func read(_ address: UInt16) -> UInt8 {
    switch address {
    case Registers.fifoData: return fifo.isEmpty ? 0 : fifo.removeFirst()
    case Registers.fifoLevel: return UInt8(min(fifo.count, 64))
    case Registers.txControl: return self[address] & 0xFC | 0x80 | (isFieldOn ? 0x03 : 0x00)
    default: return self[address]
    }
  }

  /// WriteRegister.
  mutating func write(_ address: UInt16, _ value: UInt8) {
    switch address {
    case Registers.fifoData: if fifo.count < 64 { fifo.append(value) }
    case Registers.fifoLevel: if value & 0x80 != 0 { fifo.removeAll() }
    default: self[address] = value
    }
  }

  /// Whether CRC bytes are added to what is sent, and checked and taken off what is received.
  var addsCRC: Bool { self[Registers.txMode] & 0x80 != 0 }
  var checksCRC: Bool { self[Registers.rxMode] & 0x80 != 0 }
  /// Whether parity is left to the host.
  var parityOff: Bool { self[Registers.manualReceive] & 0x10 != 0 }
  /// Bits of the last byte to send; 0 for all eight.
  var lastBits: UInt8 { self[Registers.bitFraming] & 0x07 }
  /// Framing of what is sent: 0 type A, 2 FeliCa, 3 type B.
  var framing: UInt8 { self[Registers.txMode] & 0x03 }

  /// As InListPassiveTarget leaves them: CRC on, speed and framing of the technology.
  mutating func prepare(for mode: UInt8) {
    self[Registers.txMode] = 0x80 | mode
    self[Registers.rxMode] = 0x80 | mode
    self[Registers.bitFraming] = 0
  }

  /// How many bits of the last byte received count; 0 for all.
  mutating func received(bits: UInt8) {
    self[Registers.control] = self[Registers.control] & 0xF8 | bits & 0x07
  }
}
