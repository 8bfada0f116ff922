import Foundation
import Provision
import Testing
import VirtualReader

/// A virtual MIFARE Classic under the hand of a test: counts exchanges, and takes the tag away at one of them.
final class ClassicBench: Transceiver {
  var card: ClassicVirtualTag
  /// Exchanges so far, selections too.
  private(set) var exchanges = 0
  private(set) var writes = 0
  private(set) var writtenBlocks: [Int] = []
  private(set) var authentications: [Int] = []
  /// The exchange at which the tag leaves, before or after the command took effect.
  var tear: (exchange: Int, afterEffect: Bool)?
  private var isGone = false
  private var isSelected = true

  init(_ card: ClassicVirtualTag) { self.card = card }

  convenience init(_ product: ClassicProduct = .oneK) {
    self.init(ClassicVirtualTag(product, uid: [0x46, 0x2F, 0xF1, 0xBE, 0x11, 0x22, 0x33]))
  }

  var uid: UID { UID(card.activation.identifier) }

  /// A fresh selection, also of a tag that was torn away; returns what detection makes of it.
  func present() throws -> any Provision.Tag {
    isGone = false
    tear = nil
    return try TagDetection.identify(select(), over: self)
  }

  @discardableResult
  func select() -> DetectedTag {
    card.activate()
    isSelected = true
    guard case .typeA(let data) = card.activation else { fatalError("a MIFARE Classic is of type A") }
    return DetectedTag(
      uid: uid, technology: .iso14443A(sensRes: data.atqa, selRes: data.sak, ats: []))
  }

  func resetCounts() {
    exchanges = 0
    writes = 0
    writtenBlocks = []
    authentications = []
  }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    exchanges += 1
    if tear?.exchange == exchanges, tear?.afterEffect == false { isGone = true }
    guard !isGone, isSelected else { throw .noAnswer }
    var response: TagResponse
    if command[0] == 0xA0 {
      response = card.respond(to: Array(command[..<2]))
      if response.reply == .acknowledge {
        response = card.respond(to: Array(command[2...]))
        writes += 1
        writtenBlocks.append(Int(command[1]))
      }
    } else {
      response = card.respond(to: command)
    }
    if tear?.exchange == exchanges { isGone = true }
    guard !isGone else { throw .noAnswer }
    switch response.reply {
    case .bytes(let bytes): return bytes
    case .acknowledge:
      if command[0] | 1 == 0x61 { authentications.append(Int(command[1])) }
      return []
    default:
      isSelected = false
      throw command[0] | 1 == 0x61 ? .authenticationFailed : .noAnswer
    }
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool {
    exchanges += 1
    if tear?.exchange == exchanges { isGone = true }
    guard !isGone, uid == self.uid else { return false }
    select()
    return true
  }
}

/// What a phone would see, worked out from raw memory by other means than the library's: AN1304 in a page.
enum ClassicReading: Equatable {
  case unformatted
  case broken
  case empty
  case message([UInt8])

  init(of card: ClassicVirtualTag) {
    self = Self.read(card.memory, sectors: [4096: 40, 320: 5][card.memory.count] ?? 16)
  }

