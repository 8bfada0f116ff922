internal import Testing

@testable import Provision
@testable import provision_tags

@Suite struct RenderingTests {
  static let sizes = [(80, 24), (40, 12), (200, 50), (24, 8), (20, 5), (1, 1), (300, 9)]

  private func state(_ words: Language, _ events: [WalkEvent]) -> WalkState {
    var state = WalkState(title: "badges.csv", picks: false, hasKeys: true)
    for event in events { state.apply(event, in: words) }
    state.seconds = 60
    return state
  }

  private func canvas(_ size: (Int, Int), _ words: Language, color: Bool = false) -> Canvas {
    Canvas(width: size.0, height: size.1, hasColor: color, words: words)
  }

  @Test(arguments: Language.allCases, sizes)
  func everyLineFillsTheScreenExactly(_ words: Language, _ size: (Int, Int)) {
    for event in Events.all {
      let lines = render(state(words, [Events.ready, event]), on: canvas(size, words))
      #expect(lines.count == size.1)
      for line in lines {
        #expect(CellWidth.of(line) == size.0, "\(line)")
        #expect(!line.contains("\u{1B}"))
      }
    }
  }

  @Test(arguments: Language.allCases)
  func withColourOnlyAttributesAreAdded(_ words: Language) throws {
    let state = state(words, [Events.ready, Events.done])
    // Without colour a frame stands round the state; below it both are the same.
    let plain = render(state, on: canvas((80, 24), words)).suffix(9)
    let colored = render(state, on: canvas((80, 24), words, color: true)).suffix(9)
    for (one, other) in zip(plain, colored) {
      #expect(other.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "") == one)
    }
  }

  @Test(arguments: Language.allCases, sizes.prefix(3))
  func whatToDoAndForWhichRowIsThere(_ words: Language, _ size: (Int, Int)) {
    for (events, step) in [
      ([Events.ready], Message.stepPlace), ([Events.ready, Events.done], .stepDone),
      ([Events.ready, .refused(Events.tag, .readOnly(.password))], .stepOther),
      ([Events.ready, .readerLost(.gone(code: -1))], .stepReader),
    ] {
      let lines = render(state(words, events), on: canvas(size, words))
      let text = lines.joined().filter { $0 != " " }
      #expect(text.contains("A17"))
      // On a low screen the large word goes before the step, which is in the last line's words then.
      if size.1 >= 24 { #expect(text.contains(words.text(step).filter { $0 != " " })) }
    }
  }

  @Test(arguments: Language.allCases)
  func aTagThatIsToBePutBackIsNamedWithItsRow(_ words: Language) {
    let event = WalkEvent.retrying(Events.row, Events.tag, attempt: 1, failure: .tagLost)
    let text = render(state(words, [Events.ready, event]), on: canvas((80, 24), words)).joined()
    #expect(text.contains(Events.tag.uid.description))
    #expect(
      text.filter { $0 != " " }.contains(
        words.text(.stepPutBack(id: "A17", uid: Events.tag.uid.description)).filter { $0 != " " }))
  }

  @Test(arguments: [
    ([WalkEvent.paused(true), .paused(false)], WalkState.Phase.place),
    ([Events.done, .paused(true), .paused(false)], .done),
    ([Events.done, .readerLost(.gone(code: -1)), .readerBack(name: "")], .done),
    ([Events.writing, .readerLost(.gone(code: -1)), .readerBack(name: "")], .keep),
    ([.paused(true), .readerLost(.gone(code: -1)), .readerBack(name: "")], .place),
  ])
  func whatWasBrokenOffGoesOn(_ events: [WalkEvent], _ phase: WalkState.Phase) {
    #expect(state(.english, [Events.ready] + events).phase == phase)
  }

  @Test(arguments: [Language.japanese, .korean, .chinese], sizes.prefix(3))
  func theStateIsInWords(_ words: Language, _ size: (Int, Int)) {
    for (event, message) in [
      (Events.ready, Message.statePlace), (Events.done, .stateDone), (Events.writing, .stateWriting),
    ] {
      let text = render(state(words, [Events.ready, event]), on: canvas(size, words)).joined(separator: "\n")
      #expect(text.replacing(" ", with: "").contains(words.text(message).replacing(" ", with: "")))
    }
  }

  @Test func theStateIsInBlockLettersWhereTheyFit() {
    let lines = render(state(.english, [Events.ready]), on: canvas((80, 24), .ascii))
    #expect(lines.contains { $0.contains("#### ") && $0.contains("#####") })
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    let large = render(state(.english, [Events.ready]), on: canvas((200, 50), .english))
    let inked = large.filter { $0.contains(String(repeating: "█", count: 15)) }.count
    #expect(inked == 9)  // three rows of full strokes, three cells high
  }

  @Test(arguments: sizes.prefix(3))
  func whatTheOperatorNeedsIsThere(_ size: (Int, Int)) {
    let text = render(state(.english, [Events.ready, Events.done]), on: canvas(size, .english)).joined(
      separator: "\n")
    for fact in [
      "A17", "https://e.org", "1 of 800", "04A1B2C3D4E5F6", "60 an hour", "13 h 19 min left", "yield 50.0 %",
      "skip", "quit",
    ] {
      #expect(text.contains(fact), "\(fact) in \(text)")
    }
  }

  @Test func whatComesFromManifestOrTagIsHarmless() {
    var row = Events.row
    row.id = "A\u{1B}[2J"
    row.url = "https://e.org/\u{202E}\u{07}"
    let events: [WalkEvent] = [
      .ready(row, Events.progress), .refused(Events.tag, .holdsMessage(summary: "\u{1B}]0;x\u{07}")),
    ]
    for line in render(state(.english, events), on: canvas((80, 24), .english)) {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
    }
    for event in events {
      let line = EventLine.text(event, in: .english) ?? ""
      #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}"))
    }
  }

  @Test func theLastResultStaysWhenTheNextRowIsReady() {
    let state = state(.english, [Events.ready, Events.done, .removed(Events.tag.uid), Events.ready])
    #expect(state.phase == .place)
    #expect(state.last.contains("done: A17"))
    #expect(state.tone == .good)
  }

  @Test(arguments: [
    (WalkEvent.refused(nil, .severalTags), WalkState.Phase.twoTags), (.refused(nil, .unreadable), .wrongTag),
    (.paused(true), .paused), (.readerLost(.gone(code: -1)), .readerGone),
    (.ended(.complete, Events.progress), .finished),
    (.ended(.stopped(reason: "operator"), Events.progress), .stopped),
    (.rejected(Events.row, Events.tag, .verifyFailed, detail: "", Events.progress), .problem),
    (.retrying(Events.row, Events.tag, attempt: 2, failure: .tagLost), .putBack),
    (.retrying(Events.row, Events.tag, attempt: 2, failure: .verifyFailed(offset: 3)), .keep),
    (.readyForPick(Events.progress), .pick),
  ])
  func eventsMoveTheState(_ event: WalkEvent, _ phase: WalkState.Phase) {
    #expect(state(.english, [Events.ready, event]).phase == phase)
  }
}
