/// Ultralight C's mutual authentication (MF0ICU2 data sheet §7.5.5): 1A 00, AF + 16 bytes, 00 + 8 bytes.
extension Type2VirtualTag {
  /// The key: pages 44–47 hold it with the bytes of each half reversed.
  private var tripleDESKey: [UInt8] { pages[176..<184].reversed() + pages[184..<192].reversed() }

  mutating func beginTripleDES() -> TagResponse {
    // The challenge need not be unpredictable here: nothing real is guarded by it.
    var seed: UInt64 = UInt64(truncatingIfNeeded: failures)
    for byte in pages[0..<8] { seed = seed << 8 ^ UInt64(byte) }
    var random = SeededRandom(seed: seed)
    failures &+= 1
    let challenge = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let encrypted = TripleDES.crypt(
      challenge, key: tripleDESKey, vector: [UInt8](repeating: 0, count: 8), encrypting: true)
    pending = .authentication(challenge: challenge + encrypted)
    return TagResponse(.bytes([0xAF] + encrypted))
  }

  mutating func finishTripleDES(_ command: [UInt8], challenge: [UInt8]) -> TagResponse {
    guard command.count == 17, command[0] == 0xAF, challenge.count == 16 else { return refusal(0x0) }
    let sent = Array(command[1...])
    let plain = TripleDES.crypt(
      sent, key: tripleDESKey, vector: Array(challenge[8...]), encrypting: false)
    guard Array(plain[8...]) == Array(challenge[1..<8]) + [challenge[0]] else { return refusal(0x0) }
    authenticated = true
    let answer = Array(plain[1..<8]) + [plain[0]]
    let encrypted = TripleDES.crypt(answer, key: tripleDESKey, vector: Array(sent[8...]), encrypting: true)
    return TagResponse(.bytes([0x00] + encrypted))
  }
}
