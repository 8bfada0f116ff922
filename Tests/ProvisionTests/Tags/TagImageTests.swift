internal import Testing

@testable internal import Provision

/// Images of real tags: what the status says is what the image's source says of it.
@Suite struct TagImageTests {
  @Test func everyType2ImageIsThere() {
    #expect(TagImage.type2.count == 18)
  }

  @Test(arguments: TagImage.type2) func theStatusIsTheImages(_ image: TagImage) throws {
    let fake = image.fake
    let tag = try TagDetection.identify(fake.detected, over: fake)
    let status = try tag.queryNDEFStatus()
    let container = try #require(image.analysis?.cc)
    switch image.state {
    case "unformatted":
      guard case .readWrite(_, formatted: false) = status else { Issue.record("\(status)"); return }
      #expect(try tag.readNDEF() == .unformatted)
    case "read-only":
      guard case .readOnly(_, .capabilityContainer) = status else { Issue.record("\(status)"); return }
    case let state where !container.hasPrefix("e1"):
      #expect(state.hasPrefix("non-ndef"))
      #expect(status == .notSupported(.capabilityContainer(fake.pages[3])))
    case "protected":
      #expect(status == .notSupported(.readProtected))
    default:
      // The configuration of one image is all zeros: AUTH0 00h guards everything.
      if let configuration = fake.configuration, fake.pages[configuration][3] == 0 {
        guard case .readOnly(_, .password) = status else { Issue.record("\(status)"); return }
      } else {
        guard case .readWrite(_, formatted: true) = status else { Issue.record("\(status)"); return }
      }
      let message = try #require(image.message)
      #expect(try tag.readNDEF() == (message.isEmpty ? .empty : .message(message)))
    }
    #expect(fake.writes.isEmpty)
  }

  @Test(arguments: TagImage.type2) func whatMayBeWrittenReadsBack(_ image: TagImage) throws {
    let fake = image.fake
    let tag = try TagDetection.identify(fake.detected, over: fake)
    let octets = Type2TagTests.message(of: 30)
    guard try tag.refusal(forWriting: octets) == nil else {
      #expect(throws: TagError.self) { try tag.writeNDEF(octets) }
      #expect(fake.writes.isEmpty)
      return
    }
    try tag.writeNDEF(octets)
    fake.freshSelection()
    try tag.verifyNDEF(octets)
    #expect(fake.independentlyRead == octets)
  }

  @Test(arguments: [
    ("nfctools_mful_blank", "MIFARE Ultralight"), ("nfctools_mfulc_blank", "MIFARE Ultralight C"),
    ("unleashed_Ntag216", "NTAG216"), ("unleashed_Ntag215", "NTAG215"),
    ("unleashed_Ntag213_locked", "NTAG213"),
    ("unleashed_Ultralight_11", "MIFARE Ultralight EV1 11"), ("unleashed_Ultralight_21", "Type 2 tag"),
  ])
  func theChipIsNamed(_ name: String, _ chip: String) throws {
    let fake = try #require(TagImage.type2.first { $0.name == name }).fake
    #expect(try TagDetection.identify(fake.detected, over: fake).chip == chip)
  }
}
