internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

@Suite("Mirrored tags and their log") struct MirrorAuditTests {
  static let uid = "04A1B2C3D4E5F6"

  /// A finished tag with a mirror, and the log that it left.
  private func finished(_ mirror: Mirror) throws -> (WalkBench, LibNFCReader, any VirtualTag) {
    var bench = try WalkBench()
    bench.manifestOptions.urlTemplate = "https://example.org/{id}?m={mirror}"
    bench.manifestOptions.mirror = mirror
    try bench.write(manifest: "id\n000000\n")
    let device = try bench.open()
    let tag = try WalkBench.tag("NTAG213", uid: Self.uid)
    #expect(try bench.run(presenting: [tag], with: device).ending == .complete)
    return (bench, device, try #require(bench.field.records.first).tag)
  }

  private func done(_ bench: WalkBench) throws -> [JournalEntry.Done] {
    var found: [JournalEntry.Done] = []
    try JournalReader.forEach(path: bench.logPath) { entry, _ in
      if case .tag(let tag) = entry.event { found.append(tag) }
    }
    return found
  }

  private func verdict(_ bench: WalkBench, _ device: LibNFCReader, on tag: any VirtualTag) throws
    -> AuditVerdict?
  {
    var options = Auditor.Options()
    options.pollInterval = .zero
    options.limit = 1
    let auditor = try Auditor(
      log: bench.logPath, reader: device, options: options, control: WalkControl())
    let id = bench.field.place(tag)
    defer { bench.field.remove(id) }
    var verdict: AuditVerdict?
    _ = auditor.run { if case .checked(let tag, _) = $0 { verdict = tag.verdict } }
    return verdict
  }

  @Test(arguments: Mirror.allCases)
  func theLogNamesTheMirrorAndTheAuditLooksThroughIt(mirror: Mirror) throws {
    let (bench, device, tag) = try finished(mirror)
    #expect(try done(bench).map(\.mirror) == [mirror])
    #expect(try verdict(bench, device, on: tag) == .right)
  }

  /// Zeros are a counter too, and what stands beside the mirror is compared to the byte.
  @Test(arguments: Mirror.allCases, ["off", "changed"])
  func aMirrorThatIsOffOrAnotherMessageIsWrong(mirror: Mirror, fault: String) throws {
    var (bench, device, tag) = try finished(mirror)
    var memory = tag.memory
    if fault == "off" {
      // MIRROR_CONF are the two highest bits of the first configuration byte (NTAG213/215/216 §8.5.7).
      memory[41 * 4] &= 0x3F
    } else {
      let start = try #require(memory.firstRange(of: Array("/000000?".utf8))?.lowerBound)
      memory[start + 1] = UInt8(ascii: "A")
    }
    tag.restore(memory: memory)
    let verdict = try verdict(bench, device, on: tag)
    let isWrong = if case .wrongPayload(.message) = verdict { true } else { false }
    #expect(isWrong, "\(String(describing: verdict))")
  }

  @Test(arguments: Mirror.allCases)
  func aMirroredTagWhoseResultWasLostIsAdopted(mirror: Mirror) throws {
    let (bench, device, tag) = try finished(mirror)
    let lines = try bench.logLines()
    let lost = try #require(lines.firstIndex { $0.contains("\"type\":\"tag\"") })
    try Data((lines[..<lost].joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: bench.logPath))
    #expect(try bench.run(presenting: [tag], with: device).ending == .complete)
    let found = try done(bench)
    #expect(found.map(\.adopted) == [true])
    #expect(found.map(\.mirror) == [mirror])
    #expect(bench.field.records.last?.memory == tag.memory)
  }

  /// A digest alone says where a mirror lies, whatever it shows, and never lets another byte pass.
  @Test func theDigestFindsThePlace() throws {
    let uid = UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
    let written = Array("000000-000000-Z".utf8)
    let digest = History.digest(of: written)
    #expect(Mirror.counter.place(in: Array("000000-00002A-Z".utf8), on: uid, digest: digest) == 7)
    #expect(Mirror.counter.place(in: Array("00002A-000000-Z".utf8), on: uid, digest: digest) == 0)
    #expect(Mirror.counter.place(in: Array("00002A-00002A-Z".utf8), on: uid, digest: digest) == nil)
    #expect(Mirror.counter.place(in: Array("000000-00002g-Z".utf8), on: uid, digest: digest) == nil)
    #expect(Mirror.uid.place(in: written, on: uid, digest: digest) == nil)
    #expect(Mirror.uidAndCounter.place(in: [], on: uid, digest: digest) == nil)
  }
}
