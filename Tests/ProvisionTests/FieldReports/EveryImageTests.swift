internal import Foundation
internal import Testing
internal import VirtualReader

@testable internal import Provision

/// Every image of a real tag, whatever its technology, before a virtual PN532: `read` says what its source says of it and
/// changes nothing, and a row is written to it or not as its source asks.
@Suite("An image of a tag of any technology", .serialized) struct EveryImageTests {
  /// What is to come of a row.
  enum Outcome: Equatable {
    case written
    /// Refused with what it holds; written with `--overwrite`.
    case writtenIfAsked
    case refused(Refusal)
    /// No reader of this kind finds it.
    case unseen
  }

  static let readOnlyContainer = Outcome.refused(.readOnly(.capabilityContainer))
  static func foreign(_ hex: String) -> Outcome {
    .refused(.notSupported(.capabilityContainer(Hex.decode(hex.utf8) ?? [])))
  }

  static let outcomes: [String: Outcome] = [
    "nfcpy_tt1_dynamic": .refused(.notSupported(.family("Topaz"))),
    "nfcpy_tt1_static": .refused(.notSupported(.family("Topaz"))),
    "nfcpy_tt4_ndef": .writtenIfAsked,
    "nfcpy_ul_unformatted": .written, "nfcpy_ulc_unformatted": .written,
    // Its configuration is all zeros in the image: no more of it is taken than the data area.
    "nfcpy_ulev1_11_formatted": .written,
    "nfctools_mfstd1k_blank": .written, "nfctools_mfstd1k_formatted": .written,
    "nfctools_mfstd1k_formatted_readonly": readOnlyContainer, "nfctools_mfstd1k_ndef": .writtenIfAsked,
    "nfctools_mfstd4k_blank": .written, "nfctools_mfstd4k_formatted": .written,
    "nfctools_mfstd4k_formatted_readonly": readOnlyContainer, "nfctools_mfstd4k_ndef": .writtenIfAsked,
    "nfctools_mful_blank": .written, "nfctools_mful_formatted": .written,
    "nfctools_mful_formatted_readonly": readOnlyContainer, "nfctools_mful_ndef": .writtenIfAsked,
    "nfctools_mfulc_01": .writtenIfAsked, "nfctools_mfulc_blank": .written,
    "nfctools_mfulc_formatted": .written,
    "nfctools_mfulc_formatted_readonly": readOnlyContainer, "nfctools_mfulc_ndef": .writtenIfAsked,
    "unleashed_Felica": .refused(.notSupported(.family("FeliCa Lite-S"))),
    "unleashed_Ntag213_locked": .refused(.notSupported(.readProtected)),
    "unleashed_Ntag215": foreign("F110FFEE"), "unleashed_Ntag216": .writtenIfAsked,
    "unleashed_Slix_cap_accept_all_pass": .unseen, "unleashed_Slix_cap_default": .unseen,
    "unleashed_Slix_cap_missed": .unseen,
    "unleashed_Ultralight_11": foreign("C1313E3F"), "unleashed_Ultralight_21": foreign("FFFFFFFC"),
    "unleashed_Ultralight_C": .written,
  ]

  @Test func everyImageHasItsOutcome() {
    #expect(TagImage.all.count == 33)
    #expect(Set(TagImage.all.compactMap(\.name)) == Set(Self.outcomes.keys))
  }

