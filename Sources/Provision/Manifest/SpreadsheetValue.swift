/// Values that betray that a spreadsheet changed them before it saved them. Zeros that it took away can't be seen.
enum SpreadsheetValue {
  /// Whether it is a rounded number (`1.23E+05`, `1,23E+05`) or one of a spreadsheet's faults (`#REF!`, `####`).
  static func isDamaged(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    if bytes[start] == UInt8(ascii: "#") { return isFault(bytes[start..<end]) }
    var index = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    guard skipDigits(bytes, &index, end) else { return false }
    if index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      index += 1
      guard skipDigits(bytes, &index, end) else { return false }
    }
    // `1E5` may be an id, and is not how a spreadsheet writes it.
    guard index + 1 < end, bytes[index] | 0x20 == UInt8(ascii: "e"), bytes[index + 1] == UInt8(ascii: "+")
    else {
      return false
    }
    index += 2
    return skipDigits(bytes, &index, end) && index == end
  }

  private static func skipDigits(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Bool {
    let start = index
    while index < end, 0x30...0x39 ~= bytes[index] { index += 1 }
    return index > start
  }

  private static func isFault(_ bytes: ArraySlice<UInt8>) -> Bool {
    let faults = ["#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"]
    return bytes.count > 2 && bytes.allSatisfy { $0 == UInt8(ascii: "#") }
      || faults.contains { bytes.elementsEqual($0.utf8) }
  }
}
