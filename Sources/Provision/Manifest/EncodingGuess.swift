/// Whether bytes that are no UTF-8 can be taken for Windows-1252 without asking: in that accented letters stand alone between
/// ASCII letters, or two or three together ("Größe", “Été”), while elsewhere whole words are above ASCII.
struct EncodingGuess {
  private var high = 0
  private var inRuns = 0
  private var run = 0
  private var kana = 0
  private var before: UInt8 = 0
  private var isTrail = false

  /// Encodings to be proposed; nil where Windows-1252 is likely.
  static func candidates(_ file: ManifestFile) throws(ManifestError) -> [String]? {
    var guess = EncodingGuess()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    // What the first megabyte does not show is rare.
    while offset < 1 << 20 {
      let count = try file.read(into: &buffer, at: 0, offset: offset)
      if count == 0 { break }
      for byte in buffer[..<count] { guess.take(byte) }
      offset += count
    }
    guess.endRun()
    return guess.verdict
  }

  private mutating func take(_ byte: UInt8) {
    // Hiragana and katakana in Shift_JIS: leads that are quotation marks and the like in Windows-1252.
    if !isTrail, before == 0x82 && 0x9F...0xF1 ~= byte || before == 0x83 && 0x40...0x96 ~= byte {
      kana += 1
      isTrail = true
    } else {
      isTrail = false
    }
    before = byte
    if byte < 0x80 {
      endRun()
    } else {
      high += 1
      run += 1
    }
  }

  private mutating func endRun() {
    if run > 3 { inRuns += run }
    run = 0
  }

  private var verdict: [String]? {
    if kana > 1 { return ["SHIFT_JIS"] }
    guard inRuns > 0, inRuns * 2 >= high else { return nil }
    return ["SHIFT_JIS", "CP949", "GB18030", "BIG5", "WINDOWS-1251"]
  }
}