  /// The tag; nil for a technology that the reader does not have.
  static func tag(_ image: TagImage) throws -> (any VirtualTag)? {
    let units = image.units.map { Hex.decode(($0 ?? "").utf8) ?? [] }
    let uid = try #require(Hex.decode(image.uid.utf8))
    switch image.unit {
    case "page(4)": return try ImageWalkTests.tag(image)
    case "block(16)": return try ClassicImage.card(try #require(image.name))
    case "block(8)":
      var topaz = TopazVirtualTag(uid: uid)
      topaz.restore(memory: Array(units.joined()))
      return topaz
    case "file":
      // Both files, of which the second is shorter in the image than its container says.
      let product = try #require(Type4Product.all.first { $0.name == "MIFARE DESFire EV1 (NDEF)" })
      var card = Type4VirtualTag(product, uid: uid)
      card.restore(memory: Array(units.joined()))
      return card
    case "block" where image.family == "FeliCa":
      var card = FeliCaVirtualTag(.liteS, idm: uid)
      // Each unit begins with the two status flags that the dump was read with.
      card.restore(memory: Array(units.map { $0.dropFirst(2) }.joined()))
      return card
    default: return nil
    }
  }

  @Test(arguments: TagImage.all, [false, true]) func isWrittenOrLeftAlone(_ image: TagImage, overwrite: Bool)
    throws
  {
    let outcome = try #require(Self.outcomes[image.name ?? ""])
    var bench = try WalkBench()
    defer { bench.removeFolder() }
    bench.options.overwrite = overwrite
    try bench.write(rows: 1)
    guard let tag = try Self.tag(image) else {
      #expect(outcome == .unseen)
      return
    }
    let run = try bench.present(tag)
    let wanted = try Manifest(path: bench.manifestPath).row(at: 0).payload(for: nil).octets
    switch outcome {
    case .written,
      .writtenIfAsked where overwrite:
      #expect(run.ending == .complete, "\(run.events)")
      #expect(run.done.map(\.uid.description) == [image.uid.uppercased()])
      #expect(run.messages == [wanted])
    case .writtenIfAsked:
      guard case .holdsMessage? = run.refusals.first else { Issue.record("\(run.events)"); return }
      #expect(run.tags.map(\.memory) == [tag.memory], "it was written to")
    case .refused(let refusal):
      #expect(run.refusals == [refusal], "\(run.events)")
      #expect(run.tags.map(\.memory) == [tag.memory], "it was written to")
      #expect(run.done.isEmpty && run.rejected.isEmpty, "the row is not kept")
    case .unseen: Issue.record("it was seen")
    }
  }

  @Test(arguments: TagImage.all) func isReadAndNotChanged(_ image: TagImage) throws {
    guard let tag = try Self.tag(image) else { return }
    let bench = try WalkBench()
    defer { bench.removeFolder() }
    let report = try TagMemoryFaultTests.report(tag, bench)
    #expect(report.uid.description == image.uid.uppercased())
    #expect(bench.field.records.map(\.memory) == [tag.memory], "reading changed it")
    switch try #require(Self.outcomes[image.name ?? ""]) {
    case .refused(.notSupported(let reason)):
      #expect(report.status == .notSupported(reason))
      #expect(report.content == nil)
    case .refused(.readOnly(let reason)):
      guard case .readOnly(_, reason) = report.status else { Issue.record("\(report.status)"); return }
      #expect(report.octets ?? [] == PlainReading.message(on: tag) ?? [])
    case .refused, .unseen: Issue.record("unexpected")
    case .written, .writtenIfAsked:
      let expected = PlainReading.message(on: tag)
      guard case .readWrite(_, expected != nil) = report.status else {
        Issue.record("\(report.status)"); return
      }
      #expect(report.content == (expected.map { $0.isEmpty ? .empty : .message($0) } ?? .unformatted))
    }
  }

  /// ISO/IEC 15693 (ICODE SLIX and its like): a PN532 has no such modulation and libnfc no call for it. The tag is as good as
  /// not there, the run waits, and the documentation says so.
  @Test func aTechnologyThatTheReaderLacksIsDocumented() throws {
    #expect(ReaderTechnology.allCases.count == 5)
    let text = try String(contentsOf: ChipMatrixTests.document, encoding: .utf8)
    let names = ["ISO/IEC 15693", "ICODE SLIX", "Topaz", "ISO/IEC 14443 type B"]
    for name in names {
      let isNamed = text.contains(name)
      #expect(isNamed, "\(name)")
    }
  }
}
