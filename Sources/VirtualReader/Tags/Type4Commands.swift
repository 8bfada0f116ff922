/// The commands of ISO/IEC 7816-4 and the makers' own, and their status words.
extension Type4VirtualTag {
  private enum Status {
    static let endOfFile: UInt16 = 0x6282
    static let wrongLength: UInt16 = 0x6700
    static let securityStatus: UInt16 = 0x6982
    static let dataNotUsable: UInt16 = 0x6984
    static let noFileSelected: UInt16 = 0x6986
    static let wrongData: UInt16 = 0x6A80
    static let notFound: UInt16 = 0x6A82
    static let fileOverflow: UInt16 = 0x6A84
    static let wrongParameters: UInt16 = 0x6A86
    static let wrongOffset: UInt16 = 0x6B00
    static let unknownInstruction: UInt16 = 0x6D00
    static let unknownClass: UInt16 = 0x6E00
  }

  private var isST: Bool { if case .st = product.make { true } else { false } }

  /// A short APDU, taken apart.
  struct Command {
    var cla: UInt8, ins: UInt8, p1: UInt8, p2: UInt8
    var data: [UInt8] = []
    /// 0 stands for 256.
    var le: Int?

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 4 else { return nil }
      (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
      guard bytes.count > 4 else { return }
      if bytes.count == 5 {
        le = bytes[4] == 0 ? 256 : Int(bytes[4])
        return
      }
      let count = Int(bytes[4])
      guard count > 0, bytes.count == 5 + count || bytes.count == 6 + count else { return nil }
      data = Array(bytes[5..<5 + count])
      if bytes.count == 6 + count { le = bytes[5 + count] == 0 ? 256 : Int(bytes[5 + count]) }
    }

    var offset: Int { Int(p1) << 8 | Int(p2) }
  }

  mutating func execute(_ apdu: [UInt8]) -> Answer {
    guard let command = Command(apdu) else { return Answer(Status.wrongLength) }
    switch (command.cla, command.ins) {
    case (0x00, 0xA4): return select(command)
    case (0x00, 0xB0): return readBinary(command, offset: command.offset, extendsOffset: false)
    case (0x00, 0xB1): return readWithDataObject(command)
    case (0x00, 0xD6): return updateBinary(command.data, at: command.offset, p1: command.p1)
    case (0x00, 0xD7): return updateWithDataObject(command)
    case (0x00, 0x20) where isST: return verifyPassword(command)
    case (0xA2, 0x28) where isST: return enablePermanentState(command)
    case (0x90, _): return native(command)
    case (0x00, _): return Answer(Status.unknownInstruction)
    default: return Answer(Status.unknownClass)
    }
  }

  // MARK: SELECT

