internal import Testing
internal import VirtualReader

@testable internal import Provision

/// A tag that is taken away in the middle of being written and put back: whatever its family, by what its memory holds then.
struct HalfWritten {
  /// Makes the blank tag.
  let make: () throws -> any VirtualTag
  let wanted: [UInt8]
  let context: String

  /// One presentation.
  private struct Visit {
    var outcome: String
    /// How often the memory changed.
    var changes = 0
    var before: [UInt8]
    var after: any VirtualTag
    /// The tag as it was when it was taken away.
    var torn: (any VirtualTag)?
    var tries = 1
  }

  /// Writes the tag blank, and over another message; each is torn half-way, or where everything is tried, between any two
  /// writes.
  ///
  /// - Returns: what came of it, in a word; the worst of all tries.
  func outcome() throws -> String {
    var outcome = "written"
    var tears = 0
    for holdsOther in [false, true] {
      let whole = try present(holdsOther, tearingAt: nil)
      #expect(whole.outcome == "written", "\(context): \(whole.outcome)")
      #expect(whole.changes >= 2, "\(context): nothing to tear")
      guard whole.changes >= 2 else { continue }
      for change in Force.isExhaustive ? Array(1..<whole.changes) : [max(1, whole.changes / 2)] {
        let visit = try present(holdsOther, tearingAt: change)
        let place = "\(context), \(holdsOther ? "over another message, " : "")torn at \(change)"
        let torn = try #require(visit.torn, "\(place): it was not taken away")
        // Something of it was there, and not all.
        #expect(torn.memory != visit.before, "\(place): nothing was written yet")
        #expect(torn.memory != whole.after.memory, "\(place): everything was written already")
        let seen = IndependentReader.message(on: torn)
        #expect(seen?.isEmpty != false, "\(place): it reads as \(Hex.encode(seen ?? []))")
        #expect(visit.tries == 2, "\(place): \(visit.tries) tries")
        #expect(IndependentReader.message(on: visit.after) == wanted, "\(place)")
        if visit.outcome != "written" { outcome = visit.outcome }
        tears += 1
      }
    }
    Force.count("tears between two writes, \(context)", tears)
    return outcome
  }

  private func present(_ holdsOther: Bool, tearingAt change: Int?) throws -> Visit {
    var tag = try make()
    if holdsOther {
      // Longer than the new one, so that a mixture of both would show.
      let old = try NDEFMessage([.text(String(repeating: "o", count: 30), language: "en")]).encoded()
      try tag.prepare(TagPreparation(state: .formatted, ndef: old))
    }
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.overwrite = holdsOther
    try bench.write(manifest: "id,url\nA,https://example.org/0123456789\n")
    let field = bench.field
    let reader = WatchedReader(try bench.open())
    let id = field.place(tag)
    var visit = Visit(outcome: "nothing", before: tag.memory, after: tag)
    var last = tag.memory
    reader.weather = { (_, body) throws(TransceiveError) in
      let outcome = Result { () throws(TransceiveError) in try body() }
      guard let now = field.records.first(where: { $0.id == id })?.tag, now.memory != last else {
        return try outcome.get()
      }
      last = now.memory
      visit.changes += 1
      guard visit.changes == change else { return try outcome.get() }
      visit.torn = now
      field.remove(id)
      throw .noAnswer
    }
    reader.beforeFreshSelection = { field.putBack(id) }
    let control = WalkControl()
    _ = try bench.job().walk(with: reader, control: control).run { event in
      switch event {
      case .retrying: visit.tries += 1
      case .done: visit.outcome = "written"
      case .rejected(_, _, let reason, _, _):
        visit.outcome = reason.rawValue
        control.request(.stop(reason: "seen"))
      case .refused(_, let refusal):
        visit.outcome = "refused: \(refusal)"
        control.request(.stop(reason: "seen"))
      default: break
      }
    }
    visit.after = try #require(field.records.first { $0.id == id }).tag
    return visit
  }
}
