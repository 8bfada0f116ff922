import Foundation
import Provision
import Testing
import VirtualReader

/// MIFARE Classic through libnfc and a virtual PN532, with libfreefare's and libnfc's own programs as judges.
@Suite(.serialized)
struct ClassicLibNFCTests {
  /// A reader with one tag before it.
  final class Bench {
    let field = VirtualField()
    let chip: VirtualPN532
    let id: Int

    init(_ product: ClassicProduct, uid: [UInt8], _ preparation: TagPreparation? = nil) throws {
      var tag = ClassicVirtualTag(product, uid: uid)
      if let preparation { try tag.prepare(preparation) }
      id = field.place(tag)
      chip = try VirtualPN532(field: field)
      try chip.start()
    }

    deinit { chip.stop() }

    var memory: [UInt8] { field.records[id].memory }

    func withTag<Result>(_ body: (any Provision.Tag, LibNFCReader) throws -> Result) throws -> Result {
      let reader = try LibNFCReader(connectionString: chip.connectionString, fieldPause: 0)
      let detected = try #require(try reader.poll())
      return try body(try TagDetection.identify(detected, over: reader), reader)
    }

    func write(_ octets: [UInt8], lock: Bool = false) throws {
      try withTag { (tag, reader) throws in
        #expect(try tag.refusal(forWriting: octets) == nil)
        try tag.writeNDEF(octets)
        _ = try #require(try reader.freshSelection(like: nil))
        try tag.verifyNDEF(octets)
        guard lock else { return }
        try tag.writeLock()
        _ = try #require(try reader.freshSelection(like: nil))
        try tag.verifyLock()
      }
    }

    /// Runs a program on the virtual reader; its standard output and exit status.
    func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = ["LIBNFC_DEVICE": chip.connectionString, "PATH": "/usr/bin:/bin"]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  }

  static let octets: [UInt8] =
    [0xD1, 0x01, 0x24, 0x55, 0x04] + Array("example.org/badges/2026/abcdefghijk".utf8)

