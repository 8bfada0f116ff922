internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Tags that guard reading from one of their very first pages on, so that not even their capability container can be read.
@Suite("A tag that lets nobody read its first pages") struct GuardedHeadTests {
  /// Where AUTH0 lies, and what makes reading need the password too.
  struct Kind: CustomTestStringConvertible, Sendable {
    var chip: String
    var auth0: Int
    var access: (byte: Int, bits: UInt8, isSet: Bool)
    var testDescription: String { chip }

    static func configured(_ chip: String, _ page: Int) -> Kind {
      Kind(chip: chip, auth0: page * 4 + 3, access: (page * 4 + 4, 0x80, true))
    }
  }

  static let kinds = [
    Kind(chip: "MIFARE Ultralight C", auth0: 168, access: (172, 0x01, false)), .configured("NTAG210", 16),
    .configured("NTAG212", 37), .configured("NTAG213", 41), .configured("NTAG215", 131),
    .configured("NTAG216", 227), .configured("MIFARE Ultralight EV1 (MF0UL11)", 16),
    .configured("MIFARE Ultralight EV1 (MF0UL21)", 37), .configured("NTAG I2C plus 1K", 227),
    .configured("FM11NT021", 41),
  ]

  private static func tag(_ kind: Kind, from page: UInt8) throws -> any VirtualTag {
    var tag = try WalkBench.tag(
      kind.chip, uid: kind.chip == "FM11NT021" ? "1DA1B2C3D4E5F6" : "04A1B2C3D4E5F6")
    try tag.prepare(TagPreparation(state: .formatted))
    var memory = tag.memory
    memory[kind.auth0] = page
    memory[kind.access.byte] =
      kind.access.isSet
      ? memory[kind.access.byte] | kind.access.bits : memory[kind.access.byte] & ~kind.access.bits
    tag.restore(memory: memory)
    return tag
  }

  @Test(arguments: kinds, [0, 1, 2, 3] as [UInt8])
  func isCalledProtectedAndLeftAlone(kind: Kind, page: UInt8) throws {
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    try bench.write(rows: 1)
    let tag = try Self.tag(kind, from: page)
    let good = try WalkBench.tag("NTAG213", uid: "04AABBCC112233")
    let device = try bench.open()
    let (ending, events) = try bench.run(presenting: [tag, good], with: device)
    #expect(ending == .complete)
    let refusals = events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
    #expect(refusals == [.notSupported(.readProtected)], "\(refusals)")
    #expect(bench.field.records.first?.memory == tag.memory)
    // The same for whoever only wants to read it.
    let id = bench.field.place(tag)
    let control = WalkControl()
    var options = TagJobOptions()
    options.limit = 1
    options.pollInterval = .zero
    var statuses: [NDEFStatus] = []
    _ = TagJob(.read, reader: device, options: options, control: control).run { event in
      if case .read(let report) = event { statuses.append(report.status) }
      if case .failed = event { control.request(.stop(reason: "failed")) }
      if case .refused = event { control.request(.stop(reason: "refused")) }
    }
    bench.field.remove(id)
    #expect(statuses == [.notSupported(.readProtected)])
  }
}
