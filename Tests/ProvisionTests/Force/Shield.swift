internal import Testing

@testable internal import Provision

/// What is asked of a run besides the message.
enum Shield: String, CaseIterable, Sendable {
  case none, lock, protect
  case protectReading = "protect reading"
  case protectAndLock = "protect and lock"

  var locks: Bool { self == .lock || self == .protectAndLock }
  var protects: Bool { self != .none && self != .lock }
  var guardsReading: Bool { self == .protectReading }

  func apply(to options: inout WalkOptions) throws {
    options.lock = locks
    options.protection = protects ? try Shielded.protection(reading: guardsReading) : nil
  }
}

/// Every virtual chip that is written, and what can be asked of it.
struct ForcedChip: CustomTestStringConvertible, Sendable {
  var name: String
  var shields: [Shield]
  var testDescription: String { name }

  static let all =
    type2.map { ForcedChip(name: $0, shields: shields(lock: !unlockable.contains($0), password: false)) }
    + withPassword.map {
      ForcedChip(name: $0, shields: shields(lock: !unlockable.contains($0), password: true))
    }
    + lockable.map { ForcedChip(name: $0, shields: [.none, .lock]) }
    + open.map { ForcedChip(name: $0, shields: [.none]) }

  private static func shields(lock: Bool, password: Bool) -> [Shield] {
    Shield.allCases.filter { (lock || !$0.locks) && (password || !$0.protects) }
  }

  private static let type2 = [
    "MIFARE Ultralight", "MIFARE Ultralight C", "MIFARE Ultralight Nano", "NTAG203", "NTAG210µ",
    "NTAG I2C 1K", "NTAG I2C 2K", "FM11NT021", "my-d move", "my-d move lean", "ST25TN512", "ST25TN01K",
  ]
  private static let withPassword = [
    "NTAG210", "NTAG212", "NTAG213", "NTAG213F", "NTAG213C", "NTAG213 TagTamper", "NTAG215", "NTAG216",
    "MIFARE Ultralight EV1 (MF0UL11)", "MIFARE Ultralight EV1 (MF0UL21)", "NTAG I2C plus 1K",
    "NTAG I2C plus 2K",
  ]
  /// Type 2 chips whose lock bytes are not known for certain.
  private static let unlockable: Set = [
    "NTAG I2C 2K", "NTAG I2C plus 2K", "FM11NT021", "my-d move", "ST25TN512", "ST25TN01K",
  ]
  private static let lockable = [
    "MIFARE Classic 1K", "MIFARE Classic EV1 1K", "MIFARE Classic 4K", "MIFARE Classic Mini", "ST25TA02KB",
    "ST25TA512B", "FeliCa Lite", "FeliCa Lite-S",
  ]
  private static let open = [
    "Type 4 tag", "Type 4 tag (mapping 1)", "Type 4 tag (mapping 3)", "NTAG 413 DNA", "NTAG 424 DNA",
    "MIFARE DESFire EV1 (NDEF)",
  ]
}
