internal import Testing

@testable import provision_tags

@Suite struct VisibleTests {
  @Test(arguments: [
    ("plain text ü 漢字 👍", "plain text ü 漢字 👍"),
    ("\u{1B}[2J\u{1B}]0;title\u{07}", "␛[2J␛]0;title␇"),
    ("a\nb\r\tc", "a␊b␍␉c"),
    ("\u{0}\u{7F}", "␀␡"),
    ("\u{9B}31m", "<U+009B>31m"),
    ("abc\u{202E}cba", "abc<U+202E>cba"),
    ("\u{2066}x\u{2069}\u{200E}\u{061C}", "<U+2066>x<U+2069><U+200E><U+061C>"),
    ("\u{FEFF}a\u{200B}b\u{AD}", "<U+FEFF>a<U+200B>b<U+00AD>"),
    ("\u{2028}\u{2029}\u{85}", "<U+2028><U+2029><U+0085>"),
    ("\u{E0041}", "<U+E0041>"),
    ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
    ("e\u{301}", "e\u{301}"),
    ("z\u{301}\u{301}\u{301}\u{301}\u{301}", "z\u{301}\u{301}\u{301}\u{301}<U+0301>"),
    ("\u{0378}", "<U+0378>"),
    ("\u{301}x", "<U+0301>x"), ("(\u{301})", "(<U+0301>)"), (" \u{20DD}", " <U+20DD>"),
    ("a\u{200D}b\u{200C}", "a<U+200D>b<U+200C>"), ("\u{3164}\u{115F}\u{34F}", "<U+3164><U+115F><U+034F>"),
    ("❤\u{FE0F}", "❤\u{FE0F}"), ("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष"),
  ])
  func whatATerminalWouldObeyIsShown(_ text: String, _ shown: String) {
    #expect(Visible.text(text) == shown)
  }

  @Test(arguments: [
    ("plain", "plain"), ("4–6 … · “x” → ’", "4-6 ... | \"x\" -> '"), ("漢", "<U+6F22>"),
    ("\u{1B}[2J\u{7F}", "^[[2J^?"),
    ("é", "<U+00E9>"),
  ])
  func whereOnlyASCIIIsTakenNothingElseIsSent(_ text: String, _ shown: String) {
    #expect(Visible.ascii(Visible.text(text)) == shown)
  }

  @Test func noControlByteComesThrough() {
    for value in (0..<0x250).compactMap({ Unicode.Scalar($0) }) {
      for scalar in Visible.text(String(value)).unicodeScalars {
        #expect(scalar.properties.generalCategory != .control)
      }
    }
  }

  @Test(arguments: [
    ("abc", 3), ("ü", 1), ("e\u{301}", 1), ("漢字", 4), ("かな", 4), ("한글", 4), ("，。", 4), ("ｱ", 1), ("👍", 2),
    ("█", 1), ("…", 1), ("\u{1100}\u{1161}", 2), ("", 0),
  ])
  func cellsAreCountedAsTerminalsDo(_ text: String, _ cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  @Test(arguments: [("漢字漢字", 5, "漢字…"), ("漢字漢字", 6, "漢字…"), ("漢字", 4, "漢字"), ("abc", 2, "a…"), ("漢", 1, "…")])
  func textIsCutByCells(_ text: String, _ cells: Int, _ cut: String) {
    #expect(CellWidth.fit(text, cells) == cut)
    #expect(CellWidth.of(CellWidth.pad(text, cells)) == cells)
  }
}
