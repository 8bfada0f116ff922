/// The commands of Type 2 tags, one exchange each, and what their silence means.
///
/// A refused command puts the tag to idle, so each is followed by a selection with the UID, which tells a tag that refused
/// from one that left. Nothing is tried twice.
final class Type2Link {
  let uid: UID
  private let transceiver: any Transceiver
  /// Whether PWD_AUTH succeeded since the last selection.
  private(set) var isAuthenticated = false

  init(uid: UID, transceiver: any Transceiver) {
    self.uid = uid
    self.transceiver = transceiver
  }

  /// READ: four pages; after the last one the tag goes on with page 0.
  func read(_ page: Int) throws(TagError) -> [UInt8] {
    let answer = try send([0x30, UInt8(page)], .dataExchange, "READ", page)
    guard answer.count == 16 else {
      throw .malformed(detail: "READ of page \(page) gave \(answer.count) bytes")
    }
    return answer
  }

  /// FAST_READ of at most 60 pages, what readers' buffers hold.
  func fastRead(_ pages: ClosedRange<Int>) throws(TagError) -> [UInt8] {
    let command: [UInt8] = [0x3A, UInt8(pages.lowerBound), UInt8(pages.upperBound)]
    let answer = try send(command, .raw, "FAST_READ", pages.lowerBound)
    guard answer.count == pages.count * 4 else {
      throw .malformed(detail: "FAST_READ of \(pages.count) pages gave \(answer.count) bytes")
    }
    return answer
  }

  func write(_ page: Int, _ bytes: [UInt8]) throws(TagError) {
    _ = try send([0xA2, UInt8(page)] + bytes, .dataExchange, "WRITE", page)
  }

  /// GET_VERSION; nil where the tag does not know it.
  func version() throws(TagError) -> [UInt8]? {
    guard let answer = try sendOptional([0x60], .raw) else { return nil }
    if answer.count == 8 { return answer }
    // Anything else is a refusal in disguise, after which the tag may be idle.
    guard try reselect() else { throw .lost }
    return nil
  }

  /// Whether the tag begins the authentication of Ultralight C; it is selected anew afterwards.
  func beginsTripleDESAuthentication() throws(TagError) -> Bool {
    guard let answer = try sendOptional([0x1A, 0x00], .raw) else { return false }
    guard try reselect() else { throw .lost }
    return answer.count == 9 && answer[0] == 0xAF
  }

  /// Whether READ of this page is answered, and with what.
  func probe(_ page: Int) throws(TagError) -> [UInt8]? {
    guard let answer = try sendOptional([0x30, UInt8(page)], .dataExchange) else { return nil }
    return answer.count == 16 ? answer : nil
  }

  /// Whether a WRITE is accepted.
  func acceptsWrite(_ page: Int, _ bytes: [UInt8]) throws(TagError) -> Bool {
    try sendOptional([0xA2, UInt8(page)] + bytes, .dataExchange) != nil
  }

  /// PWD_AUTH: the two bytes of PACK, nil where the password is wrong.
  func authenticate(_ password: [UInt8]) throws(TagError) -> [UInt8]? {
    let answer = try sendOptional([0x1B] + password, .raw)
    isAuthenticated = answer?.count == 2
    return isAuthenticated ? answer : nil
  }

  /// Selected anew by someone else: a session is gone.
  func sessionEnded() { isAuthenticated = false }

  private func send(
    _ command: [UInt8], _ framing: Framing, _ name: String, _ page: Int
  ) throws(TagError) -> [UInt8] {
    guard let answer = try sendOptional(command, framing) else {
      throw .refused(command: name, address: page)
    }
    return answer
  }

  /// The answer; nil where the tag refused and was selected again.
  private func sendOptional(_ command: [UInt8], _ framing: Framing) throws(TagError) -> [UInt8]? {
    do throws(TransceiveError) {
      return try transceiver.transceive(command, framing: framing)
    } catch {
      switch error {
      case .noAnswer, .authenticationFailed:
        guard try reselect() else { throw .lost }
        return nil
      case .answerTooLong: throw .malformed(detail: "answer too long")
      case .reader(let error): throw .reader(error)
      }
    }
  }

  private func reselect() throws(TagError) -> Bool {
    isAuthenticated = false
    do throws(TransceiveError) {
      return try transceiver.reselect(uid)
    } catch {
      if case .reader(let error) = error { throw .reader(error) }
      return false
    }
  }
}
