internal import Foundation
internal import Testing

@testable import Provision
@testable import provision_tags

@Suite struct MessagesTests {
  /// The compiler sees that each language words every message; this sees that the samples have every message.
  @Test func theSamplesHaveEveryMessage() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/provision-tags/Messages/Message.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    let names = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  case ") else { return nil }
      return String(line.dropFirst(7).prefix { $0.isLetter || $0.isNumber })
    }
    #expect(names.sorted() == MessageSample.all.map(\.name).sorted())
  }

  @Test(arguments: MessageSample.all, Language.allCases)
  func everyTextSaysItsValues(_ sample: MessageSample, _ language: Language) {
    let text = language.text(sample.message)
    #expect(!text.isEmpty)
    for value in sample.values { #expect(text.contains(value), "\(text)") }
  }

  @Test(arguments: MessageSample.all)
  func noTextIsLeftInEnglish(_ sample: MessageSample) {
    let english = Language.english.text(sample.message)
    guard english.contains(where: \.isLetter),
      !["readersFound", "timeSeconds", "hintDidYouMean", "hintPasswordFileOpen"].contains(sample.name)
    else { return }
    for language in [Language.japanese, .korean, .chinese] {
      #expect(language.text(sample.message) != english)
    }
  }

  @Test(arguments: MessageSample.all.filter { $0.name.hasPrefix("state") }, Language.allCases)
  func largeStatesAreShort(_ sample: MessageSample, _ language: Language) {
    #expect(CellWidth.of(language.text(sample.message)) <= 18)
  }

  @Test func sizesAreWordedAsTheContractSays() {
    let refusal = Wording.message(.tooSmall(needed: 163, capacity: 144), chip: "NTAG213", in: .english)
    #expect(Language.english.text(refusal) == "needs 163 bytes, NTAG213 has 144")
  }

  @Test func lockingIsCalledPermanent() {
    #expect(Language.english.text(.confirmLock).contains("PERMANENT"))
    #expect(Language.japanese.text(.confirmLock).contains("永久"))
    #expect(Language.korean.text(.confirmLock).contains("영구"))
    #expect(Language.chinese.text(.confirmLock).contains("永久"))
  }

  @Test(arguments: [
    (["LC_ALL": "ja_JP.UTF-8", "LANG": "ko_KR.UTF-8"], Language.japanese),
    (["LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "ja_JP.UTF-8"], .korean),
    (["LANG": "ja_JP.utf8"], .japanese), (["LANG": "ja_JP.UTF-8@x"], .japanese),
    (["LANG": "JA.UTF-8"], .japanese),
    (["LANG": "zh_CN.UTF-8"], .chinese), (["LANG": "zh_SG.UTF-8"], .chinese),
    (["LANG": "zh_Hans_CN.UTF-8"], .chinese),
    (["LANG": "zh.UTF-8"], .chinese),
    // Who reads traditional characters is not given simplified ones unasked.
    (["LANG": "zh_TW.UTF-8"], .english), (["LANG": "zh_HK.UTF-8"], .english),
    (["LANG": "zh_Hant.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8"], .english), (["LANG": "C.UTF-8"], .english),
    // Where the terminal is not said to take UTF-8, nothing but ASCII is safe.
    (["LANG": "zh_CN.GB18030"], .ascii), (["LANG": "ko_KR.eucKR"], .ascii), (["LANG": "ja_JP"], .ascii),
    (["LC_ALL": "", "LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii), ([:], .ascii),
    (["LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C"], .ascii),
    (["LC_MESSAGES": "ja_JP.UTF-8", "LC_CTYPE": "C.UTF-8"], .japanese),
    (["LC_ALL": "C", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8"], .ascii),
  ])
  func theLocaleChoosesTheLanguage(_ environment: [String: String], _ language: Language) {
    #expect(Language(environment: environment) == language)
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de"), ("ja_JP", "ja"), ("zh_TW.UTF-8", "zh-TW"), ("C", "en"), ("POSIX", "en"),
    ("C.UTF-8", "en"),
    ("", "en"),
  ])
  func textRecordsTakeTheLocalesLanguage(_ locale: String, _ tag: String) {
    #expect(Language.textRecordLanguage(environment: ["LANG": locale]) == tag)
  }

  @Test(arguments: Language.allCases)
  func everyManifestIssueIsWorded(_ language: Language) {
    let kinds: [ManifestIssue.Kind] = [
      .noSuchFile, .isDirectory, .notARegularFile, .changed, .nulCharacter, .workbook, .emptyFile, .noRows,
      .unclosedQuote,
      .strayQuote, .topLevelObject, .mixedRows, .noPayload, .missingID, .upperCaseScheme, .nonASCIIURL,
      .unencodedBracket, .url(.empty), .url(.noScheme), .url(.percent), .url(.noHost), .url(.port),
      .fieldCount(found: 4711, expected: 4712), .duplicateID(id: "ID", firstRow: 4711, firstLine: 4712),
      .noPayloadColumn(columns: ["COL"], suggestion: "url"),
    ]
    for kind in kinds { #expect(!language.text(kind).isEmpty) }
    #expect(language.text(.fieldCount(found: 4711, expected: 4712)).contains("4711"))
    #expect(language.text(.url(.whitespace(scalar: 0xA0))).contains("U+00A0"))
  }
}
