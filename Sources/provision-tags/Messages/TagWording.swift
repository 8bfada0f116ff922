internal import Provision

extension Wording {
  /// Whether a tag may be written, and how much it takes.
  static func message(_ status: NDEFStatus, chip: String) -> Message {
    switch status {
    case .notSupported(let reason): message(.notSupported(reason), chip: chip, in: .english)
    case .readOnly(_, let reason): message(.readOnly(reason), chip: chip, in: .english)
    case .readWrite(let capacity, true): .tagWritable(capacity: capacity)
    case .readWrite(let capacity, false): .tagFormattable(capacity: capacity)
    }
  }

  /// What the octets of a message hold.
  static func message(_ octets: [UInt8]) -> Message {
    do throws(NDEFError) {
      let message = try NDEFMessage(decoding: octets)
      return message.isEmpty ? .tagEmpty : .tagHolds(summary: message.summary, bytes: octets.count)
    } catch {
      return .tagBroken(bytes: octets.count, offset: error.offset)
    }
  }

  static func message(_ error: TagError, chip: String) -> Message {
    switch error {
    case .lost: .failedLost
    case .refused(let command, nil): .failedCommand(command: command)
    case .refused(let command, let address?): .failedCommandAt(command: command, address: address)
    case .tooSmall(let needed, let capacity): .refusedTooSmall(needed: needed, capacity: capacity, chip: chip)
    case .verifyFailed(let offset): .failedVerify(offset: offset)
    case .lockFailed(let detail): .failedLock(detail: detail)
    case .unsupported(let detail): .failedUnsupported(detail: detail)
    case .malformed(let detail): .failedMalformed(detail: detail)
    case .reader(let error): message(error).text
    }
  }
}
