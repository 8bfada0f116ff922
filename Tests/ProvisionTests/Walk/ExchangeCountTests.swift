internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// What a tag costs on the air and on the line, from the prompt with the tag lying there to the operator's "done", the
/// selection that finds it included and all promises kept: alone in the field, status and capacity known, intent logged,
/// fresh selection, every byte compared.
@Suite("The cost of a tag") struct ExchangeCountTests {
  static let costs: [(chip: String, message: Int, exchanges: Int, commands: Int)] = [
    // 40 characters of URL, of which one byte stands for the first eight: 4 + 1 + 32.
    ("NTAG213", 37, 18, 26),
    ("NTAG216", 810, 225, 240),
  ]

  @Test(arguments: costs)
  func staysWithinItsBound(chip: String, message: Int, exchanges: Int, commands: Int) throws {
    let bench = try WalkBench()
    let device = try bench.open()
    // A long record has three more bytes of length.
    let rest = message - (message > 260 ? 8 : 5)
    try bench.write(manifest: "id,url\nA,https://example.org/\(String(repeating: "x", count: rest - 12))\n")
    var ready = bench.reader.statistics
    var done = ready
    let (ending, _) = try bench.run(
      presenting: [try WalkBench.tag(chip, uid: "04A1B2C3D4E580")], with: device
    ) { event in
      if case .ready(let row, _) = event {
        #expect(row.bytes == message)
        ready = bench.reader.statistics
      }
      if case .done = event { done = bench.reader.statistics }
    }
    #expect(ending == .complete)
    print(
      "cost of \(chip): \(done.rfExchanges - ready.rfExchanges) exchanges, \(done.hostCommands - ready.hostCommands) commands, \(done.microseconds - ready.microseconds) µs modelled"
    )
    #expect(done.rfExchanges - ready.rfExchanges <= exchanges)
    #expect(done.hostCommands - ready.hostCommands <= commands)
  }
}
