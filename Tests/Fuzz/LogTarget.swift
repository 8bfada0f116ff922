/// A log's file in memory.
private final class MemoryFile: JournalFile {
  var contents: [UInt8]
  private(set) var writes = 0

  init(_ contents: [UInt8]) { self.contents = contents }

  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) throws(SystemCallError) -> Int {
    let piece = contents.dropFirst(offset).prefix(min(count, 61))
    buffer.append(contentsOf: piece)
    return piece.count
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    writes += 1
    contents.append(contentsOf: bytes)
    return bytes.count
  }

  func synchronize() throws(SystemCallError) {}
  func truncate(to size: Int) throws(SystemCallError) { contents.removeLast(contents.count - size) }
  func size() throws(SystemCallError) -> Int { contents.count }
  func isInPlace() -> Bool { true }
}

/// Any bytes as a log: opened, mended, gone on with, and opened again to the same.
func fuzzLog(_ bytes: [UInt8]) {
  let file = MemoryFile(bytes)
  var visited = History()
  let full = try? JournalReplay(
    file, path: "log",
    audience: .reader { entry, _ in
      // Every entry that was let through follows from those before it.
      if (try? visited.apply(entry)) == nil { fatalError("replayed what can't follow") }
      return true
    })
  guard let journal = try? FileJournal(file, path: "log") else {
    require(full == nil, "read, but not opened")
    require(file.contents == bytes, "a damaged log was changed")
    return
  }
  require(full?.history == journal.history && visited == journal.history, "the histories differ")
  let kept = file.contents
  require(kept.starts(with: bytes.dropLast(journal.cutBytes)), "more was cut than was said")
  let entry = JournalEntry(
    at: 1_796_021_580_123,
    event: .begin(.init(row: 1, id: "fuzz", uid: UID([4, 1, 2, 3, 4, 5, 6]), chip: "NTAG213", attempt: 1)))
  let isTaken = (try? journal.commit(entry)) != nil
  require(isTaken || file.contents == kept, "a refused entry left something")
  guard let again = try? FileJournal(file, path: "log") else { fatalError("our own log is refused") }
  require(again.history == journal.history && again.cutBytes == 0, "it reads as another")
}
