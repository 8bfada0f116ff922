/// Exchanges with a Type 4 tag: APDUs over ISO-DEP, files read and written in pieces. Selection with RATS is the reader's.
struct Type4Session {
  let transceiver: any Transceiver
  /// Set once the NDEF application of mapping version 1 had to be taken.
  private(set) var usesMappingOne = false

  /// The NDEF application of mapping versions 2 and 3, and of version 1 (Type 4 Tag 3.0 §4.1).
  private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
  private static let applicationOne: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00]
  /// What a PN532 carries in one exchange, command header and status word left aside, on USB readers too.
  static let pieceLimit = 0xF0

  init(_ transceiver: any Transceiver) { self.transceiver = transceiver }

  /// Sends a command; a status word is an answer, whatever it says.
  func send(_ command: [UInt8]) throws(TagError) -> APDUResponse {
    let answer: [UInt8]
    do {
      answer = try transceiver.transceive(command, framing: .dataExchange)
    } catch {
      switch error {
      case .noAnswer, .authenticationFailed: throw .lost
      case .answerTooLong: throw .malformed(detail: "answer longer than asked for")
      case .reader(let error): throw .reader(error)
      }
    }
    guard let response = APDUResponse(answer) else { throw .malformed(detail: "answer without status word") }
    return response
  }

  /// Selects the NDEF application, by the name of version 2 and 3 first; false where the tag has none.
  mutating func selectApplication() throws(TagError) -> Bool {
    if !usesMappingOne {
      if try send(APDU.selectApplication(Self.application, expectsAnswer: true)).isSuccess { return true }
    }
    usesMappingOne = try send(APDU.selectApplication(Self.applicationOne, expectsAnswer: false)).isSuccess
    return usesMappingOne
  }

  /// Selects a file of the application; false where there is none.
  func selectFile(_ identifier: UInt16) throws(TagError) -> Bool {
    try send(APDU.selectFile(identifier, p2: usesMappingOne ? 0x00 : 0x0C)).isSuccess
  }

  /// Reads `count` bytes of the selected file in pieces of at most `limit`.
  func read(_ offset: Int, count: Int, limit: Int) throws(TagError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let from = offset + bytes.count
      let odd = from > APDU.lastPlainOffset
      let length = min(count - bytes.count, max(1, odd ? limit - APDU.dataObjectOverhead : limit))
      let response = try send(APDU.readBinary(offset: from, length: length))
      guard response.isSuccess else { throw .refused(command: "READ BINARY", address: from) }
      guard let piece = odd ? APDU.unwrapped(response.data) : response.data, piece.count == length else {
        throw .malformed(detail: "READ BINARY answered another length")
      }
      bytes += piece
    }
    return bytes
  }

  /// Writes to the selected file, in pieces of at most `limit`; those for which `isThere` says so are passed over.
  func write(
    _ data: [UInt8], at offset: Int, limit: Int, isThere: (Range<Int>) -> Bool = { _ in false }
  ) throws(TagError) {
    var done = 0
    while done < data.count {
      let to = offset + done
      let odd = to > APDU.lastPlainOffset
      let end = min(data.count, done + max(1, odd ? limit - APDU.dataObjectOverhead : limit))
      if !isThere(done..<end) {
        let response = try send(APDU.updateBinary(offset: to, data: data[done..<end]))
        guard response.isSuccess else { throw .refused(command: "UPDATE BINARY", address: to) }
      }
      done = end
    }
  }
}
