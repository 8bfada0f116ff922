internal import VirtualReader

@testable internal import Provision

/// What a phone would read from a tag's memory, by code that shares nothing with the library's.
enum IndependentReader {
  /// The message; empty where the tag says that it holds none, nil where it has no readable NDEF data.
  static func message(on tag: any VirtualTag) -> [UInt8]? {
    switch tag {
    case is Type2VirtualTag: WalkBench.message(in: tag.memory)
    case is ClassicVirtualTag: classic(tag.memory)
    case is FeliCaVirtualTag: type3(tag.memory)
    case is Type4VirtualTag: type4(tag.memory)
    default: nil
    }
  }

  /// Sectors that the MIFARE application directory gives to NDEF (AN10787: 03 E1), as one TLV area.
  private static func classic(_ memory: [UInt8]) -> [UInt8]? {
    guard memory.count >= 1024 else { return nil }
    var area: [UInt8] = []
    for sector in 1..<16 {
      let entry = 16 + sector * 2
      guard memory[entry] == 0x03, memory[entry + 1] == 0xE1 else {
        if area.isEmpty { continue } else { break }
      }
      area += memory[sector * 64..<sector * 64 + 48]
    }
    guard !area.isEmpty else { return nil }
    // As a Type 2 tag of that size, whose walk over TLV blocks is the same.
    let head = [UInt8](repeating: 0, count: 12) + [0xE1, 0x10, UInt8(clamping: area.count / 8), 0]
    return WalkBench.message(in: head + area)
  }

  /// The attribute block's length, where no writing is under way (Type 3 Tag 1.0 §6.1: WriteF 0Fh).
  private static func type3(_ memory: [UInt8]) -> [UInt8]? {
    guard memory.count >= 16 * 14 else { return nil }
    let attributes = memory[..<16]
    let sum = attributes[..<14].reduce(0) { $0 + Int($1) }
    guard sum == Int(attributes[14]) << 8 | Int(attributes[15]), attributes[9] != 0x0F else { return nil }
    let length = Int(attributes[11]) << 16 | Int(attributes[12]) << 8 | Int(attributes[13])
    guard 16 + length <= 16 * 14 else { return nil }
    return Array(memory[16..<16 + length])
  }

  /// NLEN and as many bytes of the NDEF file behind the capability container, mapping version 2.
  private static func type4(_ memory: [UInt8]) -> [UInt8]? {
    guard memory.count >= 17, memory[2] >> 4 == 2 else { return nil }
    let start = 15
    let length = Int(memory[start]) << 8 | Int(memory[start + 1])
    guard start + 2 + length <= memory.count else { return nil }
    return Array(memory[start + 2..<start + 2 + length])
  }
}
