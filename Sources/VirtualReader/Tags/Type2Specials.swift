/// The commands that not every Type 2 chip has.
extension Type2VirtualTag {
  mutating func special(_ command: [UInt8], code: UInt8) -> TagResponse {
    let features = product.features
    switch (code, command.count) {
    case (0x60, 1):
      guard let version = product.version else { return unknown() }
      return TagResponse(.bytes(version))
    case (0x3A, 3) where features.contains(.fastRead):
      return fastRead(Int(command[1]), Int(command[2]))
    case (0x3C, 2) where features.contains(.signature):
      return command[1] == 0 ? TagResponse(.bytes(signature), .read) : refusal(0x0)
    case (0x39, 2): return readCounter(Int(command[1]))
    case (0xA5, 6) where features.contains(.threeCounters):
      return increment(Int(command[1]), by: Array(command[2...]))
    case (0x3E, 2) where features.contains(.threeCounters):
      return command[1] < 3 ? TagResponse(.bytes([0xBD]), .read) : refusal(0x0)
    case (0x1B, 5) where features.contains(.password):
      return authenticate(Array(command[1...]))
    case (0x1A, 2) where features.contains(.tripleDES):
      return beginTripleDES()
    case (0xC2, 2) where features.contains(.sectors) && command[1] == 0xFF:
      pending = .sectorSelect
      return TagResponse(.acknowledge)
    default: return unknown()
    }
  }

  /// Thirty-two bytes that belong to the UID. No signature that a maker's key would prove.
  private var signature: [UInt8] {
    var seed: UInt64 = 0
    for byte in pages[0..<8] { seed = seed << 8 | UInt64(byte) }
    var random = SeededRandom(seed: seed)
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  private func readCounter(_ number: Int) -> TagResponse {
    let features = product.features
    if features.contains(.threeCounters) {
      guard number < 3 else { return refusal(0x0) }
    } else {
      guard features.contains(.readCounter) else { return unknown() }
      guard number == 2, settings.counts, !settings.counterNeedsPassword || authenticated else {
        return refusal(0x0)
      }
    }
    let value = counters[number]
    return TagResponse(.bytes([0, 8, 16].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }), .read)
  }

  private mutating func increment(_ number: Int, by data: [UInt8]) -> TagResponse {
    guard number < 3 else { return refusal(0x0) }
    let amount = UInt32(data[0]) | UInt32(data[1]) << 8 | UInt32(data[2]) << 16
    guard counters[number] + amount <= 0xFF_FFFF else { return refusal(0x4) }
    counters[number] += amount
    return TagResponse(.acknowledge, .write, microseconds: Timing.pageWrite)
  }

  /// PWD_AUTH. Once the tries of AUTHLIM are used up no password helps any more.
  private mutating func authenticate(_ password: [UInt8]) -> TagResponse {
    if settings.tries > 0, failures >= settings.tries { return refusal(0x4) }
    guard password == settings.password else {
      failures = min(failures + 1, 1 << 10)
      return refusal(0x0)
    }
    failures = 0
    authenticated = true
    return TagResponse(.bytes(settings.acknowledge))
  }
}
