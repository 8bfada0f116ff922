/// The one thing a tag asks of the floor below: send these bytes to the selected tag, give me its answer.
///
/// Every call is one radio exchange; nothing is retried and no property is set behind it. The reader layer conforms to it.
/// Not `Sendable`: a transceiver lives on the thread that opened it.
public protocol Transceiver: AnyObject {
  /// Sends `command` and returns the tag's answer without CRC.
  ///
  /// - Parameters:
  ///   - command: the command's bytes, without CRC.
  ///   - framing: who speaks the tag's protocol, see ``Framing``.
  /// - Returns: the answer; empty where the tag only acknowledged.
  /// - Throws: ``TransceiveError``.
  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8]

  /// Selects the tag with this very UID again *without* dropping the field, as is needed after a NAK
  /// (a Type 2 tag is then IDLE or HALT and hears nothing else).
  ///
  /// - Returns: false where it does not answer any more.
  func reselect(_ uid: UID) throws(TransceiveError) -> Bool
}

/// Who speaks the tag's protocol.
public enum Framing: Sendable {
  /// The reader chip does (InDataExchange): READ 30h, WRITE A2h, COMPATIBILITY WRITE A0h, the MIFARE Classic commands,
  /// ISO-DEP APDUs and FeliCa frames. A 4-bit ACK comes back as an empty answer.
  case dataExchange
  /// Nobody does (InCommunicateThru), only CRC is added and checked: GET_VERSION, FAST_READ, READ_SIG, READ_CNT,
  /// PWD_AUTH, SECTOR_SELECT, Ultralight C authentication.
  case raw
}

/// Why an exchange brought no answer.
public enum TransceiveError: Error, Equatable, Sendable {
  /// Nothing usable came back: time-out, CRC error or NAK. The PN532 driver can't tell these apart, so a refused
  /// command and a tag that left look the same; select again to find out.
  case noAnswer
  /// A MIFARE Classic authentication failed; the tag is in HALT.
  case authenticationFailed
  /// The answer is longer than the reader's buffer.
  case answerTooLong
  /// The reader itself failed.
  case reader(ReaderError)
}
