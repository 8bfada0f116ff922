/// The constants of the timing model. Nothing sleeps by them unless the reader is paced; they are added up.
public enum Timing {
  /// One bit at 106 kbit/s is 128/fc, fc = 13.56 MHz (ISO/IEC 14443-2 §8.1): 9.44 µs, here in nanoseconds.
  static let nanosecondsPerBit = 9_440
  /// Frame delay from reader to tag and back: 1172/fc with n = 9 (ISO/IEC 14443-3 §6.2.1.1), rounded, in microseconds.
  static let frameDelay = 91
  /// Field on to the first request: guard time of 5 ms (ISO/IEC 14443-3 §5.2).
  static let guardTime = 5_000
  /// Wait for an ATQA that does not come: 1236/fc and the chip's margin.
  static let requestTimeout = 1_000
  /// One page of an NTAG21x or Ultralight: 4.1 ms (MF0ICU1 data sheet, typical EEPROM programming time).
  public static let pageWrite = 4_100
  /// One bit of the serial line's ten to a byte (start, eight, stop).
  static let lineBitsPerByte = 10
  /// The serial speed after reset (PN532 User Manual §6.2.4).
  static let defaultBaud = 115_200
  /// The speeds that SetSerialBaudRate chooses from (§7.2.10).
  static let baudRates = [9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000]
  /// The chip's wait for an answer after reset: index 0Ah of RFConfiguration item 2, 51.2 ms (§7.3.1).
  static let defaultTimeoutIndex: UInt8 = 0x0A

  /// The chip's time-out in microseconds for an index of RFConfiguration item 2: 100 µs × 2^(index − 1); 0 is for ever.
  static func timeout(index: UInt8) -> Int? {
    guard index > 0 else { return nil }
    return 100 << (min(Int(index), 16) - 1)
  }

  /// Microseconds for an exchange of so many bits both ways.
  static func exchange(sent: Int, received: Int) -> Int {
    (sent + received) * nanosecondsPerBit / 1_000 + 2 * frameDelay
  }

  /// Microseconds for so many bytes on the serial line.
  static func line(bytes: Int, baud: Int) -> Int { bytes * lineBitsPerByte * 1_000_000 / max(baud, 1) }
}

/// What a reader has done so far.
public struct ReaderStatistics: Equatable, Sendable {
  /// Information frames from the host.
  public var hostCommands = 0
  /// Exchanges with a tag: each completed selection (however many frames it took) and each command sent to a selected tag.
  public var rfExchanges = 0
  /// Completed selections, a part of ``rfExchanges``.
  public var selections = 0
  /// Requests that no tag answered; no part of ``rfExchanges``.
  public var emptyPolls = 0
  /// Bytes on the serial line.
  public var bytesFromHost = 0, bytesToHost = 0
  /// Time by the timing model, in microseconds.
  public var microseconds = 0

  /// Nothing done.
  public init() {}

  /// What was done between two moments.
  public static func - (left: ReaderStatistics, right: ReaderStatistics) -> ReaderStatistics {
    var result = ReaderStatistics()
    result.hostCommands = left.hostCommands - right.hostCommands
    result.rfExchanges = left.rfExchanges - right.rfExchanges
    result.selections = left.selections - right.selections
    result.emptyPolls = left.emptyPolls - right.emptyPolls
    result.bytesFromHost = left.bytesFromHost - right.bytesFromHost
    result.bytesToHost = left.bytesToHost - right.bytesToHost
    result.microseconds = left.microseconds - right.microseconds
    return result
  }
}
