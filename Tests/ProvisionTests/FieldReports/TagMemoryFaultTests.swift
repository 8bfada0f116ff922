internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags whose memory is not what a program expects: TLV blocks in other places, lock bits, containers, no format at all.
@Suite("A tag with odd memory", .serialized) struct TagMemoryFaultTests {
  static let url = "https://example.org/t/1"
  static let octets = [0xD1, 0x01, 0x10, 0x55, 0x04] + Array("example.org/t/1".utf8)

  /// A tag with these bytes at these addresses, everything else as it leaves the factory.
  static func tag(_ chip: String, _ changes: [Int: String]) throws -> any VirtualTag {
    var tag = try WalkBench.tag(chip, uid: "04A1B2C3D4E5F6")
    var memory = tag.memory
    for (address, hex) in changes {
      let bytes = try #require(Hex.decode(hex.utf8))
      memory.replaceSubrange(address..<address + bytes.count, with: bytes)
    }
    tag.restore(memory: memory)
    return tag
  }

  private func run(_ tag: any VirtualTag, url: String = url, overwrite: Bool = false) throws -> FieldRun {
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.overwrite = overwrite
    try bench.write(manifest: "id,url\nA1,\(url)\n")
    return try bench.present(tag)
  }

  private func expectRefused(
    _ run: FieldRun, _ before: any VirtualTag, _ refusal: Refusal, _ context: String = ""
  ) {
    #expect(run.refusals == [refusal], "\(context): \(run.events)")
    #expect(run.tags.map(\.memory) == [before.memory], "\(context): it was written to")
    #expect(run.done.isEmpty && run.rejected.isEmpty, "\(context): the row is not pending any more")
    #expect(!run.commands.contains { $0.first == 0xA2 }, "\(context): a write was sent")
  }

  // MARK: TLV blocks

  /// i12bp8/TagTinker#56: a program looked for the message at the first byte of page 4 alone. What stands before it on the
  /// tags of one maker or another.
  static let beginnings: [(name: String, chip: String, area: String, position: Int)] = [
    ("a lock control block, as from the factory", "NTAG213", "0103A00C340300FE", 5),
    ("nothing before it", "NTAG213", "0300FE000000000000", 0),
    ("NULL blocks", "NTAG213", "000000000300FE", 4),
    ("NULL blocks around a lock control block", "NTAG213", "00000103A00C34000300FE", 8),
    ("a memory control block", "NTAG213", "02033804040300FE", 5),
    ("two control blocks", "NTAG213", "0103A00C34020330040403 00FE", 10),
    ("a proprietary block", "NTAG213", "FD03AABBCC0300FE", 5),
    ("a block of unknown type", "NTAG213", "41020000 0300FE", 4),
    ("a long block", "NTAG215", "FDFF0003AABBCC0300FE", 7),
    ("a terminator and nothing else", "NTAG213", "FE0000000000", 0),
  ]

  @Test(arguments: beginnings)
  func theMessageGoesBehindWhatStandsBeforeIt(name: String, chip: String, area: String, position: Int) throws
  {
    let hex = area.filter { $0 != " " }
    let padding = String(repeating: "00", count: 32 - hex.count / 2)
    let tag = try Self.tag(chip, [16: hex + padding])
    let run = try run(tag)
    #expect(run.ending == .complete, "\(name): \(run.events)")
    #expect(run.messages == [Self.octets], "\(name)")
    let memory = run.tags[0].memory
    #expect(memory[16 + position] == 0x03, "\(name)")
    let kept = try #require(Hex.decode(hex.utf8)).prefix(position)
    #expect(Array(memory[16..<16 + position]) == Array(kept), "\(name): what stood before it was changed")
  }

  /// NXPNFCLinux/linux_libnfc-nci#29, and nfcpy's tests: several NDEF blocks, of which the first is the message, and blocks
  /// that reach into reserved bytes.
  @Test(
    arguments: [
      ("two messages", "0304D1000000" + "0307D1010355046162FE", "D1000000"),
      ("an empty one first", "0300" + "0307D1010355046162FE", nil),
      ("one behind the terminator", "0300FE" + "0307D1010355046162FE", nil),
      ("one behind a NULL", "000307D1010355046162" + "0304D1000000FE", "D1010355046162"),
    ] as [(String, String, String?)])
  func onlyTheFirstMessageCountsAndNothingStaleIsReadBehindTheNew(name: String, area: String, first: String?)
    throws
  {
    let tag = try Self.tag("NTAG215", [16: area])
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    let report = try Self.report(tag, bench)
    #expect(report.octets.map(Hex.encode) == first, "\(name)")
    let run = try run(tag, overwrite: true)
    #expect(run.ending == .complete, "\(name): \(run.events)")
    #expect(run.messages == [Self.octets], "\(name)")
    // Behind the message a terminator stands, so that the old blocks are not met.
    let memory = run.tags[0].memory
    let start = try #require(memory[16...].firstIndex(of: 0x03))
    #expect(memory[start + 2 + Self.octets.count] == 0xFE, "\(name)")
    #expect(try Self.report(run.tags[0], WalkBench()).octets == Self.octets, "\(name)")
  }

