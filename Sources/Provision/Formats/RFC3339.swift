/// Points in time as text (RFC 3339), in pure arithmetic on the proleptic Gregorian calendar.
public enum RFC3339 {
  /// The first and the last millisecond that four digits of year can tell.
  public static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// `2026-11-30T06:53:00.123Z` for milliseconds since 1970-01-01T00:00:00Z; times outside of ``range`` as its ends.
  public static func format(_ milliseconds: Int64) -> String {
    let time = min(max(milliseconds, range.lowerBound), range.upperBound)
    let day = Int(floorDivide(time, 86_400_000))
    var rest = Int(time - Int64(day) * 86_400_000)
    let (year, month, dayOfMonth) = civil(fromDay: day)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func put(_ value: Int, digits: Int, then mark: Character) {
      var divisor = digits == 4 ? 1000 : digits == 3 ? 100 : 10
      while divisor > 0 {
        text.append(UInt8(truncatingIfNeeded: 0x30 + value / divisor % 10))
        divisor /= 10
      }
      text.append(contentsOf: String(mark).utf8)
    }
    put(year, digits: 4, then: "-")
    put(month, digits: 2, then: "-")
    put(dayOfMonth, digits: 2, then: "T")
    put(rest / 3_600_000, digits: 2, then: ":")
    rest %= 3_600_000
    put(rest / 60_000, digits: 2, then: ":")
    rest %= 60_000
    put(rest / 1000, digits: 2, then: ".")
    put(rest % 1000, digits: 3, then: "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// Milliseconds since 1970-01-01T00:00:00Z, what is finer cut off; nil for what RFC 3339 §5.6 does not allow.
  ///
  /// A leap second (`23:59:60` UTC) is read as the second after it, which is what POSIX time has there.
  public static func parse(_ text: String) -> Int64? { parse(Array(text.utf8), in: 0..<text.utf8.count) }

  /// As ``parse(_:)``, of the part of `text` that `range` names.
  static func parse(_ text: [UInt8], in range: Range<Int>) -> Int64? {
    guard range.count >= 20, range.count <= 64 else { return nil }
    var index = range.lowerBound
    func number(_ digits: Int) -> Int? {
      guard index + digits <= range.upperBound else { return nil }
      var value = 0
      for _ in 0..<digits {
        let digit = text[index] &- 0x30
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
        index += 1
      }
      return value
    }
    func mark(_ first: UInt8, _ second: UInt8? = nil) -> Bool {
      guard index < range.upperBound, text[index] == first || text[index] == second else { return false }
      index += 1
      return true
    }
    guard let year = number(4), mark(0x2D), let month = number(2), mark(0x2D), let day = number(2),
      mark(0x54, 0x74), let hour = number(2), mark(0x3A), let minute = number(2), mark(0x3A),
      let second = number(2), 1...12 ~= month, day >= 1, day <= days(inMonth: month, year: year), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    var fraction = 0
    if mark(0x2E) {
      var scale = 100
      guard index < range.upperBound, text[index] &- 0x30 < 10 else { return nil }
      while index < range.upperBound, text[index] &- 0x30 < 10 {
        fraction += Int(text[index] &- 0x30) * scale
        scale /= 10
        index += 1
      }
    }
    var seconds =
      Int64(self.day(fromCivil: year, month, day)) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    if !mark(0x5A, 0x7A) {
      let sign: Int64
      if mark(0x2B) { sign = -1 } else if mark(0x2D) { sign = 1 } else { return nil }
      guard let hours = number(2), mark(0x3A), let minutes = number(2), hours < 24, minutes < 60 else {
        return nil
      }
      seconds += sign * Int64(hours * 3600 + minutes * 60)
    }
    guard index == range.upperBound, second < 60 || seconds % 86_400 == 0 else { return nil }
    return seconds * 1000 + Int64(fraction)
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, counted in years that begin in March, so that the leap day comes last.
  private static func day(fromCivil year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = Int(floorDivide(Int64(shifted), 400))
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = Int(floorDivide(Int64(shifted), 146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
