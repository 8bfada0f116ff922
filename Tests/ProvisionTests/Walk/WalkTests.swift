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
  }

  @Test func twoTagsAtOnceAreToldAndNeitherIsWritten() throws {
    let bench = try WalkBench()
    let device = try bench.open()
    try bench.write(rows: 1)
    let first = try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E580")
    let second = try WalkBench.tag("NTAG213", uid: "04112233445566")
    let ids = [bench.field.place(first), bench.field.place(second)]
    var told = 0
    let control = WalkControl()
    let (ending, _) = try {
      let walk = try bench.job().walk(with: device, control: control)
      var events: [WalkEvent] = []
      let ending = walk.run { event in
        events.append(event)
        guard case .refused(_, .severalTags) = event else { return }
        told += 1
        #expect(bench.field.records.map(\.memory) == [first.memory, second.memory])
        bench.field.remove(ids[0])
      }
      return (ending, events)
    }()
    #expect(told == 1)
    #expect(ending == .complete)
    // The one that stayed alone is taken.
    #expect(bench.messages()["04112233445566"] != nil)
    #expect(bench.field.records[0].memory == first.memory)
  }
}
