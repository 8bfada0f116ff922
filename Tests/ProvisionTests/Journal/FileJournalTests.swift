internal import Glibc
internal import Testing

@testable internal import Provision

@Suite struct FileJournalTests {
  /// A journal over a file in memory with the recorded log up to `count` entries.
  private func journal(_ count: Int = 1) throws -> (FaultyFile, FileJournal) {
    let file = FaultyFile(Array(Recorded.lines.prefix(count).joined()))
    return (file, try FileJournal(file, path: "log"))
  }

  @Test func whatIsCommittedIsDurableAndReplayed() throws {
    let file = FaultyFile()
    let journal = try FileJournal(file, path: "log")
    for (index, entry) in Recorded.entries.enumerated() {
      try journal.commit(entry)
      #expect(file.durable.count == Recorded.lines.prefix(index + 1).joined().count)
      #expect(journal.history == (try Recorded.history(index + 1)))
    }
    #expect(file.durable == Recorded.bytes)
    #expect(file.writes == Recorded.entries.count, "one write an entry")
    #expect(file.syncs == Recorded.entries.count, "one synchronisation an entry")
  }

  @Test func aLogThatIsCutAtAnyByteGoesOnFromItsWholeLines() throws {
    let bytes = Recorded.bytes
    var whole = 0
    var wholeEnd = 0
    for count in 0...bytes.count {
      if count > 0, bytes[count - 1] == 0x0A {
        whole += 1
        wholeEnd = count
      }
      let file = FaultyFile(Array(bytes.prefix(count)))
      file.pieceLimit = 1 + count % 97
      let journal = try FileJournal(file, path: "log")
      // A line that lacks nothing but its end was written in full, and says what happened.
      let unended = count < bytes.count && bytes[count] == 0x0A
      #expect(journal.history == (try Recorded.history(whole + (unended ? 1 : 0))), "cut at \(count)")
      #expect(journal.cutBytes == (unended ? 0 : count - wholeEnd), "cut at \(count)")
      #expect(file.contents == Array(bytes.prefix(unended ? count + 1 : wholeEnd)), "cut at \(count)")
      #expect(file.contents == file.durable || file.contents.isEmpty)
    }
  }

  @Test(
    arguments: 0..<Recorded.lines.count,
    ["\n", "{\n", "null\n", "{\"type\":\"tag\",\"at\":5}\n", "\u{0}\u{0}\n"])
  func aDamagedWholeLineIsRefusedWithItsNumber(index: Int, instead: String) {
    var lines = Recorded.lines
    lines[index] = Array(instead.utf8)
    let file = FaultyFile(Array(lines.joined()))
    let before = file.contents
    var refused: JournalError?
    do throws(JournalError) { _ = try FileJournal(file, path: "log") } catch { refused = error }
    guard case .damaged("log", line: index + 1, _) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(file.contents == before, "nothing is touched")
  }

