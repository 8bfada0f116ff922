/// The attribute information block, block 0 of a Type 3 tag (NFC Forum Type 3 Tag 1.0 §6.1).
struct Type3AttributeBlock: Equatable {
  /// Mapping version: major number in the high half.
  var version: UInt8
  /// Nbr: blocks that one CHECK may read.
  var blocksPerCheck: Int
  /// Nbw: blocks that one UPDATE may write.
  var blocksPerUpdate: Int
  /// Nmaxb: blocks for NDEF data, from block 1 on.
  var dataBlocks: Int
  /// Bytes 5–8 and whatever a writer leaves alone.
  private var reserved: [UInt8] = [0, 0, 0, 0]
  /// WriteFlag: 00h where the data is whole, 0Fh while it is being written.
  var writeFlag: UInt8
  /// RWFlag: 00h read-only, 01h read and write.
  var accessFlag: UInt8
  /// Ln: length of the message in bytes.
  var length: Int

  static let isWhole: UInt8 = 0x00
  static let isBeingWritten: UInt8 = 0x0F
  static let readOnly: UInt8 = 0x00
  static let readWrite: UInt8 = 0x01
  /// Bytes of a block.
  static let blockSize = 16

  /// The attributes that a FeliCa Lite or Lite-S with so many free data blocks gets: 4 blocks a CHECK, 1 an UPDATE.
  static func fresh(dataBlocks: Int) -> Type3AttributeBlock {
    Type3AttributeBlock(
      version: 0x10, blocksPerCheck: 4, blocksPerUpdate: 1, dataBlocks: dataBlocks, writeFlag: isWhole,
      accessFlag: readWrite, length: 0)
  }

  private init(
    version: UInt8, blocksPerCheck: Int, blocksPerUpdate: Int, dataBlocks: Int, writeFlag: UInt8,
    accessFlag: UInt8,
    length: Int
  ) {
    self.version = version
    self.blocksPerCheck = blocksPerCheck
    self.blocksPerUpdate = blocksPerUpdate
    self.dataBlocks = dataBlocks
    self.writeFlag = writeFlag
    self.accessFlag = accessFlag
    self.length = length
  }

  /// Decodes the block.
  ///
  /// - Throws: ``TagError/malformed(detail:)`` for a wrong checksum, an unknown version or impossible numbers.
  init(decoding block: [UInt8]) throws(TagError) {
    guard block.count == Self.blockSize, Self.checksum(block) == Array(block[14..<16]) else {
      throw .malformed(detail: "attribute information block: checksum")
    }
    guard block[0] >> 4 == 1 else { throw .malformed(detail: "attribute information block: version") }
    version = block[0]
    blocksPerCheck = Int(block[1])
    blocksPerUpdate = Int(block[2])
    dataBlocks = Int(block[3]) << 8 | Int(block[4])
    reserved = Array(block[5..<9])
    writeFlag = block[9]
    accessFlag = block[10]
    length = Int(block[11]) << 16 | Int(block[12]) << 8 | Int(block[13])
    guard blocksPerCheck > 0, blocksPerUpdate > 0, dataBlocks > 0 else {
      throw .malformed(detail: "attribute information block: Nbr, Nbw or Nmaxb is 0")
    }
  }

  /// The largest message in bytes; Ln has 24 bits.
  var capacity: Int { min(dataBlocks * Self.blockSize, 0xFF_FFFF) }

  /// Whether it says that there is a whole message.
  var holdsMessage: Bool { writeFlag == Self.isWhole && length > 0 && length <= capacity }

  /// The 16 bytes, checksum included.
  func encoded() -> [UInt8] {
    var block =
      [
        version, UInt8(truncatingIfNeeded: blocksPerCheck), UInt8(truncatingIfNeeded: blocksPerUpdate),
        UInt8(truncatingIfNeeded: dataBlocks >> 8), UInt8(truncatingIfNeeded: dataBlocks),
      ] + reserved + [writeFlag, accessFlag] + UInt32(truncatingIfNeeded: length).bigEndianBytes.dropFirst()
    block += Self.checksum(block)
    return block
  }

  /// The sum of bytes 0–13.
  private static func checksum(_ block: [UInt8]) -> [UInt8] {
    block.prefix(14).reduce(UInt16(0)) { $0 &+ UInt16($1) }.bigEndianBytes
  }
}
