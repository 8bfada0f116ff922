internal import VirtualReader

/// A tag of any family with less memory than its kind has: what is written beyond is acknowledged and lost, or goes round.
struct CounterfeitTag: VirtualTag {
  private(set) var inner: any VirtualTag
  /// Bytes of data memory that its kind has, and of these the ones that are there.
  private let claimed: Range<Int>, real: Range<Int>
  private let wraps: Bool

  /// - Parameters:
  ///   - start: where data memory begins in the tag's whole memory.
  ///   - bytes: how much of it is there.
  ///   - end: where it ends on a tag that is what it says.
  init(_ inner: any VirtualTag, from start: Int, bytes: Int, to end: Int, wraps: Bool) {
    self.inner = inner
    claimed = start..<end
    real = start..<start + bytes
    self.wraps = wraps
    if wraps { mirror() }
  }

  var chip: String { inner.chip }
  var activation: TagActivation { inner.activation }
  var memory: [UInt8] { inner.memory }
  var blockSize: Int { inner.blockSize }
  var ignoresRequests: Bool { inner.ignoresRequests }

  mutating func powerUp(using random: inout SeededRandom) { inner.powerUp(using: &random) }
  mutating func activate() { inner.activate() }
  mutating func restore(memory: [UInt8]) { inner.restore(memory: memory) }
  mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    try inner.prepare(preparation)
  }

  mutating func respond(to command: [UInt8]) -> TagResponse {
    let before = inner.memory
    let response = inner.respond(to: command)
    let after = inner.memory
    guard after != before else { return response }
    var memory = after
    for address in real.upperBound..<claimed.upperBound where after[address] != before[address] {
      memory[address] = before[address]
      if wraps { memory[place(address)] = after[address] }
    }
    inner.restore(memory: memory)
    if wraps { mirror() }
    return response
  }

  private func place(_ address: Int) -> Int {
    real.lowerBound + (address - real.lowerBound) % real.count
  }

  private mutating func mirror() {
    var memory = inner.memory
    for address in real.upperBound..<claimed.upperBound { memory[address] = memory[place(address)] }
    inner.restore(memory: memory)
  }
}
