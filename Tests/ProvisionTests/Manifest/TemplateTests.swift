import Testing

@testable import Provision

@Suite struct TemplateTests {
  @Test func columnsAndBracesAreRead() throws {
    #expect(
      try Template("a{ Id }b{{x}}{uid}{mirror}").parts
        == [.literal("a"), .column("id"), .literal("b{x}"), .uid, .mirror])
  }

  static let broken: [(String, TemplateFault)] = [
    ("a{id", .unclosedBrace(position: 2)), ("a{i{d}", .unclosedBrace(position: 2)),
    ("ab}", .strayBrace(position: 3)),
    ("é{}", .emptyName(position: 2)), ("{ }", .emptyName(position: 1)),
    ("a{mirror}-{ Mirror }", .secondMirror(position: 11)),
  ]

  @Test(arguments: broken)
  func faultsHaveTheirPlace(text: String, fault: TemplateFault) {
    #expect(throws: fault) { try Template(text) }
  }

  @Test func payloadsAreMadeOfColumns() throws {
    let rows = try ManifestFixture("id,Name,url\nA 1,é,https://old\n").rows(
      ManifestOptions(urlTemplate: "https://e.org/{name}", textTemplate: "{NAME}: {{{id}}}", language: "de"))
    #expect(rows.map(\.url) == ["https://e.org/é"])
    #expect(rows.map(\.text) == ["é: {A 1}"])
    #expect(rows.map(\.language) == ["de"])
  }

  @Test func rowNumbersServeWhereThereIsNoId() throws {
    #expect(
      try ManifestFixture("name,\nx,\ny,\n").rows(ManifestOptions(urlTemplate: "https://e.org/{id}")).map(
        \.url)
        == ["https://e.org/1", "https://e.org/2"])
  }

  @Test func aValueThatSpoilsTheURLIsNamedAtItsRow() throws {
    let issues = try ManifestFixture("id,name\nA,x y\nB,\n").issues(
      ManifestOptions(urlTemplate: "https://e.org/{name}"))
    #expect(
      issues == [
        ManifestIssue(line: 2, column: 3, kind: .url(.whitespace(scalar: 0x20))),
        ManifestIssue(line: 3, column: 3, kind: .missingValue(column: "name")),
      ])
  }

  @Test func unknownColumnsAreNamedWithASuggestion() throws {
    #expect(
      try ManifestFixture("id,name\nA,x\n").issues(ManifestOptions(urlTemplate: "https://e.org/{nmae}")).map(
        \.kind)
        == [.templateColumn(.url, name: "nmae", suggestion: "name")])
  }

  @Test func theTagsOwnUIDIsFilledInAtTheTag() throws {
    let row = try #require(
      try ManifestFixture("id,text\nA,{uid}\n").rows(ManifestOptions(urlTemplate: "https://e.org/{uid}?{id}"))
        .first)
    #expect(row.url == "https://e.org/{uid}?A")
    #expect(row.isPerTag)
    let payload = try row.payload(for: UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]))
    #expect(payload.url == "https://e.org/04A1B2C3D4E5F6?A")
    // A text that only looks like a placeholder is what it is.
    #expect(payload.text == "{uid}")
    #expect(
      payload.octets
        == (try NDEFMessage([.uri("https://e.org/04A1B2C3D4E5F6?A"), .text("{uid}", language: "en")])
          .encoded()))
  }

  @Test func theMirrorHasItsPlaceInTheMessage() throws {
    let row = try #require(
      try ManifestFixture("id,text\nA,x\n").rows(ManifestOptions(urlTemplate: "https://e.org/{mirror}&{uid}"))
        .first)
    let payload = try row.payload(for: UID([1, 2, 3, 4]))
    let mirror = try #require(payload.mirror)
    #expect(mirror.kind == .uid)
    let offset = mirror.offset
    #expect(Array(payload.octets[offset..<offset + 15]) == Array("00000000000000&".utf8))
    #expect(payload.url == "https://e.org/00000000000000&01020304")
  }

  @Test(arguments: [
    (Mirror.uid, "00000000000000"), (.counter, "000000"), (.uidAndCounter, "00000000000000x000000"),
  ])
  func theMirrorsKindDecidesHowMuchRoomItHas(kind: Mirror, zeros: String) throws {
    let options = ManifestOptions(urlTemplate: "https://e.org/?m={mirror}&i={id}", mirror: kind)
    let row = try #require(try ManifestFixture("id\nA\n").rows(options).first)
    let payload = try row.payload(for: UID([4, 2, 3, 4, 5, 6, 7]))
    #expect(payload.url == "https://e.org/?m=\(zeros)&i=A")
    let mirror = try #require(payload.mirror)
    #expect(mirror.kind == kind)
    #expect(payload.octets[mirror.offset...].starts(with: zeros.utf8))
    #expect(kind.length == zeros.utf8.count)
  }

  @Test func aRowHasOneMirror() throws {
    let options = ManifestOptions(urlTemplate: "https://e.org/{mirror}", textTemplate: "é {mirror}")
    let fixture = try ManifestFixture("id\nA\n")
    let error = #expect(throws: ManifestError.self) { _ = try fixture.rows(options) }
    #expect(error?.issues == [ManifestIssue(kind: .template(.text, .secondMirror(position: 3)))])
  }
}
