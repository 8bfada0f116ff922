internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("A walk over libnfc") struct WalkTests {
  @Test func everyRowGetsOneTagAndTheLogSaysWhich() throws {
    let bench = try WalkBench(.blankNTAG213)
    try bench.write(rows: 10)
    let (ending, events) = try bench.run()
    #expect(ending == .complete)
    let done = events.compactMap { event -> (String, UID)? in
      if case .done(let row, let tag, _, _) = event { (row.id, tag.uid) } else { nil }
    }
    #expect(done.map(\.0) == (1...10).map { "A\($0)" })
    #expect(Set(done.map(\.1)).count == 10)
    let messages = bench.messages()
    for (id, uid) in done {
      let number = id.dropFirst()
      let expected =
        [0xD1, 0x01, UInt8(17 + number.utf8.count - 2), 0x55, 0x04] + Array("example.org/t/\(number)".utf8)
      #expect(messages[uid.description] == expected)
    }
    print("statistics", bench.reader.statistics)
  }
}