  private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01]

  private mutating func select(_ command: Command) -> Answer {
    switch (command.p1, command.p2) {
    case (0x04, 0x00):
      let version: UInt8? = product.application.map { $0 == 1 ? 0x00 : 0x01 }
      guard let version, command.data == Self.application + [version] else { return Answer(Status.notFound) }
      isApplicationSelected = true
      selectedFile = nil
      isWriteVerified = false
      return Answer(0x9000)
    case (0x00, product.application == 1 ? 0x00 : 0x0C):
      guard command.data.count == 2 else { return Answer(Status.wrongLength) }
      let identifier = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
      guard isApplicationSelected, let index = files.firstIndex(where: { $0.identifier == identifier }) else {
        return Answer(Status.notFound)
      }
      selectedFile = index
      // Access rights last while the file is selected (SRTAG2KL §3.3).
      isWriteVerified = false
      return Answer(0x9000)
    default: return Answer(Status.wrongParameters)
    }
  }

  // MARK: READ BINARY

  private func readBinary(_ command: Command, offset: Int, extendsOffset: Bool) -> Answer {
    guard let selectedFile else { return Answer(isST ? Status.notFound : Status.noFileSelected) }
    guard command.p1 & 0x80 == 0 || extendsOffset else { return Answer(Status.wrongParameters) }
    guard let le = command.le, le <= container.mle else { return Answer(Status.wrongLength) }
    let file = files[selectedFile]
    guard permits(file.read, writing: false) else { return Answer(Status.securityStatus) }
    // ST's chips read the NDEF file inside its message only (SRTAG2KL §3.1.3).
    let end = isST && file.identifier == ndefIdentifier ? messageEnd(file) : file.content.count
    guard offset < end else { return Answer(isST ? Status.endOfFile : Status.wrongOffset) }
    let data = Array(file.content[offset..<min(end, offset + le)])
    if data.count < le, le != 256 {
      return isST ? Answer(Status.endOfFile) : Answer(reading: data, status: Status.endOfFile)
    }
    return Answer(reading: data)
  }

  private func messageEnd(_ file: Type4Product.File) -> Int {
    min(file.content.count, 2 + (Int(file.content[0]) << 8 | Int(file.content[1])))
  }

  /// The offset of a data object 54h, and what follows it.
  private func offsetObject(_ data: [UInt8]) -> (offset: Int, rest: ArraySlice<UInt8>)? {
    guard data.count >= 5, data[0] == 0x54, data[1] == 0x03 else { return nil }
    return (data[2..<5].reduce(0) { $0 << 8 | Int($1) }, data[5...])
  }

  private var knowsDataObjects: Bool {
    let index = container.index
    return index >= 0 && files[index].content[2] == 0x30
  }

  private func readWithDataObject(_ command: Command) -> Answer {
    guard knowsDataObjects else { return Answer(Status.unknownInstruction) }
    guard command.offset == 0, let (offset, rest) = offsetObject(command.data), rest.isEmpty,
      let le = command.le
    else {
      return Answer(Status.wrongData)
    }
    // Le counts the data object's header: two bytes, or three from 80h on.
    var inner = command
    inner.le = le - (le > 0x81 ? 3 : 2)
    guard let wanted = inner.le, wanted > 0 else { return Answer(Status.wrongLength) }
    var answer = readBinary(inner, offset: offset, extendsOffset: true)
    guard !answer.data.isEmpty else { return answer }
    let count = UInt8(truncatingIfNeeded: answer.data.count)
    answer.data = (answer.data.count < 0x80 ? [0x53, count] : [0x53, 0x81, count]) + answer.data
    return answer
  }

  // MARK: UPDATE BINARY

  private mutating func updateBinary(_ data: [UInt8], at offset: Int, p1: UInt8 = 0) -> Answer {
    guard let selectedFile else { return Answer(isST ? Status.notFound : Status.noFileSelected) }
    guard p1 & 0x80 == 0 else { return Answer(Status.wrongParameters) }
    guard !data.isEmpty, data.count <= container.mlc else { return Answer(Status.wrongLength) }
    let file = files[selectedFile]
    guard permits(file.write, writing: true) else { return Answer(Status.securityStatus) }
    guard offset + data.count <= file.content.count else {
      return Answer(isST ? Status.fileOverflow : Status.wrongOffset)
    }
    files[selectedFile].content.replaceSubrange(offset..<offset + data.count, with: data)
    return Answer(writing: data.count)
  }

  private mutating func updateWithDataObject(_ command: Command) -> Answer {
    guard knowsDataObjects else { return Answer(Status.unknownInstruction) }
    guard command.offset == 0, let (offset, rest) = offsetObject(command.data), rest.count >= 2,
      rest.first == 0x53
    else { return Answer(Status.wrongData) }
    var body = rest.dropFirst()
    var length = Int(body.removeFirst())
    if length == 0x81, let next = body.popFirst() { length = Int(next) }
    guard length == body.count else { return Answer(Status.wrongData) }
    return updateBinary(Array(body), at: offset)
  }

  // MARK: ST

  /// VERIFY: 1 is the read password, 2 the write password; three tries a session (SRTAG2KL §5.7.1).
  private mutating func verifyPassword(_ command: Command) -> Answer {
    guard command.p1 == 0, command.p2 == 1 || command.p2 == 2 else { return Answer(Status.wrongParameters) }
    let writing = command.p2 == 2
    guard let selectedFile, files[selectedFile].identifier == ndefIdentifier,
      accessByte(writing: writing) != (writing ? 0xFF : 0xFE)
    else { return Answer(Status.dataNotUsable) }
    guard !command.data.isEmpty else { return Answer(accessByte(writing: writing) == 0 ? 0x9000 : 0x6300) }
    guard command.data.count == 16 else { return Answer(Status.wrongData) }
    guard triesLeft > 0 else { return Answer(Status.securityStatus) }
    guard command.data == passwords[writing ? 1 : 0] else {
      triesLeft -= 1
      return Answer(0x63C0 | UInt16(triesLeft))
    }
    triesLeft = 3
    if writing { isWriteVerified = true }
    return Answer(0x9000)
  }

  /// EnablePermanentState: the access byte becomes FEh for reading, FFh for writing (SRTAG2KL §5.8.2).
  private mutating func enablePermanentState(_ command: Command) -> Answer {
    guard command.p1 == 0, command.p2 == 1 || command.p2 == 2 else { return Answer(Status.wrongParameters) }
    guard let selectedFile else { return Answer(Status.notFound) }
    guard files[selectedFile].identifier == ndefIdentifier else { return Answer(Status.wrongData) }
    guard isWriteVerified else { return Answer(Status.securityStatus) }
    let writing = command.p2 == 2
    let container = self.container
    files[container.index].content[container.readAt + (writing ? 1 : 0)] = writing ? 0xFF : 0xFE
    return Answer(writing: 1)
  }

  // MARK: NXP

  /// GetVersion in its three frames; no other native command is needed here, and none is known.
  private mutating func native(_ command: Command) -> Answer {
    guard case .nxp(let hardware, let software) = product.make else { return Answer(Status.unknownClass) }
    switch command.ins {
    case 0x60:
      // UID, batch number, week and year of production.
      versionFrames = [software, trueUID + [0xBA, 0x54, 0x43, 0x21, 0x10, 0x26, 0x19]]
      return frame(hardware)
    case 0xAF where !versionFrames.isEmpty:
      let next = versionFrames.removeFirst()
      return frame(next)
    case 0xAF: return Answer(0x911C)
    default:
      // A command in the middle of another ends it (COMMAND_ABORTED).
      defer { versionFrames = [] }
      return Answer(versionFrames.isEmpty ? 0x911C : 0x91CA)
    }
  }

  private func frame(_ data: [UInt8]) -> Answer {
    var answer = Answer(versionFrames.isEmpty ? 0x9100 : 0x91AF)
    answer.data = data
    return answer
  }
}
