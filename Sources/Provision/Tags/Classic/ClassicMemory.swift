/// A MIFARE Classic's blocks over a transceiver: an image of what is known of them, and the sector that is open.
///
/// A failed authentication or a refused command throws the tag out; it is selected again at once, which tells a tag that
/// refuses from one that left. Nothing is retried.
final class ClassicMemory {
  let layout: ClassicLayout
  private let uid: UID
  private let transceiver: any Transceiver
  /// What is known of the blocks, by number.
  private(set) var blocks: [Int: [UInt8]] = [:]
  private var session: Session?
  /// Tried first at the next sector: neighbours have the same key, mostly.
  private var lastKeyA: ClassicKey?

  /// The sector that is authenticated, and with what.
  private struct Session: Equatable {
    var sector: Int
    var slot: KeySlot
    var key: ClassicKey
  }

  init(layout: ClassicLayout, uid: UID, transceiver: any Transceiver) {
    self.layout = layout
    self.uid = uid
    self.transceiver = transceiver
  }

  /// After a fresh selection: nothing is known and nothing is open.
  func forget() {
    blocks = [:]
    session = nil
  }

  func isOpen(_ sector: Int) -> Bool { session?.sector == sector }

  // MARK: Authentication

  /// Opens the sector with one key; false where the key is wrong.
  func authenticate(_ sector: Int, _ slot: KeySlot, _ key: ClassicKey) throws(TagError) -> Bool {
    let wanted = Session(sector: sector, slot: slot, key: key)
    if session == wanted { return true }
    session = nil
    // A tag with 7 bytes of UID authenticates with the last four (AN10927 §3.2.5).
    let command =
      [slot.command, UInt8(truncatingIfNeeded: layout.blocks(of: sector).lowerBound)] + key.bytes
      + uid.bytes.suffix(4)
    do throws(TransceiveError) {
      _ = try transceiver.transceive(command, framing: .dataExchange)
    } catch {
      try selectAgain(after: error)
      return false
    }
    session = wanted
    return true
  }

  /// Opens the sector with the first of these keys A that it takes; nil where it takes none.
  func open(_ sector: Int, keys: [ClassicKey]) throws(TagError) -> ClassicKey? {
    if let session, session.sector == sector, session.slot == .a, keys.contains(session.key) {
      return session.key
    }
    let likely = keys.filter { $0 == lastKeyA } + keys.filter { $0 != lastKeyA }
    for key in likely where try authenticate(sector, .a, key) {
      lastKeyA = key
      return key
    }
    return nil
  }

  /// Opens the sector with a key B that formatting programs leave behind; nil where it is another one.
  func openWithKeyB(_ sector: Int) throws(TagError) -> ClassicKey? {
    if let session, session.sector == sector, session.slot == .b { return session.key }
    for key in ClassicKey.knownB where try authenticate(sector, .b, key) { return key }
    return nil
  }

  // MARK: Blocks

  /// The block's 16 bytes, from the tag once; its sector is open.
  func read(_ block: Int) throws(TagError) -> [UInt8] {
    if let known = blocks[block] { return known }
    let answer = try exchange([0x30, UInt8(truncatingIfNeeded: block)], name: "READ", block: block)
    guard answer.count == ClassicLayout.blockSize else {
      throw .malformed(detail: "READ of block \(block) gave \(answer.count) bytes")
    }
    blocks[block] = answer
    return answer
  }

  /// Writes a data block, unless it is known to be right; its sector is open.
  func write(_ bytes: [UInt8], to block: Int) throws(TagError) {
    guard blocks[block] != bytes else { return }
    guard bytes.count == ClassicLayout.blockSize, block > 0,
      layout.trailer(of: layout.sector(of: block)) != block
    else { throw .malformed(detail: "block \(block) is not for data") }
    try send(bytes, to: block)
    blocks[block] = bytes
  }

  /// Writes a sector's trailer; the sector is closed then, for its keys are others.
  func write(_ trailer: SectorTrailer, toSector sector: Int) throws(TagError) {
    try send(try trailer.checkedBytes(), to: layout.trailer(of: sector))
    session = nil
  }

  /// Tells whether a write of what the block holds already is refused: a harmless proof of a lock.
  func refusesWriting(of block: Int) throws(TagError) -> Bool {
    let bytes = try read(block)
    do throws(TagError) {
      try send(bytes, to: block)
      return false
    } catch .refused(_, _) {
      return true
    }
  }

  private func send(_ bytes: [UInt8], to block: Int) throws(TagError) {
    // Until the tag has acknowledged, nobody knows what the block holds.
    blocks[block] = nil
    _ = try exchange([0xA0, UInt8(truncatingIfNeeded: block)] + bytes, name: "WRITE", block: block)
  }

  /// The sector's trailer as far as it can be read; the sector is open.
  func trailer(of sector: Int) throws(TagError) -> VisibleTrailer {
    guard let trailer = VisibleTrailer(try read(layout.trailer(of: sector))) else {
      throw .malformed(detail: "access bits of sector \(sector) contradict themselves")
    }
    return trailer
  }

  private func exchange(_ command: [UInt8], name: String, block: Int) throws(TagError) -> [UInt8] {
    do throws(TransceiveError) {
      return try transceiver.transceive(command, framing: .dataExchange)
    } catch {
      session = nil
      try selectAgain(after: error)
      throw .refused(command: name, address: block)
    }
  }

  /// Returns where the tag is there still and just said no.
  private func selectAgain(after error: TransceiveError) throws(TagError) {
    switch error {
    case .authenticationFailed, .noAnswer: break
    case .answerTooLong: throw .malformed(detail: "answer longer than a block")
    case .reader(let error): throw .reader(error)
    }
    do throws(TransceiveError) {
      if try transceiver.reselect(uid) { return }
    } catch {
      if case .reader(let error) = error { throw .reader(error) }
    }
    throw .lost
  }
}
