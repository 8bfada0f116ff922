/// Goes through a log from its start in pieces: memory is bounded by one line and by what the history keeps.
///
/// Only what follows the last line end may be incomplete. A whole line that is damaged, wherever it stands, or that
/// contradicts the lines before it is an error, since a crash cannot make one.
struct JournalReplay {
  /// What the lines said.
  private(set) var history = History()
  /// How many whole lines there are.
  private(set) var lines = 0
  /// Where the last whole line ends.
  private(set) var end = 0
  /// What follows it: nothing, or a line that lacks its end.
  private(set) var tail = Tail.none
  /// The last line's digest, where the first line bears a chain.
  private(set) var chain: [UInt8]?

  /// What stands behind the last line end.
  enum Tail: Equatable {
    case none
    /// This many bytes of a line that was not finished.
    case torn(bytes: Int)
    /// A line that lacks nothing but its end; it counts among `lines`, and `end` is behind it.
    case unended
  }

  private let path: String
  private let size: Int
  private let audience: JournalAudience
  private let isTrusted: Bool
  private let lastLine: Int
  private var isChained = false
  private var scanner = JournalLineScanner()
  /// A `begin` line that is taken in together with the `tag` line that mostly follows it: half the work.
  private var pending = JournalEntry.Begin(row: 0, id: "", uid: UID([]), chip: "", attempt: 0)
  /// Its time and the number of its line; 0 where none is pending.
  private var pendingAt: Int64 = 0
  private var pendingLine = 0
  private var isEnough = false

  /// Replays `file`.
  ///
  /// - Parameters:
  ///   - path: names the file in errors.
  ///   - audience: is told of each line once it was taken in.
  ///   - trusted: whether the lines need not be held against one another, as they were or will be elsewhere; the history
  ///     then knows the runs, but no rows and tags, and `begin` lines are mostly not told.
  ///   - lastLine: the last line to be read; a run may be adding more.
  init(
    _ file: some JournalFile, path: String, audience: JournalAudience = .nobody, trusted: Bool = false,
    through lastLine: Int = .max
  ) throws(JournalError) {
    self.path = path
    self.audience = audience
    isTrusted = trusted
    self.lastLine = lastLine
    do throws(SystemCallError) {
      size = try file.size()
    } catch {
      throw .cannotOpen(path: path, errno: error.errno)
    }
    let piece = 1 << 18
    var buffer: [UInt8] = []
    var offset = 0
    // Where the bytes that were not looked at yet begin, and how far the search for a line end got.
    var start = 0
    var searched = 0
    while true {
      if start > 0 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      let count = try read(file, piece, at: offset, into: &buffer)
      offset += count
      if count == 0 { break }
      while let newline = buffer.firstIndex(of: UInt8(ascii: "\n"), from: searched, to: buffer.count) {
        try take(buffer, start..<newline)
        end += newline + 1 - start
        start = newline + 1
        searched = start
        if isEnough || lines >= lastLine {
          try takePending()
          return
        }
      }
      searched = buffer.count
      guard buffer.count - start <= JournalLine.limit else {
        try takePending()
        throw damage("longer than \(JournalLine.limit) bytes")
      }
    }
    try takeTail(buffer, start..<buffer.count)
    try takePending()
  }

  private func read(
    _ file: some JournalFile, _ count: Int, at offset: Int, into buffer: inout [UInt8]
  ) throws(JournalError) -> Int {
    while true {
      do throws(SystemCallError) {
        return try file.read(count, at: offset, into: &buffer)
      } catch {
        guard error.errno == SystemCallError.interrupted else {
          throw .cannotOpen(path: path, errno: error.errno)
        }
      }
    }
  }

  // MARK: - Lines

  private mutating func take(_ buffer: [UInt8], _ range: Range<Int>) throws(JournalError) {
    guard range.count <= JournalLine.limit else {
      try takePending()
      throw damage("longer than \(JournalLine.limit) bytes")
    }
    if lines > 0, let line = scanner.scan(buffer.span, in: range) {
      // Such a line has no chain.
      if isChained, !isTrusted { throw damage(JournalChain.brokenDetail) }
      try take(line, buffer)
    } else {
      try takePending()
      try takeUnusual(buffer, range)
    }
    lines += 1
    if isChained, !isTrusted { chain = SHA256.hash(Array(buffer[range])) }
  }

  /// The first line, and every line that is not of the form that most have.
  private mutating func takeUnusual(_ buffer: [UInt8], _ range: Range<Int>) throws(JournalError) {
    let entry: JournalEntry?
    do throws(JournalLineReader.Fault) {
      entry = try JournalLineReader.entry(buffer, in: range, payload: audience.wantsPayload)
    } catch {
      if error.version != nil { throw .foreign(path: path, detail: error.detail) }
      let isLog = lines > 0 || buffer[range].starts(with: Self.beginning.prefix(8))
      throw damage(isLog ? error.detail : JournalError.noLog)
    }
    if !isTrusted { try checkChain(buffer, range, entry) }
    do throws(History.Contradiction) {
      if let entry {
        if !isTrusted || lines == 0 || entry.isResume { try history.apply(entry) }
      } else if lines == 0 {
        throw History.Contradiction("no run line comes first")
      }
    } catch {
      throw damage(error.detail)
    }
    if lines == 0, !isTrusted { history.reserve(logBytes: size) }
    if let entry { tell(entry, line: lines + 1) }
  }