  private static func read(_ memory: [UInt8], sectors: Int) -> ClassicReading {
    func block(_ number: Int) -> [UInt8] { Array(memory[number * 16..<number * 16 + 16]) }
    func blocks(_ sector: Int) -> [Int] {
      sector < 32
        ? Array(sector * 4..<sector * 4 + 4) : Array(128 + (sector - 32) * 16..<144 + (sector - 32) * 16)
    }
    func opens(_ sector: Int, _ key: [UInt8]) -> Bool {
      let trailer = block(blocks(sector)[blocks(sector).count - 1])
      let inverted = trailer[6] == ~(trailer[8] << 4 | trailer[7] >> 4) && trailer[7] & 15 == ~trailer[8] >> 4
      return Array(trailer[..<6]) == key && inverted
    }
    let directoryKey: [UInt8] = [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]
    guard opens(0, directoryKey) else { return .unformatted }
    let first = block(1) + block(2)
    guard remainder(of: Array(first[1...]) + [first[0]]) == 0 else { return .broken }
    var identifiers = (0..<16).map { $0 == 0 ? [] : Array(first[$0 * 2..<$0 * 2 + 2]) }
    if sectors == 40, block(3)[9] & 3 == 2 {
      guard opens(16, directoryKey) else { return .broken }
      let second = block(64) + block(65) + block(66)
      guard remainder(of: Array(second[1...]) + [second[0]]) == 0 else { return .broken }
      identifiers += [[]] + (1...23).map { Array(second[$0 * 2..<$0 * 2 + 2]) }
    }
    var data: [UInt8] = []
    var isReached = false
    for (sector, identifier) in identifiers.prefix(sectors).enumerated() where sector != 0 && sector != 16 {
      guard identifier == [0x03, 0xE1] else {
        if isReached { break }
        continue
      }
      isReached = true
      guard opens(sector, [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7]) else { break }
      data += blocks(sector).dropLast().flatMap(block)
    }
    guard isReached else { return .unformatted }
    return message(in: data)
  }

  private static func message(in data: [UInt8]) -> ClassicReading {
    var rest = data[...]
    while let type = rest.popFirst() {
      if type == 0x00 { continue }
      if type == 0xFE { return .empty }
      guard var length = rest.popFirst().map(Int.init) else { return .broken }
      if length == 0xFF {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return .broken }
        length = Int(high) * 256 + Int(low)
      }
      guard rest.count >= length else { return .broken }
      if type == 0x03 { return length == 0 ? .empty : .message(Array(rest.prefix(length))) }
      rest = rest.dropFirst(length)
    }
    return .empty
  }

  /// Long division of the bits by 11Dh, the first byte mixed with the preset: 0 where the last byte is the checksum.
  private static func remainder(of bytes: [UInt8]) -> Int {
    var bits = ([bytes[0] ^ 0xC7] + bytes[1...]).flatMap { byte in
      (0..<8).map { Int(byte >> (7 - UInt8($0)) & 1) }
    }
    let divisor = [1, 0, 0, 0, 1, 1, 1, 0, 1]
    for index in 0..<bits.count - 8 where bits[index] == 1 {
      for (offset, bit) in divisor.enumerated() { bits[index + offset] ^= bit }
    }
    return bits.suffix(8).reduce(0) { $0 * 2 + $1 }
  }
}

/// An image of a real tag from `Vectors/tags`.
struct ClassicImage: Decodable {
  var units: [String]
  var uid: String
  var other: Other

  struct Other: Decodable {
    var keyUsedPerSector: [String: String]
    enum CodingKeys: String, CodingKey { case keyUsedPerSector = "key_used_per_sector" }
  }

  /// The tag with this memory. A key A that the dump shows as zeros, as a tag does, is the one that it was read with.
  static func card(_ name: String) throws -> ClassicVirtualTag {
    let file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors/tags")
    let image = try JSONDecoder().decode(ClassicImage.self, from: Data(contentsOf: try #require(file)))
    let product = image.units.count == 256 ? ClassicProduct.fourK : .oneK
    var memory: [UInt8] = []
    for (number, unit) in image.units.enumerated() {
      var block = try #require(Hex.decode(unit.utf8))
      let sector = number < 128 ? number / 4 : 32 + (number - 128) / 16
      let isTrailer = number < 128 ? number % 4 == 3 : number % 16 == 15
      if isTrailer, block.starts(with: [0, 0, 0, 0, 0, 0]),
        let key = image.other.keyUsedPerSector[String(sector)]
      {
        block.replaceSubrange(0..<6, with: try #require(Hex.decode(key.utf8)))
      }
      memory += block
    }
    var card = ClassicVirtualTag(product, uid: try #require(Hex.decode(image.uid.utf8)))
    card.restore(memory: memory)
    return card
  }
}
