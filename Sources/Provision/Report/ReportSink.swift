/// Where an export goes: pieces of UTF-8 in order, none of them large.
public protocol ReportSink {
  /// What can go wrong with it.
  associatedtype Failure: Error

  /// Takes the next piece.
  mutating func write(_ bytes: [UInt8]) throws(Failure)
}

/// Why an export was not finished.
public enum ReportError<Failure: Error>: Error {
  /// The log can't be read, or was changed.
  case journal(JournalError)
  /// The sink failed.
  case sink(Failure)
}

extension ReportError: Equatable where Failure: Equatable {}
extension ReportError: Sendable where Failure: Sendable {}

/// An export in memory, for small logs and tests.
public struct ReportBuffer: ReportSink {
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  public init() {}

  /// Keeps the piece.
  public mutating func write(_ bytes: [UInt8]) throws(Never) { self.bytes.append(contentsOf: bytes) }

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Gathers small pieces into pieces that are worth a system call.
struct ReportPiece {
  private(set) var bytes: [UInt8] = []

  var isLarge: Bool { bytes.count >= 1 << 16 }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds text that `isPlain` has nothing against; returns whether it had not.
  mutating func add(_ text: String, if isPlain: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var text = text
    return text.withUTF8 { octets in
      guard isPlain(octets) else { return false }
      bytes.append(contentsOf: octets)
      return true
    }
  }

  mutating func add(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

extension RunReport {
  /// Writes what `body` adds for each tag that counts, in pieces.
  func export<Sink: ReportSink>(
    to sink: inout Sink, piece: inout ReportPiece,
    _ body: (inout ReportPiece, JournalEntry.Done, Int64) -> Bool
  ) throws(ReportError<Sink.Failure>) {
    var failure: Sink.Failure?
    do throws(JournalError) {
      try forEachTag { tag, at in
        let goesOn = body(&piece, tag, at)
        if piece.isLarge {
          do throws(Sink.Failure) {
            try sink.write(piece.bytes)
          } catch {
            failure = error
            return false
          }
          piece.removeAll()
        }
        return goesOn
      }
    } catch {
      throw .journal(error)
    }
    if let failure { throw .sink(failure) }
  }

  func finish<Sink: ReportSink>(
    _ piece: inout ReportPiece, to sink: inout Sink
  ) throws(ReportError<Sink.Failure>) {
    do throws(Sink.Failure) { try sink.write(piece.bytes) } catch { throw .sink(error) }
    piece.removeAll()
  }
}
