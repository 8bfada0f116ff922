/// FeliCa frames to one tag: CHECK and UPDATE without encryption (NFC Forum Type 3 Tag 1.0 §5, JIS X 6319-4).
/// A frame begins with its length, itself included; the reader adds preamble and CRC.
struct FeliCaLink {
  let idm: [UInt8]
  let transceiver: any Transceiver

  private static let check: UInt8 = 0x06
  private static let update: UInt8 = 0x08
  /// Service codes, low byte first: 000Bh reads, 0009h reads and writes.
  private static let readService: [UInt8] = [0x01, 0x0B, 0x00]
  private static let writeService: [UInt8] = [0x01, 0x09, 0x00]
  /// Length, code, IDm, two status flags.
  private static let answerHeader = 12
  /// What fits into a frame of 255 bytes with any block list element.
  static let mostBlocks = 12

  /// Reads blocks, at most ``mostBlocks``, in the order named.
  func check(_ blocks: [Int]) throws(TagError) -> [UInt8] {
    let answer = try exchange(
      Self.check, Self.readService + Self.list(blocks), name: "CHECK", address: blocks.first)
    let size = blocks.count * Type3AttributeBlock.blockSize
    guard answer.count == size + 1, Int(answer[0]) == blocks.count else {
      throw .malformed(detail: "CHECK answered another number of blocks")
    }
    return Array(answer.dropFirst())
  }

  /// Writes consecutive blocks from `first` on, at most ``mostBlocks``.
  func update(_ first: Int, _ data: some Collection<UInt8>) throws(TagError) {
    let blocks = Array(first..<first + data.count / Type3AttributeBlock.blockSize)
    _ = try exchange(
      Self.update, Self.writeService + Self.list(blocks) + data, name: "UPDATE", address: first)
  }

  /// Two bytes an element for block numbers of one byte; three, low byte first, for others.
  private static func list(_ blocks: [Int]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: blocks.count)]
      + blocks.flatMap { (block: Int) -> [UInt8] in
        block <= 0xFF
          ? [0x80, UInt8(truncatingIfNeeded: block)]
          : [0x00, UInt8(truncatingIfNeeded: block), UInt8(truncatingIfNeeded: block >> 8)]
      }
  }

  private func exchange(_ code: UInt8, _ body: [UInt8], name: String, address: Int?) throws(TagError)
    -> [UInt8]
  {
    let frame = [UInt8(truncatingIfNeeded: body.count + 10), code] + idm + body
    let answer: [UInt8]
    do {
      answer = try transceiver.transceive(frame, framing: .dataExchange)
    } catch {
      switch error {
      case .noAnswer, .authenticationFailed: throw .lost
      case .answerTooLong: throw .malformed(detail: "answer longer than a FeliCa frame")
      case .reader(let error): throw .reader(error)
      }
    }
    guard answer.count >= Self.answerHeader, Int(answer[0]) == answer.count, answer[1] == code + 1,
      Array(answer[2..<10]) == idm
    else { throw .malformed(detail: "\(name): not an answer to it") }
    guard answer[10] == 0x00, answer[11] == 0x00 else { throw .refused(command: name, address: address) }
    return Array(answer[Self.answerHeader...])
  }
}
