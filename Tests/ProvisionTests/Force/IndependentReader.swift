internal import VirtualReader

@testable internal import Provision

/// What a phone would read from a tag's memory, by code that shares nothing with the library's.
enum IndependentReader {
  /// The message; empty where the tag says that it holds none, nil where it has no readable NDEF data.
  static func message(on tag: any VirtualTag) -> [UInt8]? {
    switch tag {
    case let fake as CounterfeitTag: message(on: fake.inner)
    case is Type2VirtualTag: WalkBench.message(in: tag.memory)
    case let card as ClassicVirtualTag: classic(card)
    case let card as FeliCaVirtualTag: type3(card)
    case is Type4VirtualTag: type4(tag.memory, chip: tag.chip)
    default: nil
    }
  }

  private static func classic(_ card: ClassicVirtualTag) -> [UInt8]? {
    switch ClassicReading(of: card) {
    case .unformatted, .broken: nil
    case .empty: []
    case .message(let octets): octets
    }
  }

  /// As the least careful reader has it, which does not look at WriteF (Type 3 Tag 1.0 §6.1).
  private static func type3(_ card: FeliCaVirtualTag) -> [UInt8]? {
    guard case .typeF(let data) = card.activation, data.systemCodes.contains(0x12FC) else { return nil }
    let memory = card.memory
    let sum = memory[..<14].reduce(0) { $0 + Int($1) }
    guard memory[0] == 0x10, sum == Int(memory[14]) << 8 | Int(memory[15]) else { return nil }
    let length = Int(memory[11]) << 16 | Int(memory[12]) << 8 | Int(memory[13])
    guard 16 + length <= 16 * 14 else { return nil }
    return Array(memory[16..<16 + length])
  }

  /// The NDEF file lies behind the CC file, whose size is the product's.
  private static func type4(_ memory: [UInt8], chip: String) -> [UInt8]? {
    let isExtended = memory[2] == 0x30
    let start = isExtended ? 17 : ["NTAG 424 DNA", "NTAG 413 DNA"].contains(chip) ? 32 : 15
    let field = isExtended ? 4 : 2
    guard start + field <= memory.count else { return nil }
    let length = memory[start..<start + field].reduce(0) { $0 << 8 | Int($1) }
    guard start + field + length <= memory.count else { return nil }
    return Array(memory[start + field..<start + field + length])
  }
}
