import Testing
import VirtualReader

@testable import Provision

/// A MIFARE Classic from its factory state to read-only, over the virtual tag.
struct ClassicTagTests {
  static let short: [UInt8] =
    [0xD1, 0x01, 0x24, 0x55, 0x04] + Array("example.org/badges/2026/abcdefghijk".utf8)
  static func message(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ Int(seed)) }
  }

  /// Writes as the walk does, and compares with what a phone would see.
  static func write(_ octets: [UInt8], to bench: ClassicBench) throws {
    let tag = try bench.present()
    #expect(try tag.refusal(forWriting: octets) == nil)
    try tag.writeNDEF(octets)
    bench.select()
    try tag.verifyNDEF(octets)
    #expect(ClassicReading(of: bench.card) == .message(octets))
  }

  @Test(arguments: [
    (ClassicProduct.oneK, 716), (.oneKSevenByteUID, 716), (.fourK, 3356), (.mini, 190),
  ])
  func aBlankTagIsFormattedAndHoldsWhatItSays(_ product: ClassicProduct, capacity: Int) throws {
    let bench = ClassicBench(product)
    let tag = try bench.present()
    #expect(tag.type == .mifareClassic)
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: capacity, formatted: false))
    #expect(try tag.readNDEF() == .unformatted)
    let full = Self.message(capacity)
    #expect(
      try tag.refusal(forWriting: full + [0]) == .tooSmall(needed: capacity + 1, capacity: capacity))
    try tag.writeNDEF(full)
    bench.select()
    try tag.verifyNDEF(full)
    if product != .mini { #expect(ClassicReading(of: bench.card) == .message(full)) }
    let again = try bench.present()
    #expect(try again.queryNDEFStatus() == .readWrite(capacity: capacity, formatted: true))
    #expect(try again.readNDEF() == .message(full))
  }

  @Test(arguments: [1, 13, 14, 15, 44, 45, 46, 47, 94, 95, 253, 254, 255, 256, 700, 716])
  func everySizeIsWrittenOverEveryOther(_ size: Int) throws {
    let bench = ClassicBench()
    try Self.write(Self.message(300), to: bench)
    try Self.write(Self.message(size, 9), to: bench)
    try Self.write([0xD0, 0x00, 0x00], to: bench)
    #expect(try bench.present().readNDEF() == .message([0xD0, 0x00, 0x00]))
  }

  @Test func aFormattedTagTakesAnURLInFewExchanges() throws {
    let bench = ClassicBench()
    try Self.write([0xD0, 0x00, 0x00], to: bench)
    bench.resetCounts()
    let tag = try bench.present()
    #expect(try tag.refusal(forWriting: Self.short) == nil)
    try tag.writeNDEF(Self.short)
    // Directory: authentication, two blocks. Data: authentication, first block, trailer; length 0, two blocks, length.
    #expect(bench.exchanges == 10)
    #expect(bench.writtenBlocks == [4, 5, 6, 4])
    #expect(bench.authentications == [0, 4])
  }

  @Test func aBlankTagIsAuthenticatedOnceASector() throws {
    let bench = ClassicBench()
    let tag = try bench.present()
    #expect(try tag.refusal(forWriting: Self.short) == nil)
    try tag.writeNDEF(Self.short)
    // Survey 4 with the wrong guess, sectors 15 x 2, message 3, directory 1 + 3.
    #expect(bench.exchanges == 41)
    #expect(bench.authentications.count == 17)
    bench.resetCounts()
    bench.select()
    try tag.verifyNDEF(Self.short)
    #expect(bench.exchanges == 37)
  }

  @Test func whatIsRightIsNotWrittenAgain() throws {
    let bench = ClassicBench()
    try Self.write(Self.message(200), to: bench)
    bench.resetCounts()
    let tag = try bench.present()
    #expect(try tag.readNDEF() == .message(Self.message(200)))
    try tag.writeNDEF(Self.message(200))
    #expect(bench.writes == 0)
    var other = Self.message(200)
    other[100] ^= 1
    try tag.writeNDEF(other)
    #expect(bench.writtenBlocks.count == 3)
    #expect(ClassicReading(of: bench.card) == .message(other))
  }

  // MARK: Sectors that are not ours

  static func foreign(_ bench: ClassicBench, sectors: [Int]) {
    var memory = bench.card.memory
    for sector in sectors {
      let trailer = sector < 32 ? sector * 4 + 3 : 128 + (sector - 32) * 16 + 15
      memory.replaceSubrange(trailer * 16..<trailer * 16 + 6, with: [1, 2, 3, 4, 5, 6])
      memory[trailer * 16 - 16] = 0xAB
    }
    bench.card.restore(memory: memory)
  }

  @Test func aCardWithUnknownKeysIsRefusedAndUntouched() throws {
    let bench = ClassicBench()
    Self.foreign(bench, sectors: Array(0..<16))
    let before = bench.card.memory
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .notSupported(.readProtected))
    #expect(try tag.readNDEF() == .unformatted)
    #expect(throws: TagError.self) { try tag.writeNDEF(Self.short) }
    #expect(bench.card.memory == before)
    #expect(bench.exchanges < 10)
  }

  @Test(arguments: [[5], [1], [15], [3, 10], [1, 2]])
  func aForeignSectorIsLeftAloneAndNamedInTheDirectory(_ sectors: [Int]) throws {
    let bench = ClassicBench()
    Self.foreign(bench, sectors: sectors)
    let before = bench.card.memory
    try Self.write(Self.short, to: bench)
    for sector in sectors {
      #expect(bench.card.memory[sector * 64..<sector * 64 + 64] == before[sector * 64..<sector * 64 + 64])
      #expect(Array(bench.card.memory[16 + sector * 2..<18 + sector * 2]) == [0x00, 0x01])
    }
    let tag = try bench.present()
    let largest = try tag.queryNDEFStatus().capacityForTest
    #expect(
      largest == sectors.longestGap(in: 1...15) * 48 - (sectors.longestGap(in: 1...15) * 48 > 258 ? 4 : 2))
  }

  @Test func aForeignSecondDirectoryLeavesTheFirstHalf() throws {
    let bench = ClassicBench(.fourK)
    Self.foreign(bench, sectors: [16])
    try Self.write(Self.message(500), to: bench)
    #expect(try bench.present().queryNDEFStatus() == .readWrite(capacity: 716, formatted: true))
    #expect(bench.card.block(3)[9] == 0xC1)
  }

  @Test func aMessageThatDoesNotFitBesideForeignSectorsIsTooLong() throws {
    let bench = ClassicBench()
    Self.foreign(bench, sectors: [8])
    let tag = try bench.present()
    #expect(throws: TagError.tooSmall(needed: 500, capacity: 332)) { try tag.writeNDEF(Self.message(500)) }
    #expect(ClassicReading(of: bench.card) == .unformatted)
  }

  @Test func anUnreadableSectorEndsTheDataArea() throws {
    let bench = ClassicBench()
    try Self.write(Self.message(300), to: bench)
    Self.foreign(bench, sectors: [3])
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 94, formatted: true))
    #expect(try tag.readNDEF() == .message(Array(Self.message(300).prefix(92))))
    try Self.write(Self.short, to: bench)
  }

  @Test func otherApplicationsStayInTheDirectory() throws {
    let bench = ClassicBench()
    try Self.write(Self.short, to: bench)
    var directory = MAD(version: 1, sectorCount: 16)
    directory[7] = 0x1002
    var memory = bench.card.memory
    memory.replaceSubrange(16..<48, with: directory.firstDirectory)
    bench.card.restore(memory: memory)
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 380, formatted: false))
    try Self.write(Self.short, to: bench)
    directory = try #require(MAD(first: Array(bench.card.memory[16..<48])))
    #expect(directory[7] == 0x1002)
    #expect(directory.ndefSectors == Array(8...15))
  }

  @Test func aSecretKeyBMakesTheTagReadOnlyForUs() throws {
    var card = ClassicVirtualTag(.oneK, uid: [1, 2, 3, 4])
    try card.prepare(TagPreparation(state: .protected, ndef: Self.short))
    let tag = try ClassicBench(card).present()
    #expect(try tag.queryNDEFStatus() == .readOnly(capacity: 716, .password))
    #expect(try tag.readNDEF() == .message(Self.short))
  }

  @Test func aLockedSectorThatTheMessageNeedsIsFoundBeforeTheFirstWrite() throws {
    let bench = ClassicBench()
    try Self.write(Self.short, to: bench)
    var memory = bench.card.memory
    memory.replaceSubrange(2 * 64 + 54..<2 * 64 + 57, with: [0x07, 0x8F, 0x0F])
    bench.card.restore(memory: memory)
    let tag = try bench.present()
    #expect(try tag.refusal(forWriting: Self.message(46)) == nil)
    #expect(try tag.refusal(forWriting: Self.message(47)) == .readOnly(.lockBits(pages: [8, 9, 10])))
    bench.resetCounts()
    #expect(throws: TagError.self) { try tag.writeNDEF(Self.message(100)) }
    #expect(bench.writes == 0)
  }

  // MARK: Images of real tags

  @Test(arguments: [("nfctools_mfstd1k_blank", 716), ("nfctools_mfstd4k_blank", 3356)])
  func aRealBlankTagIsFormatted(_ name: String, capacity: Int) throws {
    let bench = ClassicBench(try ClassicImage.card(name))
    #expect(try bench.present().queryNDEFStatus() == .readWrite(capacity: capacity, formatted: false))
    try Self.write(Self.short, to: bench)
  }

  @Test(arguments: [
    ("nfctools_mfstd1k_formatted", 716), ("nfctools_mfstd4k_formatted", 3356),
  ])
  func aRealFormattedTagIsEmptyAndRewritten(_ name: String, capacity: Int) throws {
    let bench = ClassicBench(try ClassicImage.card(name))
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: capacity, formatted: true))
    #expect(try tag.readNDEF() == .empty)
    try Self.write(Self.short, to: bench)
    try Self.lock(bench, holding: Self.short)
  }

  @Test(arguments: [("nfctools_mfstd1k_ndef", 94, 74), ("nfctools_mfstd4k_ndef", 3354, 215)])
  func aRealTagWithAMessageIsReadAndRewrittenWithinItsSectors(
    _ name: String, capacity: Int, size: Int
  ) throws {
    let bench = ClassicBench(try ClassicImage.card(name))
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .readWrite(capacity: capacity, formatted: true))
    guard case .message(let octets) = try tag.readNDEF() else { throw TagError.lost }
    #expect(octets.count == size)
    #expect(throws: Never.self) { try NDEFMessage(decoding: octets) }
    let before = bench.card.memory
    try Self.write(Self.short, to: bench)
    #expect(bench.card.memory[..<64] == before[..<64])
    if size == 74 { #expect(bench.card.memory[192...] == before[192...]) }
  }

  @Test(arguments: [
    ("nfctools_mfstd1k_formatted_readonly", 716), ("nfctools_mfstd4k_formatted_readonly", 3356),
  ])
  func aRealReadOnlyTagIsRefusedBeforeTheFirstWrite(_ name: String, capacity: Int) throws {
    let bench = ClassicBench(try ClassicImage.card(name))
    let tag = try bench.present()
    #expect(try tag.queryNDEFStatus() == .readOnly(capacity: capacity, .capabilityContainer))
    #expect(throws: TagError.self) { try tag.writeNDEF(Self.short) }
    #expect(bench.writes == 0)
    bench.select()
    try tag.verifyLock()
  }

  // MARK: Locking

  static func lock(_ bench: ClassicBench, holding octets: [UInt8]) throws {
    let tag = try bench.present()
    bench.select()
    try tag.verifyNDEF(octets)
    try tag.checkLock()
    try tag.writeLock()
    bench.select()
    try tag.verifyLock()
    #expect(ClassicReading(of: bench.card) == .message(octets))
    guard case .readOnly(_, .capabilityContainer) = try bench.present().queryNDEFStatus() else {
      throw TagError.lockFailed(detail: "status")
    }
  }

  @Test(arguments: [ClassicProduct.oneK, .fourK, .oneKSevenByteUID])
  func aLockedTagCanNeverBeWrittenAgain(_ product: ClassicProduct) throws {
    let bench = ClassicBench(product)
    try Self.write(Self.short, to: bench)
    #expect(throws: TagError.self) { try bench.present().verifyLock() }
    try Self.lock(bench, holding: Self.short)
    let before = bench.card.memory
    let keys: [[UInt8]] = [
      ClassicKey.transport.bytes, ClassicKey.ndef.bytes, ClassicKey.directory.bytes,
    ]
    for block in 1..<before.count / 16 {
      for (code, key) in keys.flatMap({ key in [UInt8(0x60), 0x61].map { ($0, key) } }) {
        bench.select()
        let number = UInt8(truncatingIfNeeded: block)
        let command = [code, number] + key + bench.uid.bytes.suffix(4)
        guard (try? bench.transceive(command, framing: .dataExchange)) != nil else { continue }
        _ = try? bench.transceive(
          [0xA0, number] + [UInt8](repeating: 0x55, count: 16), framing: .dataExchange)
      }
    }
    #expect(bench.card.memory == before)
  }

  @Test func aTagWithASecretKeyBIsNotLockedByHalf() throws {
    let bench = ClassicBench()
    try Self.write(Self.short, to: bench)
    var memory = bench.card.memory
    memory.replaceSubrange(9 * 64 + 58..<9 * 64 + 64, with: [1, 2, 3, 4, 5, 6])
    bench.card.restore(memory: memory)
    let tag = try bench.present()
    #expect(throws: TagError.unsupported(detail: "key B of sector 9 is not known")) { try tag.checkLock() }
    #expect(throws: TagError.unsupported(detail: "key B of sector 9 is not known")) { try tag.writeLock() }
    #expect(bench.card.memory == memory)
  }
}

extension NDEFStatus {
  fileprivate var capacityForTest: Int {
    switch self {
    case .notSupported: 0
    case .readOnly(let capacity, _), .readWrite(let capacity, _): capacity
    }
  }
}

extension [Int] {
  /// The longest run of numbers of the range between these.
  fileprivate func longestGap(in range: ClosedRange<Int>) -> Int {
    range.split(whereSeparator: contains).map(\.count).max() ?? 0
  }
}