  static func report(_ tag: any VirtualTag, _ bench: WalkBench) throws -> TagReport {
    bench.field.place(tag)
    var options = TagJobOptions()
    options.limit = 1
    options.pollInterval = .zero
    var report: TagReport?
    let control = WalkControl()
    try withExtendedLifetime(bench) {
      _ = TagJob(.read, reader: try bench.open(), options: options, control: control).run { event in
        switch event {
        case .read(let read): report = read
        case .refused, .failed: control.request(.stop(reason: "seen"))
        default: break
        }
      }
    }
    return try #require(report)
  }

  // MARK: Locks

  /// HiddenRamblings/TagMo#121, #117, #118: tags that came with lock bytes 53 45 from the factory.
  @Test func lockBytesOfABadBatchAreNamedByTheirPages() throws {
    let tag = try Self.tag("NTAG215", [10: "5345"])
    // 53h locks pages 4 and 6 and freezes; 45h locks pages 8, 10 and 14. Those that the message needs are named.
    expectRefused(try run(tag), tag, .readOnly(.lockBits(pages: [4, 6, 8])))
    let long = "https://example.org/" + String(repeating: "x", count: 40)
    expectRefused(try run(tag, url: long), tag, .readOnly(.lockBits(pages: [4, 6, 8, 10, 14])))
    // Another tag takes the row.
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let good = try WalkBench.tag("NTAG215", uid: "04112233445566")
    let run = try bench.present([tag, good], with: bench.open())
    #expect(run.ending == .complete)
    #expect(run.done.map(\.uid) == [UID(hex: "04112233445566")])
  }

  /// Each lock bit of each page, with a message that reaches that page and with one that ends before.
  @Test(arguments: 4...15) func aLockedPageMattersToAMessageThatReachesIt(page: Int) throws {
    let bits = UInt16(1) << UInt16(page)
    let tag = try Self.tag(
      "NTAG215", [10: Hex.encode([UInt8(bits & 0xFF), UInt8(bits >> 8)])])
    // The block begins with page 4; 2 + 5 + n bytes, and a terminator that may be left out.
    func url(endingIn last: Int) -> String {
      "https://" + String(repeating: "x", count: max(1, (last - 3) * 4 - 7))
    }
    expectRefused(
      try run(tag, url: url(endingIn: page)), tag, .readOnly(.lockBits(pages: [page])), "page \(page)")
    expectRefused(
      try run(tag, url: url(endingIn: page) + "xxxxxxxx"), tag, .readOnly(.lockBits(pages: [page])))
    guard page > 6 else { return }
    let before = try run(tag, url: url(endingIn: page - 1))
    #expect(before.ending == .complete, "page \(page): \(before.events)")
    #expect(PlainRecord(before.messages[0])?.payload.count == (page - 1 - 3) * 4 - 6)
  }

  // MARK: Containers

  /// somq/nfccard-tool#3: the container says read-only and the lock bits are open. Other containers that are not to be touched.
  @Test(
    arguments: [
      ("E110120F", Refusal.readOnly(.capabilityContainer)), ("E1101201", .readOnly(.password)),
      ("F110FFEE", .notSupported(.capabilityContainer([0xF1, 0x10, 0xFF, 0xEE]))),
      ("E110FF00", .notSupported(.capabilityContainer([0xE1, 0x10, 0xFF, 0x00]))),
      ("E1201200", .notSupported(.capabilityContainer([0xE1, 0x20, 0x12, 0x00]))),
      ("E1000600", .notSupported(.capabilityContainer([0xE1, 0x00, 0x06, 0x00]))),
      ("FFFFFFFF", .notSupported(.capabilityContainer([0xFF, 0xFF, 0xFF, 0xFF]))),
      ("E11012F0", .notSupported(.readProtected)),
    ] as [(String, Refusal)])
  func aContainerThatSaysNoIsNeverRewritten(container: String, refusal: Refusal) throws {
    let tag = try Self.tag("NTAG213", [12: container])
    for overwrite in [false, true] {
      expectRefused(try run(tag, overwrite: overwrite), tag, refusal, container)
    }
  }

  // MARK: Formatting

  /// dotnet/iot#2060: the first page was left out where the container was right already; capacity was off by one.
  @Test(arguments: [nil, "E1100600"], ["FFFFFFFF", "00000000", "0300FE00"])
  func anUltralightIsFormattedFromAnyBeginningToItsLastByte(container: String?, first: String) throws {
    for (size, fits) in [(6, true), (45, true), (46, true), (47, false)] {
      let tag = try Self.tag("MIFARE Ultralight", [12: container ?? "00000000", 16: first])
      let url = "https://" + String(repeating: "x", count: size - 5)
      let run = try run(tag, url: url)
      guard fits else {
        expectRefused(run, tag, .tooSmall(needed: 47, capacity: 46))
        continue
      }
      #expect(run.ending == .complete, "\(size): \(run.events)")
      #expect(run.messages[0]?.count == size)
      #expect(Array(run.tags[0].memory[12..<18]) == [0xE1, 0x10, 0x06, 0x00, 0x03, UInt8(size)])
    }
  }

