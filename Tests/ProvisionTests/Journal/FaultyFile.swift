@testable internal import Provision

/// A log's file in memory that fails when it is told to.
final class FaultyFile: JournalFile {
  /// What a call does instead of its work.
  enum Fault {
    /// It fails and has done nothing.
    case error(Int32)
    /// A write puts out this many bytes only.
    case short(Int)
  }

  /// What is in the file, and what of it was there at the last successful synchronisation.
  var contents: [UInt8]
  var durable: [UInt8] = []
  /// Faults by the number of the call, counting from 1.
  var writeFaults: [Int: Fault] = [:]
  var syncFaults: [Int: Fault] = [:]
  var readFaults: [Int: Fault] = [:]
  var truncateFault: Int32?
  var inPlace = true
  /// The largest piece that a read gives.
  var pieceLimit = Int.max
  private(set) var writes = 0
  private(set) var syncs = 0
  private(set) var reads = 0

  init(_ contents: [UInt8] = []) { self.contents = contents }

  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) throws(SystemCallError) -> Int {
    reads += 1
    if case .error(let errno) = readFaults[reads] { throw SystemCallError(errno: errno) }
    let piece = contents.dropFirst(offset).prefix(min(count, pieceLimit))
    buffer.append(contentsOf: piece)
    return piece.count
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    writes += 1
    switch writeFaults[writes] {
    case .error(let errno): throw SystemCallError(errno: errno)
    case .short(let count):
      contents.append(contentsOf: bytes.prefix(count))
      return min(count, bytes.count)
    case nil:
      contents.append(contentsOf: bytes)
      return bytes.count
    }
  }

  func synchronize() throws(SystemCallError) {
    syncs += 1
    if case .error(let errno) = syncFaults[syncs] { throw SystemCallError(errno: errno) }
    durable = contents
  }

  func truncate(to size: Int) throws(SystemCallError) {
    if let truncateFault { throw SystemCallError(errno: truncateFault) }
    contents.removeLast(contents.count - size)
  }

  func size() throws(SystemCallError) -> Int { contents.count }

  func isInPlace() -> Bool { inPlace }
}
