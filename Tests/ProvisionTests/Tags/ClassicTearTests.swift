import Testing
import VirtualReader

@testable import Provision

/// A tag torn away at every exchange, before and after it took effect, reads as nothing or as the old or the new
/// message, never as another; and the next presentation finishes it.
struct ClassicTearTests {
  enum Start: String, CaseIterable, Sendable {
    case blank, fourKBlank, empty, message, long

    func bench() throws -> ClassicBench {
      let bench = ClassicBench(self == .fourKBlank ? .fourK : .oneK)
      switch self {
      case .blank, .fourKBlank: break
      case .empty:
        var card = bench.card
        try card.prepare(TagPreparation(state: .formatted))
        bench.card = card
      case .message: try ClassicTagTests.write(ClassicTagTests.message(40, 77), to: bench)
      case .long: try ClassicTagTests.write(ClassicTagTests.message(400, 77), to: bench)
      }
      return bench
    }
  }

  private func exchanges(_ card: ClassicVirtualTag, _ work: (ClassicBench) throws -> Void) rethrows -> Int {
    let bench = ClassicBench(card)
    try work(bench)
    return bench.exchanges
  }

  @Test(arguments: Start.allCases, [40, 150])
  func aTornWriteNeverReadsAsAnotherMessage(_ start: Start, size: Int) throws {
    let octets = ClassicTagTests.message(size, 5)
    let original = try start.bench().card
    let old = ClassicReading(of: original)
    let total = try exchanges(original) { try $0.present().writeNDEF(octets) }
    for exchange in 1...total {
      for afterEffect in [false, true] {
        let bench = ClassicBench(original)
        let tag = try bench.present()
        bench.tear = (exchange, afterEffect)
        var isDone = true
        do { try tag.writeNDEF(octets) } catch { isDone = false }
        let reading = ClassicReading(of: bench.card)
        let note: Comment = "torn at \(exchange) of \(total), after effect: \(afterEffect), reads \(reading)"
        switch reading {
        case .unformatted, .broken, .empty: break
        case .message(let found):
          // A write that told of an error may still be complete; one that was begun never shows the old message.
          let isOld = reading == old && bench.writes == 0
          #expect(found == octets || isOld, note)
        }
        #expect(!isDone, note)
        bench.resetCounts()
        try ClassicTagTests.write(octets, to: bench)
        #expect(bench.exchanges < 2 * total + 120, note)
      }
    }
  }

  @Test func aTagTornInFormattingTakesAnotherMessageNextTime() throws {
    let first = ClassicTagTests.message(150, 5)
    let second = ClassicTagTests.message(100, 9)
    let original = try Start.blank.bench().card
    let total = try exchanges(original) { try $0.present().writeNDEF(first) }
    for exchange in 1...total {
      let bench = ClassicBench(original)
      let tag = try bench.present()
      bench.tear = (exchange, true)
      #expect(throws: TagError.self) { try tag.writeNDEF(first) }
      try ClassicTagTests.write(second, to: bench)
    }
  }

  @Test(arguments: [ClassicProduct.oneK, .fourK])
  func aTornLockKeepsTheMessageAndIsFinishedNextTime(_ product: ClassicProduct) throws {
    let octets = ClassicTagTests.short
    let start = ClassicBench(product)
    try ClassicTagTests.write(octets, to: start)
    let total = try exchanges(start.card) { try $0.present().writeLock() }
    for exchange in 1...total {
      let bench = ClassicBench(start.card)
      let tag = try bench.present()
      bench.tear = (exchange, true)
      #expect(throws: TagError.self) { try tag.writeLock() }
      #expect(ClassicReading(of: bench.card) == .message(octets))
      try ClassicTagTests.lock(bench, holding: octets)
    }
  }
}