  /// The first line says whether there is a chain; from then on each line fits the one before it, or has none like all others.
  private mutating func checkChain(
    _ buffer: [UInt8], _ range: Range<Int>, _ entry: JournalEntry?
  ) throws(JournalError) {
    let link = JournalLineReader.chain(buffer, in: range)
    if lines == 0 {
      isChained = link != nil || entry.map(JournalChain.isAsked) ?? false
      chain = isChained ? JournalChain.origin : nil
    }
    guard link == chain else {
      // A chain below a first line that has none: the first line it is that was changed.
      throw .damaged(path: path, line: isChained ? lines + 1 : 1, detail: JournalChain.brokenDetail)
    }
  }

  private mutating func take(_ line: JournalLineScanner.Line, _ buffer: [UInt8]) throws(JournalError) {
    func text(_ range: Range<Int>) -> String { buffer.text(in: range) }
    guard line.isTag else {
      if isTrusted { return }
      try takePending()
      let id = text(line.id)
      let chip = audience.isNobody ? "" : text(line.chip)
      pending = JournalEntry.Begin(
        row: line.row, id: id, uid: line.uid, chip: chip, attempt: line.attempt)
      pendingAt = line.at
      pendingLine = lines + 1
      return
    }
    let id = text(line.id)
    try takeTag(line, id)
    switch audience {
    case .nobody: break
    case .observer(_, let observe):
      observe(
        .tag(
          .init(
            at: line.at, row: line.row, id: id, uid: line.uid, chip: text(line.chip), locked: line.locked,
            protected: line.protected, ms: line.ms, adopted: line.adopted, mirror: line.mirror)))
    case .reader:
      let done = JournalEntry.Done(
        row: line.row, id: id, uid: line.uid, chip: text(line.chip), capacity: line.capacity,
        url: line.url.map(text), text: line.text.map(text),
        ndef: Array(scanner.message.prefix(line.messageCount)), locked: line.locked,
        protected: line.protected, attempts: line.attempt, ms: line.ms, adopted: line.adopted,
        mirror: line.mirror)
      tell(JournalEntry(at: line.at, event: .tag(done)), line: lines + 1)
    }
  }

  /// What stands against a `tag` stands against its `begin` too, which comes first.
  private mutating func takeTag(_ line: JournalLineScanner.Line, _ id: String) throws(JournalError) {
    let isExpected =
      pendingLine > 0 && pending.uid == line.uid && pending.id == id && pending.row == line.row
    if !isExpected { try takePending() }
    if !isTrusted {
      do throws(History.Contradiction) {
        let digest =
          audience.wantsDigests
          ? SHA256.firstBytes(of: scanner.message.span.extracting(0..<line.messageCount)) : 0
        try history.takeTag(
          row: line.row, id: id, uid: line.uid, locked: line.locked, digest: digest, isBegun: isExpected)
      } catch {
        try takePending()
        throw damage(error.detail)
      }
    }
    if isExpected { tellPending() }
  }

  private mutating func takePending() throws(JournalError) {
    guard pendingLine > 0 else { return }
    if !isTrusted {
      do throws(History.Contradiction) {
        try history.takeBegin(pending)
      } catch {
        throw .damaged(path: path, line: pendingLine, detail: error.detail)
      }
    }
    tellPending()
  }

  private mutating func tellPending() {
    guard pendingLine > 0 else { return }
    let line = pendingLine
    pendingLine = 0
    switch audience {
    case .nobody: break
    case .observer(_, let observe): observe(.begin(pending))
    case .reader: tell(JournalEntry(at: pendingAt, event: .begin(pending)), line: line)
    }
  }

  private mutating func tell(_ entry: JournalEntry, line: Int) {
    switch audience {
    case .nobody: break
    case .observer(_, let observe): observe(JournalObservation(entry))
    case .reader(let read): if !read(entry, line) { isEnough = true }
    }
  }

  /// How every log begins.
  private static let beginning = Array(#"{"type":"run","at":""#.utf8)

  /// A line of ours is an object, and no part of one is: where the rest is a whole object, only its end is missing.
  private mutating func takeTail(_ buffer: [UInt8], _ range: Range<Int>) throws(JournalError) {
    guard !range.isEmpty else { return }
    var json = JSONReader(buffer, in: range)
    do throws(JSONError) {
      try json.beginObject()
      while try json.nextRawKey() != nil { try json.skipValue() }
      try json.finish()
    } catch {
      // A file of one line without its end is cut off only where it can be the beginning of a log: else it is another's.
      if lines == 0 {
        let said = buffer[range].prefix { $0 != 0 }
        let isBeginning = said.starts(with: Self.beginning.prefix(said.count))
        let isEmpty = buffer[range].allSatisfy { $0 == 0 }
        guard isBeginning, said.count > 0 || isEmpty else { throw damage(JournalError.noLog) }
      }
      tail = .torn(bytes: range.count)
      return
    }
    try take(buffer, range)
    end += range.count
    tail = .unended
  }

  private func damage(_ detail: String) -> JournalError {
    .damaged(path: path, line: lines + 1, detail: detail)
  }
}
