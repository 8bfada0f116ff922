/// Why a message of a certain size and content can't go on a tag. Found out before anything is written.
public enum WriteRefusal: Equatable, Sendable {
  /// It is no NDEF tag.
  case notSupported(NotSupportedReason)
  /// Bytes that the message needs can't be written.
  case readOnly(ReadOnlyReason)
  /// The message does not fit.
  case tooSmall(needed: Int, capacity: Int)
}

extension Tag {
  /// Why these octets can't be written, from the tag's general status; nil where they can.
  public func refusal(forWriting octets: [UInt8]) throws(TagError) -> WriteRefusal? {
    switch try queryNDEFStatus() {
    case .notSupported(let reason): .notSupported(reason)
    case .readOnly(_, let reason): .readOnly(reason)
    case .readWrite(let capacity, _):
      octets.count > capacity ? .tooSmall(needed: octets.count, capacity: capacity) : nil
    }
  }
}

extension Tag {
  /// Nothing is known that would keep the tag from being locked.
  public func checkLock() throws(TagError) {}
}
