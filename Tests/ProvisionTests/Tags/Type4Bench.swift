internal import VirtualReader

@testable internal import Provision

/// A virtual tag without field and reader: commands go to its engine, ISO-DEP in single blocks. It can be torn away before
/// or after any exchange, and counts them.
final class EngineTransceiver: Transceiver {
  var tag: any VirtualTag
  private(set) var exchanges = 0
  private(set) var frames: [[UInt8]] = []
  /// The exchange, counted from 1, at which the tag is gone; and whether the command had its effect before.
  var tear: (exchange: Int, afterEffect: Bool)?
  private var random = SeededRandom(seed: 7)
  private var block: UInt8 = 0
  private var isISODEP = false
  private var isGone = false

  init(_ tag: any VirtualTag) { self.tag = tag }

  /// A tag of the table.
  convenience init(_ chip: String, _ preparation: TagPreparation = TagPreparation(), randomUID: Bool = false)
    throws
  {
    var random = SeededRandom(seed: 3)
    guard var tag = VirtualChips.make(chip, randomUID: randomUID, using: &random) else {
      throw ScenarioError.unknownChip(chip)
    }
    try tag.prepare(preparation)
    self.init(tag)
  }

  /// Field off and on, and selection.
  func freshSelection() -> DetectedTag {
    tag.powerUp(using: &random)
    tag.activate()
    exchanges = 0
    frames = []
    tear = nil
    isGone = false
    block = 0
    switch tag.activation {
    case .typeA(let data):
      isISODEP = data.sak & 0x20 != 0
      if isISODEP { _ = tag.respond(to: [0xE0, 0x80]) }
      return DetectedTag(
        uid: UID(data.uid), technology: .iso14443A(sensRes: data.atqa, selRes: data.sak, ats: data.ats ?? []))
    case .typeB(let data): return DetectedTag(uid: UID(data.pupi), technology: .iso14443B)
    case .typeF(let data):
      let code = data.systemCodes.last ?? 0
      return DetectedTag(uid: UID(data.idm), technology: .felica(pmm: data.pmm, systemCode: code))
    case .jewel(let data): return DetectedTag(uid: UID(data.identifier), technology: .jewel)
    }
  }

  /// The tag as the program sees it after a fresh selection.
  func identify() throws -> any Provision.Tag { try TagDetection.identify(freshSelection(), over: self) }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    exchanges += 1
    frames.append(command)
    let isTorn = tear?.exchange == exchanges
    if isTorn { isGone = true }
    if isGone, !(isTorn && tear?.afterEffect == true) { throw .noAnswer }
    let response = tag.respond(to: isISODEP ? [0x02 | block] + command : command)
    block ^= 1
    guard !isGone, case .bytes(let bytes) = response.reply else { throw .noAnswer }
    return isISODEP ? Array(bytes.dropFirst()) : bytes
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool { !isGone }
}

/// What a reader that shares no code with the library finds.
enum Finding: Equatable {
  case noTag
  case broken
  case empty
  case message([UInt8])
}

extension EngineTransceiver {
  /// A small Type 4 reader: mapping 2 only, one byte after another where it has to.
  func type4Finding() -> Finding {
    _ = freshSelection()
    func send(_ apdu: [UInt8]) -> [UInt8]? {
      guard let answer = try? transceive(apdu, framing: .dataExchange), answer.suffix(2) == [0x90, 0x00]
      else {
        return nil
      }
      return answer.dropLast(2)
    }
    guard send([0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00]) != nil,
      send([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03]) != nil,
      let container = send([0x00, 0xB0, 0x00, 0x00, 0x0F]), container.count == 15,
      send([0x00, 0xA4, 0x00, 0x0C, 0x02, container[9], container[10]]) != nil
    else { return .noTag }
    guard let field = send([0x00, 0xB0, 0x00, 0x00, 0x02]), field.count == 2 else { return .broken }
    let length = Int(field[0]) << 8 | Int(field[1])
    guard length > 0 else { return .empty }
    var octets: [UInt8] = []
    while octets.count < length {
      let offset = 2 + octets.count
      let count = min(16, length - octets.count)
      guard let part = send([0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]) else {
        return .broken
      }
      octets += part
    }
    return .message(octets)
  }

  /// A small Type 3 reader: it looks at the blocks themselves, and at the system code.
  func type3Finding() -> Finding {
    guard case .typeF(let data) = tag.activation, data.systemCodes.contains(0x12FC) else { return .noTag }
    let memory = tag.memory
    let block = Array(memory[0..<16])
    let sum = block[0..<14].reduce(0) { $0 + Int($1) }
    guard sum == Int(block[14]) << 8 | Int(block[15]), block[0] == 0x10 else { return .broken }
    let length = Int(block[11]) << 16 | Int(block[12]) << 8 | Int(block[13])
    // One that does not look at WriteFlag must find nothing either.
    guard length > 0 else { return .empty }
    guard block[9] == 0x00, length <= 208 else { return .broken }
    return .message(Array(memory[16..<16 + length]))
  }
}

/// https:// and 36 characters: an NDEF message with a URL of 40 bytes in the record's payload… and its header.
func urlMessage(_ tail: String = "example.org/tags/0123456789abcdef/xyz") -> [UInt8] {
  let payload = [0x04] + Array(tail.utf8)
  return [0xD1, 0x01, UInt8(payload.count), 0x55] + payload
}

/// One record of a media type whose whole message has `size` bytes (15 to 260, or from 263 on).
func message(size: Int, fill: UInt8 = 0x2E) -> [UInt8] {
  let type = Array("text/plain".utf8)
  let short = size - 3 - type.count
  if short <= 255 {
    return [0xD2, UInt8(type.count), UInt8(short)] + type + [UInt8](repeating: fill, count: short)
  }
  let long = size - 6 - type.count
  let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: long >> $0) }
  return [0xC2, UInt8(type.count)] + length + type + [UInt8](repeating: fill, count: long)
}

extension Provision.Tag {
  /// Whether it says that it can be made read-only, or is already.
  var canBeLocked: Bool { (try? checkLock()) != nil }
}
