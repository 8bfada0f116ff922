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
  private var isChained = false

  /// Replays `file`.
  ///
  /// - Parameters:
  ///   - path: names the file in errors.
  ///   - payload: whether `visit` needs what the history does not.
  ///   - visit: gets each entry and the number of its line, counting from 1.
  init(
    _ file: some JournalFile, path: String, payload: Bool, visit: ((JournalEntry, Int) -> Void)? = nil
  ) throws(JournalError) {
    self.path = path
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
      while let newline = Self.lineEnd(in: buffer, from: searched) {
        try take(buffer, start..<newline, payload: payload, visit: visit)
        end += newline + 1 - start
        start = newline + 1
        searched = start
      }
      searched = buffer.count
      guard buffer.count - start <= JournalLine.limit else {
        throw damage("longer than \(JournalLine.limit) bytes")
      }
    }
    try takeTail(buffer, start..<buffer.count, payload: payload, visit: visit)
  }

  private static func lineEnd(in buffer: [UInt8], from start: Int) -> Int? {
    let bytes = buffer.span
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { return index }
      index &+= 1
    }
    return nil
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

  private mutating func take(
    _ buffer: [UInt8], _ range: Range<Int>, payload: Bool, visit: ((JournalEntry, Int) -> Void)?
  ) throws(JournalError) {
    guard range.count <= JournalLine.limit else { throw damage("longer than \(JournalLine.limit) bytes") }
    let entry: JournalEntry?
    do throws(JournalLineReader.Fault) {
      entry = try JournalLineReader.entry(buffer, in: range, payload: payload)
    } catch {
      throw error.version == nil ? damage(error.detail) : .foreign(path: path, detail: error.detail)
    }
    do throws(History.Contradiction) {
      if let entry {
        try history.apply(entry)
      } else if lines == 0 {
        throw History.Contradiction("no run line comes first")
      }
    } catch {
      throw damage(error.detail)
    }
    if lines == 0 {
      isChained = JournalLineReader.chain(buffer, in: range) != nil
      history.reserve(logBytes: size)
    }
    lines += 1
    if isChained { chain = SHA256.hash(Array(buffer[range])) }
    if let entry { visit?(entry, lines) }
  }

  /// A line of ours is an object, and no part of one is: where the rest is a whole object, only its end is missing.
  private mutating func takeTail(
    _ buffer: [UInt8], _ range: Range<Int>, payload: Bool, visit: ((JournalEntry, Int) -> Void)?
  ) throws(JournalError) {
    guard !range.isEmpty else { return }
    var json = JSONReader(buffer, in: range)
    do throws(JSONError) {
      try json.beginObject()
      while try json.nextRawKey() != nil { try json.skipValue() }
      try json.finish()
    } catch {
      tail = .torn(bytes: range.count)
      return
    }
    try take(buffer, range, payload: payload, visit: visit)
    end += range.count
    tail = .unended
  }

  private func damage(_ detail: String) -> JournalError {
    .damaged(path: path, line: lines + 1, detail: detail)
  }
}
