@testable import Provision

/// One of each event.
enum Events {
  static let row = WalkEvent.RowInHand(row: 17, id: "A17", url: "https://e.org/t/A17", text: nil, bytes: 21)
  static let tag = WalkEvent.TagInHand(
    uid: UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]), chip: "NTAG213", capacity: 137)
  static let progress = WalkEvent.Progress(rows: 800, done: 1, skipped: 0, rejected: 1, doneNow: 1)
  static let result = WalkEvent.Result(ms: 412, attempts: 1, locked: true, protected: false, adopted: false)
  static let ready = WalkEvent.ready(row, progress)
  static let done = WalkEvent.done(row, tag, result, progress)
  static let writing = WalkEvent.writing(row, tag, attempt: 1)

  static let refusals: [Refusal] = [
    .severalTags, .notSupported(.family("Topaz")), .notSupported(.capabilityContainer([1, 2, 3, 4])),
    .notSupported(.malformed(detail: "x")), .notSupported(.readProtected), .readOnly(.capabilityContainer),
    .readOnly(.lockBits(pages: [4, 5, 6, 9])), .readOnly(.password), .tooSmall(needed: 163, capacity: 144),
    .holdsMessage(summary: "https://other.example"), .wrongChip(wanted: "NTAG216"),
    .alreadyUsed(row: 3, id: "A3", blank: false), .alreadyUsed(row: 3, id: "A3", blank: true),
    .alreadyRejected(.verifyFailed), .noRowForUID, .noRowPicked, .rowIsForAnotherTag(UID([1, 2, 3, 4])),
    .randomUID,
    .unreadable, .cannotLock(detail: "x"),
  ]
  static let failures: [Failure] = [
    .tagLost, .otherTag(UID([1, 2, 3, 4])), .refused(command: "WRITE", address: 9),
    .refused(command: "READ", address: nil),
    .verifyFailed(offset: 12), .lockFailed(detail: "x"), .protectFailed(detail: "x"), .malformed(detail: "x"),
  ]
  static let requestRefusals: [RequestRefusal] = [
    .noSuchRow(id: "B"), .rowIsDone(id: "B"), .pickReplaced(id: "B"), .nothingToRedo, .lockedTag(id: "B"),
    .busy,
  ]
  static let endings: [Ending] = [
    .complete, .incomplete, .stopped(reason: "operator"), .readerGone(.gone(code: -1)),
    .journalFailed(.cannotWrite(path: "l", errno: 28)), .manifestFailed(ManifestError(path: "m", issues: [])),
  ]

  static let all: [WalkEvent] =
    [
      ready, .readyForAnyTag(progress), .readyForPick(progress), .detected(tag), writing, done,
      .rejected(row, tag, .writeFailed, detail: "x", progress), .removed(tag.uid), .skipped(row, progress),
      .voided(row, tag.uid), .paused(true), .paused(false), .readerLost(.gone(code: -1)),
      .readerBack(name: "PN532"),
    ]
    + refusals.map { .refused(tag, $0) }
    + failures.map { .retrying(row, tag, attempt: 2, failure: $0) }
    + requestRefusals.map { .requestRefused($0) }
    + endings.map { .ended($0, progress) }
}