  @Test func aFlippedByteInAnyLineIsNeverDroppedSilently() throws {
    // Structure is what a flip can break; a flip inside of a text is the chain's matter.
    for index in 0..<Recorded.lines.count {
      var lines = Recorded.lines
      lines[index][0] ^= 0x01
      #expect(throws: JournalError.self, "line \(index + 1)") {
        _ = try FileJournal(FaultyFile(Array(lines.joined())), path: "log")
      }
    }
  }

  @Test func zerosAtTheEndAreCutLikeATornLine() throws {
    let file = FaultyFile(Recorded.bytes + [UInt8](repeating: 0, count: 4096))
    let journal = try FileJournal(file, path: "log")
    #expect(journal.cutBytes == 4096)
    #expect(file.contents == Recorded.bytes)
  }

  @Test func aLineLongerThanTheLimitIsDamage() {
    let long = Recorded.bytes + [UInt8](repeating: 0x20, count: JournalLine.limit + 1)
    for bytes in [long, long + [0x0A]] {
      #expect(
        throws: JournalError.damaged(
          path: "log", line: Recorded.lines.count + 1, detail: "longer than 1048576 bytes")
      ) { _ = try FileJournal(FaultyFile(bytes), path: "log") }
    }
  }

  @Test func anotherVersionIsForeign() {
    let text = String(decoding: Recorded.lines[0], as: UTF8.self).replacing(
      "\"version\":1", with: "\"version\":2")
    #expect(throws: JournalError.foreign(path: "log", detail: "version 2")) {
      _ = try FileJournal(FaultyFile(Array(text.utf8)), path: "log")
    }
  }

  // MARK: - Faults of the file

  static let writeFaults: [(fault: FaultyFile.Fault, second: FaultyFile.Fault?, errno: Int32?)] = [
    (.error(ENOSPC), nil, ENOSPC), (.error(EIO), nil, EIO), (.error(EROFS), nil, EROFS),
    (.error(EINTR), nil, nil),
    (.short(1), nil, nil), (.short(40), .error(ENOSPC), ENOSPC), (.short(40), .short(3), nil),
    (.short(40), .error(EINTR), nil), (.short(0), nil, EIO),
  ]

  @Test(arguments: writeFaults, [1, 2, 5])
  func aFailedWriteLeavesWholeLinesAndEndsAllPromises(
    row: (fault: FaultyFile.Fault, second: FaultyFile.Fault?, errno: Int32?), number: Int
  ) throws {
    let (file, journal) = try journal()
    file.writeFaults[number] = row.fault
    file.writeFaults[number + 1] = row.second
    var failure: JournalError?
    var committed = 1
    for entry in Recorded.entries.dropFirst().prefix(8) where failure == nil {
      do throws(JournalError) {
        try journal.commit(entry)
        committed += 1
      } catch { failure = error }
    }
    #expect(failure == row.errno.map { .cannotWrite(path: "log", errno: $0) })
    #expect(committed == (row.errno == nil ? 9 : number))
    #expect(file.contents == Array(Recorded.lines.prefix(committed).joined()))
    #expect(journal.history == (try Recorded.history(committed)))
    guard let failure else { return }
    #expect(throws: failure) { try journal.commit(Recorded.entries[committed]) }
    #expect(file.contents == Array(Recorded.lines.prefix(committed).joined()))
  }

  @Test func whereTheHalfLineCannotBeTakenBackTheNextOpeningCutsIt() throws {
    let (file, journal) = try journal()
    file.writeFaults = [1: .short(40), 2: .error(ENOSPC)]
    file.truncateFault = EIO
    #expect(throws: JournalError.cannotWrite(path: "log", errno: ENOSPC)) {
      try journal.commit(Recorded.entries[1])
    }
    #expect(file.contents.count == Recorded.lines[0].count + 40)
    file.truncateFault = nil
    let next = try FileJournal(file, path: "log")
    #expect(next.cutBytes == 40)
    try next.commit(Recorded.entries[1])
    #expect(file.contents == Array(Recorded.lines.prefix(2).joined()))
  }

  @Test(arguments: [EIO, ENOSPC, EDQUOT], [1, 2, 4])
  func aFailedSynchronisationEndsAllPromises(errno: Int32, number: Int) throws {
    let (file, journal) = try journal()
    file.syncFaults[number + 1] = .error(errno)
    for entry in Recorded.entries[1..<number] { try journal.commit(entry) }
    for _ in 0..<3 {
      #expect(throws: JournalError.cannotWrite(path: "log", errno: errno)) {
        try journal.commit(Recorded.entries[number])
      }
    }
    #expect(file.syncs == number + 1, "a synchronisation that failed is not tried again")
    #expect(journal.history == (try Recorded.history(number)))
    #expect(file.contents == file.durable)
  }

  @Test func interruptedCallsAreRepeated() throws {
    let file = FaultyFile(Array(Recorded.lines[0].dropLast(5)))
    file.readFaults = [1: .error(EINTR), 2: .error(EINTR)]
    let journal = try FileJournal(file, path: "log")
    file.syncFaults = [file.syncs + 1: .error(EINTR)]
    try journal.commit(Recorded.entries[0])
    #expect(file.durable == Recorded.lines[0])
  }

  @Test func aLogThatCannotBeReadOrMendedIsNotOpened() {
    let unreadable = FaultyFile(Recorded.bytes)
    unreadable.readFaults = [1: .error(EIO)]
    #expect(throws: JournalError.cannotOpen(path: "log", errno: EIO)) {
      _ = try FileJournal(unreadable, path: "log")
    }
    let torn = FaultyFile(Array(Recorded.bytes.dropLast(3)))
    torn.truncateFault = EROFS
    #expect(throws: JournalError.cannotWrite(path: "log", errno: EROFS)) {
      _ = try FileJournal(torn, path: "log")
    }
    let unsynchronised = FaultyFile(Recorded.bytes)
    unsynchronised.syncFaults = [1: .error(EIO)]
    #expect(throws: JournalError.cannotWrite(path: "log", errno: EIO)) {
      _ = try FileJournal(unsynchronised, path: "log")
    }
  }

  @Test func aFileThatWasReplacedOrGrewIsNoticed() throws {
    let (moved, first) = try journal()
    moved.inPlace = false
    #expect(throws: JournalError.replaced(path: "log")) { try first.commit(Recorded.entries[1]) }
    moved.inPlace = true
    #expect(throws: JournalError.replaced(path: "log")) { try first.commit(Recorded.entries[1]) }
    let (grown, second) = try journal()
    grown.contents.append(0x0A)
    #expect(throws: JournalError.replaced(path: "log")) { try second.commit(Recorded.entries[1]) }
  }

  @Test func anEntryThatContradictsTheLogIsNotWritten() throws {
    let (file, journal) = try journal(3)
    let size = file.contents.count
    #expect(
      throws: JournalError.damaged(
        path: "log", line: 4, detail: "row id1 is done with tag \(Recorded.uid(1))")
    ) {
      try journal.commit(JournalEntry(at: 0, event: Recorded.begin(1, Recorded.uid(7))))
    }
    #expect(file.contents.count == size)
    try journal.commit(Recorded.entries[3])
  }
}
