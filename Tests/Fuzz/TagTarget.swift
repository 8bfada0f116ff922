/// A Type 2 tag over any memory: what it lets itself be written must verify, and torn anywhere it reads as before, as empty,
/// or as the whole new message.
func fuzzTagMemory(_ bytes: [UInt8]) {
  guard bytes.count > 4 else { return }
  let versions: [[UInt8]?] = [
    nil, [0, 4, 4, 2, 1, 0, 0x0F, 3], [0, 4, 4, 2, 1, 0, 0x11, 3], [0, 4, 4, 2, 1, 0, 0x13, 3],
    [0, 4, 3, 1, 1, 0, 0x0B, 3], [0, 4, 3, 1, 1, 0, 0x0E, 3], [0, 0x53, 4, 2, 1, 0, 0x0F, 3],
  ]
  let chip = MemoryTag(
    version: versions[Int(bytes[0]) % versions.count], hasTripleDES: bytes[0] & 0x80 != 0,
    memory: Array(bytes[2...]))
  // Mostly short, since every page that is written is another look at the whole memory.
  let length = bytes[0] & 0x40 == 0 ? Int(bytes[1] % 48) : Int(bytes[1])
  let octets = [UInt8](repeating: 0xA5, count: length)
  let before = chip.independentlyRead
  do throws(TagError) {
    let tag = try TagDetection.identify(chip.detected, over: chip)
    _ = try tag.queryNDEFStatus()
    _ = try tag.readNDEF()
    require(chip.writes == 0, "reading wrote")
    guard try tag.refusal(forWriting: octets) == nil else { return }
    chip.onWrite = { [unowned chip] in
      let now = chip.independentlyRead
      require(now == nil || now == [] || now == before || now == octets, "torn, it reads as something else")
    }
    try tag.writeNDEF(octets)
    chip.onWrite = nil
    try tag.verifyNDEF(octets)
    require(chip.independentlyRead == octets, "verified, but another reads something else")
    try tag.checkLock()
    try tag.writeLock()
    try tag.verifyLock()
    require(chip.independentlyRead == octets, "the lock changed the message")
  } catch {
    // Refusals and lies of the memory end here; what must never happen is checked above.
  }
}

/// A Type 2 tag that answers anything at all.
func fuzzTagAnswers(_ bytes: [UInt8]) {
  let chip = StreamTag(bytes)
  do throws(TagError) {
    let tag = try TagDetection.identify(chip.detected, over: chip)
    _ = try tag.queryNDEFStatus()
    _ = try tag.readNDEF()
    if let inspecting = tag as? any TagInspecting { _ = try inspecting.inspect() }
    guard try tag.refusal(forWriting: [0xD0, 0, 0]) == nil else { return }
    try tag.writeNDEF([0xD0, 0, 0])
    try tag.verifyNDEF([0xD0, 0, 0])
    try tag.checkLock()
    try tag.writeLock()
    try tag.verifyLock()
  } catch {
    // Any error will do.
  }
}

/// Pages as a chip keeps them: page 3 and lock bytes only gain bits.
final class MemoryTag: Transceiver {
  let version: [UInt8]?
  let hasTripleDES: Bool
  var pages: [UInt8]
  private(set) var writes = 0
  var onWrite: (() -> Void)?
  let detected = DetectedTag(
    uid: UID([0x04, 1, 2, 3, 4, 5, 6]), technology: .iso14443A(sensRes: [0, 0x44], selRes: 0, ats: []))

  init(version: [UInt8]?, hasTripleDES: Bool, memory: [UInt8]) {
    self.version = version
    self.hasTripleDES = hasTripleDES
    let count: Int =
      switch version?[6] {
      case 0x0F: version?[2] == 4 ? 45 : 20
      case 0x11: 135
      case 0x13: 231
      case 0x0B: 20
      case 0x0E: 41
      default: hasTripleDES ? 48 : max(16, min(256, memory.count / 4))
      }
    pages = Array(memory.prefix(count * 4))
    pages += [UInt8](repeating: 0, count: count * 4 - pages.count)
  }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    let count = pages.count / 4
    switch (command.first, command.count) {
    case (0x60, 1):
      guard let version else { throw .noAnswer }
      return version
    case (0x1A, 2) where hasTripleDES: return [0xAF, 1, 2, 3, 4, 5, 6, 7, 8]
    case (0x30, 2) where command[1] < count:
      return (0..<4).flatMap { offset in
        let page = (Int(command[1]) + offset) % count
        return pages[page * 4..<page * 4 + 4]
      }
    case (0x3A, 3) where version != nil && command[1] <= command[2] && command[2] < count:
      return Array(pages[Int(command[1]) * 4..<Int(command[2]) * 4 + 4])
    case (0xA2, 6) where command[1] >= 2 && command[1] < count:
      writes += 1
      let start = Int(command[1]) * 4
      for index in 0..<4 {
        let isOneWay = command[1] == 3 || command[1] == 2 && index >= 2
        if command[1] == 2, index < 2 { continue }
        pages[start + index] = isOneWay ? pages[start + index] | command[2 + index] : command[2 + index]
      }
      onWrite?()
      return []
    default: throw .noAnswer
    }
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool { true }

  /// The message as whoever reads this memory sees it; nil where there is none.
  var independentlyRead: [UInt8]? {
    guard pages[12] == 0xE1, pages[13] >> 4 == 1, pages[14] > 0 else { return nil }
    let area = 16..<min(pages.count, 16 + Int(pages[14]) * 8)
    guard
      let message = try? TLVLayout(area: area, byte: { address throws(TagError) in pages[address] }).message,
      message.addresses.count == message.length
    else { return nil }
    return message.addresses.map { pages[$0] }
  }
}

/// Answers taken from the input, one behind another: a length, then so many bytes; nothing where it ends.
final class StreamTag: Transceiver {
  private var rest: ArraySlice<UInt8>
  let detected: DetectedTag

  init(_ bytes: [UInt8]) {
    let selRes = bytes.first ?? 0
    rest = bytes.dropFirst()
    detected = DetectedTag(
      uid: UID([0x04, 1, 2, 3, 4, 5, 6]),
      technology: .iso14443A(sensRes: [0, 0x44], selRes: selRes & 0x80 != 0 ? selRes & 0x7F : 0, ats: []))
  }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    guard let first = rest.popFirst(), first != 0xFF else { throw .noAnswer }
    // READ's answers are sixteen bytes: most of the others end the visit at once.
    let count = first & 0x80 != 0 ? 16 : Int(first)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool { rest.popFirst().map { $0 & 1 == 0 } ?? false }
}
