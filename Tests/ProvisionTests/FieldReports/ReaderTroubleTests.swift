internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// nfc-tools/libnfc#527 and #291, nfc-tools/libfreefare#38: a call that waits for a tag which has left, and comes back only
/// for that same tag. Here every wait ends by itself.
@Suite("A tag that vanishes while it is looked for", .serialized) struct ReaderTroubleTests {
  /// At which call of the reader, counted from the first look that found the tag, it is taken away.
  static let calls = Array(1...10)

  /// It never comes back; another tag is taken all the same, and at once.
  @Test(arguments: calls) func makesRoomForAnother(call: Int) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let tags = try WalkBench.tags(2)
    let run = try bench.present(
      [tags[0]], with: bench.open(), patience: 300,
      watch: { reader, worker in
        let look = reader.afterCall
        var isThere = false
        var calls = 0
        reader.afterCall = {
          look()
          if worker.lying != nil { isThere = true }
          guard isThere else { return }
          calls += 1
          if calls == call { worker.remove() }
          // Nobody is there for a while, then another tag is.
          if calls == call + 20 { worker.swap(for: tags[1]) }
        }
      })
    #expect(run.ending == .complete, "call \(call): \(run.events)")
    #expect(run.done.last?.uid == UID(tags[1].activation.identifier))
    #expect(run.tags.last.map(PlainReading.message) == run.done.last?.ndef)
  }

  /// It never comes back and no other does; a stop that is asked for ends the run with a few more calls.
  @Test(arguments: calls) func leavesTheRunThatCanBeStopped(call: Int) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    var stoppedAt: Int?
    var callsAtTheEnd = 0
    let run = try bench.present(
      WalkBench.tags(1), with: bench.open(), patience: 300,
      watch: { reader, worker in
        let look = reader.afterCall
        var calls = 0
        reader.afterCall = {
          look()
          guard worker.lying != nil || calls > 0 else { return }
          calls += 1
          if calls == call { worker.remove() }
          if calls == call + 25 {
            worker.control.request(.stop(reason: "Ctrl-C"))
            stoppedAt = reader.calls
          }
          callsAtTheEnd = reader.calls
        }
      })
    #expect(run.ending == .stopped(reason: "Ctrl-C"), "call \(call): \(run.events)")
    #expect(callsAtTheEnd - (stoppedAt ?? 0) <= 5)
    #expect(run.done.isEmpty)
    #expect(try bench.logLines().last?.contains("\"stop\"") == true)
  }

  /// The chip's endless search is off, so that libnfc's own wait ends too; the reader answers at once when there is nothing.
  @Test func everyLookAtAnEmptyFieldEnds() throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    let reader = try bench.open()
    for _ in 0..<10 {
      #expect(try reader.poll() == nil)
      #expect(try reader.freshSelection(like: nil) == nil)
    }
    bench.field.place(try WalkBench.tag("NTAG213", uid: "04A1B2C3D4E5F6"))
    #expect(try reader.poll()?.uid == UID(hex: "04A1B2C3D4E5F6"))
  }
}
