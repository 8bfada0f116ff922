/// Type tags of TLV blocks (NFC Forum Type 2 Tag 1.2 §2.3; the same in Type 1 tags and MIFARE Classic).
enum TLV {
  static let null: UInt8 = 0x00
  static let lockControl: UInt8 = 0x01
  static let memoryControl: UInt8 = 0x02
  static let ndefMessage: UInt8 = 0x03
  static let terminator: UInt8 = 0xFE
  /// First length byte that announces two more.
  static let longLength: UInt8 = 0xFF

  /// T and L of an NDEF message TLV.
  static func header(length: Int) -> [UInt8] {
    length < Int(longLength)
      ? [ndefMessage, UInt8(truncatingIfNeeded: length)]
      : [ndefMessage, longLength, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
  }

  /// The largest message in `room` bytes, header included and terminator left out where it does not fit.
  static func capacity(ofRoom room: Int) -> Int {
    let short = room - 2
    return short < Int(longLength) ? max(0, short) : min(0xFFFE, max(Int(longLength) - 1, room - 4))
  }
}

/// Where the TLV blocks of a data area lie. Reads hostile bytes: whatever they say, it stays inside the area.
///
/// Addresses are those of the tag's bytes. Bytes that a Lock or Memory Control TLV reserves are in no TLV: reading
/// and writing jump over them.
struct TLVLayout: Sendable {
  /// The first NDEF message TLV.
  struct Message: Equatable, Sendable {
    /// Whether the length takes three bytes.
    var isLong: Bool
    /// The length as it stands there.
    var length: Int
    /// Addresses of the value's bytes, fewer than `length` where the area ends before.
    var addresses: [Int]
  }

  /// The data area.
  let area: Range<Int>
  /// Where the NDEF message TLV begins, or is to begin where there is none.
  private(set) var position: Int
  /// The first NDEF message TLV, if any.
  private(set) var message: Message?

  private var reserved: [Bool]

  /// Walks the blocks, reading no byte further than needed.
  init(area: Range<Int>, byte: (Int) throws(TagError) -> UInt8) throws(TagError) {
    self.area = area
    position = area.lowerBound
    reserved = Array(repeating: false, count: area.count)
    var next = area.lowerBound
    // Every turn goes forward, so the area bounds them.
    while let start = free(from: next) {
      let type = try byte(start)
      if type == TLV.terminator { break }
      if type == TLV.null {
        next = start + 1
        continue
      }
      guard let (length, isLong, value) = try length(after: start, byte) else { break }
      let addresses = addresses(from: value, count: length)
      if type == TLV.ndefMessage {
        position = start
        message = Message(isLong: isLong, length: length, addresses: addresses)
        return
      }
      // A block that runs out of the area is no block: what follows the last good one is free.
      guard addresses.count == length else { break }
      if length == 3, type == TLV.lockControl || type == TLV.memoryControl {
        var control: [UInt8] = []
        for address in addresses { control.append(try byte(address)) }
        reserve(control, bits: type == TLV.lockControl)
      }
      next = (addresses.last ?? value - 1) + 1
      position = free(from: next) ?? area.upperBound
    }
    // A reservation may cover the place behind its own TLV.
    position = free(from: position) ?? area.upperBound
  }

  /// How many bytes, header included, an NDEF message TLV at ``position`` may take.
  var room: Int { (position..<area.upperBound).reduce(0) { reserved[$1 - area.lowerBound] ? $0 : $0 + 1 } }

  /// The largest NDEF message in bytes.
  var capacity: Int { TLV.capacity(ofRoom: room) }

  /// The first `count` unreserved addresses from `start`, fewer where the area ends.
  func addresses(from start: Int, count: Int) -> [Int] {
    var found: [Int] = []
    var next = start
    while found.count < count, let address = free(from: next) {
      found.append(address)
      next = address + 1
    }
    return found
  }

  private func free(from address: Int) -> Int? {
    guard address < area.upperBound else { return nil }
    return (max(address, area.lowerBound)..<area.upperBound).first { !reserved[$0 - area.lowerBound] }
  }

  /// The length, its form, and the address behind it; nil where the area ends first or the length is the reserved FFFFh.
  private func length(
    after type: Int, _ byte: (Int) throws(TagError) -> UInt8
  ) throws(TagError) -> (Int, Bool, Int)? {
    guard let first = free(from: type + 1) else { return nil }
    let short = try byte(first)
    guard short == TLV.longLength else { return (Int(short), false, first + 1) }
    guard let high = free(from: first + 1), let low = free(from: high + 1) else { return nil }
    let length = Int(try byte(high)) << 8 | Int(try byte(low))
    return length == 0xFFFF ? nil : (length, true, low + 1)
  }

  /// Position, size and page size of a control TLV (§2.3.3, §2.3.4); a size of 0 means 256.
  private mutating func reserve(_ control: [UInt8], bits: Bool) {
    let start = Int(control[0] >> 4) << Int(control[2] & 0x0F) + Int(control[0] & 0x0F)
    let size = control[1] == 0 ? 256 : Int(control[1])
    let bytes = bits ? (size + 7) / 8 : size
    for address in (start..<start + bytes).clamped(to: area) { reserved[address - area.lowerBound] = true }
  }
}
