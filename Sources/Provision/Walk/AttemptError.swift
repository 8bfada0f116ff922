/// Why one try failed.
enum AttemptError: Error {
  case tag(TagError)
  case otherTag(UID)
  /// The password protection did not take; a technical phrase.
  case protection(String)
  case reader(ReaderError)

  var failure: Failure {
    switch self {
    case .tag(.lost), .tag(.reader), .reader: .tagLost
    case .tag(.refused(let command, let address)): .refused(command: command, address: address)
    case .tag(.tooSmall(let needed, let capacity)):
      .malformed(detail: "\(needed) bytes on a tag of \(capacity)")
    case .tag(.verifyFailed(let offset)): .verifyFailed(offset: offset)
    case .tag(.lockFailed(let detail)): .lockFailed(detail: detail)
    case .tag(.unsupported(let detail)), .tag(.malformed(let detail)): .malformed(detail: detail)
    case .otherTag(let uid): .otherTag(uid)
    case .protection(let detail): .protectFailed(detail: detail)
    }
  }
}

extension Failure {
  var rejectReason: RejectReason {
    switch self {
    case .tagLost, .otherTag, .refused, .malformed: .writeFailed
    case .verifyFailed: .verifyFailed
    case .lockFailed: .lockFailed
    case .protectFailed: .protectFailed
    }
  }

  /// The log's technical phrase.
  var detail: String {
    switch self {
    case .tagLost: "the tag left or stopped answering"
    case .otherTag(let uid): "tag \(uid) was in the field instead"
    case .refused(let command, let address):
      "the tag refused \(command)" + (address.map { " at \($0)" } ?? "")
    case .verifyFailed(let offset): "read back wrong at byte \(offset) of the data area"
    case .lockFailed(let detail), .protectFailed(let detail), .malformed(let detail): detail
    }
  }
}