  /// meshtastic/Meshtastic-Android#7123, skjolber/external-nfc-api#31: a tag that was never formatted. Reading says so and
  /// changes nothing; a row is written to it with its container last, and only where that has no bit that can't be taken back.
  @Test(arguments: [
    ("MIFARE Ultralight", 46, "E1100600"), ("MIFARE Ultralight C", 142, "E1101200"),
    ("MIFARE Ultralight EV1 (MF0UL11)", 46, "E1100600"), ("MIFARE Ultralight EV1 (MF0UL21)", 126, "E1101000"),
  ])
  func aTagThatWasNeverFormattedIsSaidToBeAndFormattedForARowAlone(
    chip: String, capacity: Int, container: String
  ) throws {
    let tag = try Self.tag(chip, [:])
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    let report = try Self.report(tag, bench)
    #expect(report.status == .readWrite(capacity: capacity, formatted: false))
    #expect(report.content == .unformatted)
    #expect(bench.field.records.map(\.memory) == [tag.memory], "reading changed it")
    let run = try run(tag)
    #expect(run.messages == [Self.octets])
    #expect(Hex.encode(Array(run.tags[0].memory[12..<16])) == container)
    let writes = run.commands.filter { $0.first == 0xA2 }
    #expect(writes.last?[1] == 3, "the container is not the last page that is written")
    #expect(writes.count { $0[1] == 3 } == 1)
    // A bit that the right container lacks: it can't be made right, and nothing is written.
    let used = try Self.tag(chip, [12: "06000000"])
    let refused = try self.run(used)
    #expect(refused.done.isEmpty)
    #expect(refused.tags.map(\.memory) == [used.memory])
  }

  // MARK: Passwords

  /// konstantin-kelemen/arduino-amiibo-tools#2, pokusew/nfc-pcsc#36: the refusal of a protected tag silenced it, and everything
  /// after timed out, other tags too.
  @Test(
    arguments: ["NTAG210", "NTAG213", "NTAG215", "NTAG216", "MIFARE Ultralight EV1 (MF0UL11)"], [false, true])
  func aProtectedTagIsNamedOnceAndTheNextOneIsWritten(chip: String, guardsReading: Bool) throws {
    var tag = try WalkBench.tag(chip, uid: "04A1B2C3D4E5F6")
    try tag.prepare(TagPreparation(state: .protected, password: [1, 2, 3, 4]))
    let configuration = ["NTAG213": 41, "NTAG215": 131, "NTAG216": 227][chip] ?? 16
    if guardsReading {
      var memory = tag.memory
      memory[(configuration + 1) * 4] |= 0x80
      tag.restore(memory: memory)
    }
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let next = try WalkBench.tag(chip, uid: "04112233445566")
    let run = try bench.present([tag, next], with: bench.open())
    #expect(run.ending == .complete, "\(run.events)")
    let told: Refusal = guardsReading ? .notSupported(.readProtected) : .readOnly(.password)
    #expect(run.refusals == [told], "\(run.events)")
    #expect(run.done.map(\.uid) == [UID(hex: "04112233445566")])
    #expect(run.rejected.isEmpty)
    #expect(run.tags[0].memory == tag.memory)
    #expect(run.commands.count < 60, "\(run.commands.count) exchanges for two tags")
  }

  /// romellfudi/FudiNFC#11: whoever wanted to protect a tag locked it for ever. Without being asked, no lock bit, no container
  /// and no configuration of any chip is ever touched.
  @Test(arguments: Type2Product.all.map(\.name)) func nothingIsLockedUnasked(chip: String) throws {
    let tag = try WalkBench.tag(chip, uid: "04A1B2C3D4E5F6")
    let run = try run(tag)
    #expect(run.done.map(\.locked) == [false] && run.done.map(\.protected) == [false])
    let (before, after) = (tag.memory, run.tags[0].memory)
    #expect(Array(after[..<12]) == Array(before[..<12]), "\(chip): lock bytes")
    #expect(after[15] & 0x0F == 0, "\(chip): write access")
    // Lock and configuration pages stand behind user memory.
    let user = try #require(before.count > 64 ? 4 * (3 + Int(after[14]) * 2) : before.count)
    #expect(Array(after[min(user, after.count)...]) == Array(before[min(user, before.count)...]), "\(chip)")
  }

  // MARK: Probing

  /// nfc-tools/libnfc#532: probing one chip for what only another has muted it, over and over. Each chip here falls silent at
  /// a command it does not know, as real ones do.
  @Test(arguments: Type2Product.all.map(\.name)) func probingIsBoundedAndFindsTheSize(chip: String) throws {
    let tag = try WalkBench.tag(chip, uid: chip.hasPrefix("my-d") ? "05A1B2C3D4E5F6" : "04A1B2C3D4E5F6")
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    let report = try Self.report(tag, bench)
    let area = Int(tag.memory[14]) * 8
    let capacity = try #require(report.status.capacity)
    if area > 0 { #expect(capacity <= area) }
    #expect(capacity >= 38)
    let statistics = bench.reader.statistics
    #expect(statistics.rfExchanges <= 40, "\(statistics)")
  }
}
