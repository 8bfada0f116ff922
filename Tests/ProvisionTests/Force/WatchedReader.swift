@testable internal import Provision

/// Whether the process of a test is dead: reader and log then do nothing any more, as after `kill -9`.
final class Mortality {
  var isDead = false
}

/// A reader that counts what is asked of it, lets tests look in between, and dies when it is told.
final class WatchedReader: TagReader {
  /// When the process dies: at this call, before it took effect or after it did and before anyone heard.
  struct Death {
    var call: Int
    var afterEffect: Bool
  }

  let inner: any TagReader
  let mortality: Mortality
  var death: Death?
  /// How many calls there were: exchanges, selections, looks.
  private(set) var calls = 0
  /// Every command that was sent to a tag.
  private(set) var commands: [[UInt8]] = []
  /// Whether the last call may have changed the tag: anything but the commands that are known to read.
  private(set) var hasJustWritten = false
  /// Called behind every call.
  var afterCall: () -> Void = {}
  /// Called before the field is dropped for a fresh selection.
  var beforeFreshSelection: () -> Void = {}
  /// What becomes of a command and its answer; for bad weather on the air.
  var weather:
    (
      (_ command: [UInt8], _ exchange: () throws(TransceiveError) -> [UInt8]) throws(TransceiveError)
        -> [UInt8]
    )?

  init(_ inner: any TagReader, mortality: Mortality = Mortality()) {
    self.inner = inner
    self.mortality = mortality
  }

  var name: String { inner.name }
  var connectionString: String { inner.connectionString }

  private func watch<R>(_ body: () throws(ReaderError) -> R) throws(ReaderError) -> R {
    if mortality.isDead { throw .cancelled }
    calls += 1
    hasJustWritten = false
    let dies = death?.call == calls
    if dies, death?.afterEffect == false {
      mortality.isDead = true
      throw .cancelled
    }
    let result: R
    do throws(ReaderError) {
      result = try body()
    } catch {
      if dies { mortality.isDead = true }
      throw error
    }
    afterCall()
    if dies {
      mortality.isDead = true
      throw .cancelled
    }
    return result
  }

  func poll() throws(ReaderError) -> DetectedTag? {
    try watch { () throws(ReaderError) in try inner.poll() }
  }

  func company(of tag: DetectedTag) throws(ReaderError) -> Company {
    try watch { () throws(ReaderError) in try inner.company(of: tag) }
  }

  func freshSelection(like technology: DetectedTag.Technology?) throws(ReaderError) -> DetectedTag? {
    try watch { () throws(ReaderError) in
      beforeFreshSelection()
      return try inner.freshSelection(like: technology)
    }
  }

  func reopen() throws(ReaderError) {
    try watch { () throws(ReaderError) in try inner.reopen() }
  }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    let outcome: Result<[UInt8], TransceiveError>
    do throws(ReaderError) {
      outcome = try watch { () throws(ReaderError) in
        commands.append(command)
        hasJustWritten = !Self.onlyReads(command)
        return Result { () throws(TransceiveError) in
          guard let weather else { return try inner.transceive(command, framing: framing) }
          return try weather(command) { () throws(TransceiveError) in
            try inner.transceive(command, framing: framing)
          }
        }
      }
    } catch { throw .reader(error) }
    return try outcome.get()
  }

  private static func onlyReads(_ command: [UInt8]) -> Bool {
    // Of APDUs, UPDATE BINARY alone writes; but ST's lock, which has a class of its own.
    if command.first == 0x00 { return command.dropFirst().first != 0xD6 }
    return [0x30, 0x3A, 0x60, 0x61, 0x1A].contains(command.first ?? 0)
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool {
    let outcome: Result<Bool, TransceiveError>
    do throws(ReaderError) {
      outcome = try watch { () throws(ReaderError) in
        Result { () throws(TransceiveError) in try inner.reselect(uid) }
      }
    } catch { throw .reader(error) }
    return try outcome.get()
  }
}

/// A log whose process dies at one of its entries: before anything of it is written, or after it is durable.
final class MortalJournal: Journal {
  let inner: any Journal
  let mortality: Mortality
  var death: (commit: Int, afterEffect: Bool)?
  private(set) var commits = 0
  /// Called before each entry is written.
  var beforeCommit: () -> Void = {}

  init(_ inner: any Journal, mortality: Mortality) {
    self.inner = inner
    self.mortality = mortality
  }

  var history: History { inner.history }

  func commit(_ entry: JournalEntry) throws(JournalError) {
    if mortality.isDead { throw .cannotWrite(path: "", errno: 0) }
    commits += 1
    beforeCommit()
    let dies = death?.commit == commits
    if !dies || death?.afterEffect == true { try inner.commit(entry) }
    guard dies else { return }
    mortality.isDead = true
    throw .cannotWrite(path: "", errno: 0)
  }
}
