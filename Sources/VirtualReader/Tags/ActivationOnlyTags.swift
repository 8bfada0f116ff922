/// A tag of ISO/IEC 14443 type B that is found and answers nothing.
public struct TypeBVirtualTag: VirtualTag {
  private let pupi: [UInt8]

  /// A tag with this PUPI, 4 bytes.
  public init(pupi: [UInt8]) { self.pupi = Array((pupi + [0, 0, 0, 0]).prefix(4)) }

  /// The product, or the family where the product is unknown.
  public var chip: String { "ISO/IEC 14443 B" }
  /// How it is found.
  public var activation: TagActivation {
    .typeB(.init(pupi: pupi, applicationData: [0x00, 0x00, 0x00, 0x00], protocolInfo: [0x00, 0x81, 0x81]))
  }
  /// Everything that is stored.
  public var memory: [UInt8] { [] }
  /// Bytes of a block.
  public var blockSize: Int { 1 }
  /// The field came on.
  public mutating func powerUp(using random: inout SeededRandom) {}
  /// It was selected.
  public mutating func activate() {}
  /// Answers a command.
  public mutating func respond(to command: [UInt8]) -> TagResponse { TagResponse(.silence) }
  /// Puts the memory back.
  public mutating func restore(memory: [UInt8]) {}
  /// Puts it into a state a scenario asks for.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    guard preparation.state == .blank, preparation.ndef == nil else {
      throw .impossibleState(chip: chip, state: preparation.state.rawValue)
    }
  }
}

/// A Topaz 96 (NFC Forum Type 1): found, and read by RID, RALL and READ. It can't be written here.
public struct TopazVirtualTag: VirtualTag {
  private var content: [UInt8]

  /// A blank tag with an NDEF data area (Type 1 Tag 1.1 §2).
  public init(uid: [UInt8]) {
    content = [UInt8](repeating: 0, count: 120)
    content.replaceSubrange(0..<7, with: (uid + [UInt8](repeating: 0, count: 7)).prefix(7))
    content.replaceSubrange(8..<16, with: [0xE1, 0x10, 0x0E, 0x00, 0x03, 0x00, 0xFE, 0x00])
    content.replaceSubrange(112..<114, with: [0x01, 0x60])
  }

  /// HR0 and HR1: 96 bytes, static memory.
  private static let header: [UInt8] = [0x11, 0x48]

  /// The product, or the family where the product is unknown.
  public var chip: String { "Topaz 96" }
  /// How it is found.
  public var activation: TagActivation {
    .jewel(.init(sensRes: [0x0C, 0x00], identifier: Array(content[0..<4])))
  }
  /// Everything that is stored.
  public var memory: [UInt8] { content }
  /// Bytes of a block.
  public var blockSize: Int { 8 }
  /// The field came on.
  public mutating func powerUp(using random: inout SeededRandom) {}
  /// It was selected.
  public mutating func activate() {}

  /// Answers a command.
  public mutating func respond(to command: [UInt8]) -> TagResponse {
    switch command.first {
    case 0x78: return TagResponse(.bytes(Self.header + content[0..<4]))
    case 0x00: return TagResponse(.bytes(Self.header + content), .read)
    case 0x01 where command.count >= 2 && Int(command[1]) < content.count:
      return TagResponse(.bytes([command[1], content[Int(command[1])]]), .read)
    default: return TagResponse(.silence)
    }
  }

  /// Puts the memory back.
  public mutating func restore(memory: [UInt8]) {
    content.replaceSubrange(0..<min(memory.count, content.count), with: memory.prefix(content.count))
  }

  /// Puts it into a state a scenario asks for.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    let ndef = preparation.ndef ?? []
    guard preparation.state == .blank || preparation.state == .formatted else {
      throw .impossibleState(chip: chip, state: preparation.state.rawValue)
    }
    guard ndef.count <= 89 else { throw .messageTooLong(chip: chip, needed: ndef.count) }
    content.replaceSubrange(12..<15 + ndef.count, with: [0x03, UInt8(ndef.count)] + ndef + [0xFE])
  }
}
