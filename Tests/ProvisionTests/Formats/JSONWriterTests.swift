internal import Provision
internal import Testing

@Suite struct JSONWriterTests {
  @Test func membersStandInTheOrderInWhichTheyWereTold() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.add("t", "type")
    writer.add(-3, "n")
    writer.add(true, "b")
    writer.beginObject("o")
    writer.addNull("x")
    writer.endObject()
    writer.beginArray("a")
    writer.add(1)
    writer.add("two")
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.addHex([0x04, 0xAF], "uid")
    writer.endObject()
    writer.endLine()
    writer.beginObject()
    writer.endObject()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"type":"t","n":-3,"b":true,"o":{"x":null},"a":[1,"two",{}],"uid":"04AF"}"# + "\n{}")
  }

  static let texts: [(text: String, written: String)] = [
    ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1F}", #""\u0000\u001f""#),
    ("\u{7F}\u{85}\u{9B}", #""\u007f\u0085\u009b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("é😀", "\"é😀\""),
    ("{", #""{""#),
  ]

  @Test(arguments: texts)
  func textIsEscapedSoThatALineStaysALine(text: String, written: String) throws {
    var writer = JSONWriter()
    writer.add(text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == written)
    var reader = JSONReader(writer.bytes)
    #expect(try reader.string() == text)
    try reader.finish()
  }

  @Test func everyScalarComesBack() throws {
    let text = String(
      String.UnicodeScalarView((0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)))
    var writer = JSONWriter()
    writer.add(text)
    var reader = JSONReader(writer.bytes)
    #expect(try reader.string().unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