  static func isInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }
  }

  static func temporaryFile(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("classic-\(UUID().uuidString)-\(name)").path
  }

  @Test(arguments: [
    (ClassicProduct.oneK, [0x46, 0x2F, 0xF1, 0xBE] as [UInt8]), (.fourK, [0xAC, 0x28, 0x46, 0x15]),
    (.oneKSevenByteUID, [0x04, 0x46, 0x2F, 0xF1, 0xBE, 0x11, 0x80]),
  ])
  func aBlankTagIsWrittenVerifiedAndLocked(_ product: ClassicProduct, uid: [UInt8]) throws {
    let bench = try Bench(product, uid: uid)
    try bench.write(Self.octets, lock: true)
    var card = ClassicVirtualTag(product, uid: uid)
    card.restore(memory: bench.memory)
    #expect(ClassicReading(of: card) == .message(Self.octets))
    try bench.withTag { (tag, _) throws in
      #expect(try tag.readNDEF() == .message(Self.octets))
      guard case .readOnly = try tag.queryNDEFStatus() else { throw TagError.lost }
    }
  }

  @Test func aCardWithUnknownKeysIsRefused() throws {
    let bench = try Bench(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE])
    var card = ClassicVirtualTag(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE])
    var memory = card.memory
    for sector in 0..<16 {
      memory.replaceSubrange(sector * 64 + 48..<sector * 64 + 54, with: [9, 9, 9, 9, 9, 9])
    }
    card.restore(memory: memory)
    bench.field.remove(bench.id)
    let id = bench.field.place(card)
    try bench.withTag { (tag, _) throws in
      #expect(try tag.queryNDEFStatus() == .notSupported(.readProtected))
    }
    #expect(bench.field.records[id].memory == memory)
  }

  /// 1K only: libfreefare 0.4.0 takes sector 16 of a 4K for data where sector 15 holds NDEF, and gives up on every fully
  /// formatted 4K, real images included.
  @Test(.enabled(if: isInstalled("mifare-classic-read-ndef")))
  func whatWeWriteLibfreefareReads() throws {
    let bench = try Bench(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE])
    for octets in [Self.octets, ClassicTagTests.message(300)] {
      try bench.write(octets)
      let file = Self.temporaryFile("read")
      defer { try? FileManager.default.removeItem(atPath: file) }
      let result = try bench.run("/usr/bin/mifare-classic-read-ndef", ["-y", "-o", file])
      let found = FileManager.default.contents(atPath: file).map { [UInt8]($0) }
      #expect(found == octets, "\(result)")
    }
  }

  @Test(.enabled(if: isInstalled("mifare-classic-write-ndef")), arguments: [ClassicProduct.oneK, .fourK])
  func whatLibfreefareWritesWeReadAndRewrite(_ product: ClassicProduct) throws {
    let bench = try Bench(product, uid: [0x46, 0x2F, 0xF1, 0xBE])
    let file = Self.temporaryFile("write")
    defer { try? FileManager.default.removeItem(atPath: file) }
    let octets = ClassicTagTests.message(200)
    try Data(octets).write(to: URL(fileURLWithPath: file))
    let result = try bench.run("/usr/bin/mifare-classic-write-ndef", ["-y", "-i", file])
    try bench.withTag { (tag, _) throws in
      #expect(try tag.readNDEF() == .message(octets), "\(result)")
    }
    try bench.write(Self.octets)
  }

  @Test(.enabled(if: isInstalled("mifare-classic-format")))
  func libfreefareMakesOurTagBlankAgainAndWeFormatItAnew() throws {
    let bench = try Bench(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE])
    try bench.write(Self.octets)
    let result = try bench.run("/usr/bin/mifare-classic-format", ["-y"])
    try bench.withTag { (tag, _) throws in
      #expect(try tag.queryNDEFStatus() == .readWrite(capacity: 716, formatted: false), "\(result)")
    }
    try bench.write(Self.octets)
  }

  @Test(.enabled(if: isInstalled("nfc-mfclassic")))
  func nfcMfclassicDumpsWhatWeWrote() throws {
    let bench = try Bench(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE])
    try bench.write(Self.octets)
    let keys = Self.temporaryFile("keys.mfd")
    let dump = Self.temporaryFile("dump.mfd")
    defer {
      try? FileManager.default.removeItem(atPath: keys)
      try? FileManager.default.removeItem(atPath: dump)
    }
    try Data(bench.memory).write(to: URL(fileURLWithPath: keys))
    let result = try bench.run("/usr/bin/nfc-mfclassic", ["r", "a", "u", dump, keys])
    let found = FileManager.default.contents(atPath: dump).map { [UInt8]($0) } ?? []
    #expect(found.count == 1024, "\(result)")
    // It fills the keys in from its key file.
    #expect(found == bench.memory, "\(result)")
  }

  /// What the chip sends for a 40-byte URL, a write being two exchanges and a selection one: the mark to hold.
  @Test(arguments: [(TagPreparation(state: .blank), 63), (TagPreparation(state: .formatted), 13)])
  func anURLTakesSoManyExchanges(_ preparation: TagPreparation, exchanges: Int) throws {
    let bench = try Bench(.oneK, uid: [0x46, 0x2F, 0xF1, 0xBE], preparation)
    bench.chip.resetStatistics()
    try bench.withTag { (tag, _) throws in
      #expect(try tag.refusal(forWriting: Self.octets) == nil)
      try tag.writeNDEF(Self.octets)
    }
    #expect(bench.chip.statisticsSinceReset.rfExchanges == exchanges)
  }

  @Test func aWalkWritesAndLocksOneAfterAnother() throws {
    var scenario = Scenario(tags: [Scenario.Presentation(chip: "MIFARE Classic 1K", count: 2)], seed: 7)
    scenario.tags.append(Scenario.Presentation(chip: "MIFARE Classic 4K"))
    var bench = try WalkBench(scenario)
    bench.options.lock = true
    try bench.write(rows: 3)
    let (ending, _) = try bench.run()
    #expect(ending == .complete)
    #expect(bench.field.records.count == 3)
    for record in bench.field.records {
      let card = try #require(record.tag as? ClassicVirtualTag)
      guard case .message(let octets) = ClassicReading(of: card) else { throw TagError.lost }
      #expect(try NDEFMessage(decoding: octets).records.count == 1)
      #expect(card.block(7)[6..<10] == [0x07, 0x8F, 0x0F, 0x43])
    }
  }
}
