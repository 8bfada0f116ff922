@testable internal import Provision

/// Pages in memory behind a `Transceiver`: lock bits, one-time programmable bits, refusals that put the tag to idle,
/// and a tag that leaves after so many exchanges. Written from the data sheets, not from the code under test.
final class FakeType2: Transceiver {
  var pages: [[UInt8]]
  var version: [UInt8]?
  var hasFastRead = false
  var hasTripleDES = false
  /// The page of the dynamic lock bytes and how many pages a bit closes; nil where there are none.
  var dynamicLock: (page: Int, pagesPerBit: Int)?
  /// The first configuration page.
  var configuration: Int?
  /// Acknowledges writes and forgets them.
  var storesNothing = false
  /// A counterfeit's real number of pages: addresses above come round to page 0.
  var wrapsAt: Int?
  /// How many exchanges the tag stays for; nil for ever.
  var stays: Int?

  private(set) var exchanges = 0
  private(set) var writes: [Int] = []
  private(set) var selections = 0
  private var isActive = true
  private var isAuthenticated = false

  init(pages: [[UInt8]], version: [UInt8]? = nil) {
    self.pages = pages
    self.version = version
  }

  var uid: UID { UID(Array(pages[0][0...2]) + pages[1]) }
  var detected: DetectedTag {
    DetectedTag(uid: uid, technology: .iso14443A(sensRes: [0x00, 0x44], selRes: 0x00, ats: []))
  }

  func resetCounts() { (exchanges, writes, selections) = (0, [], 0) }

  /// Field off and on.
  func freshSelection() {
    isActive = true
    isAuthenticated = false
  }

  func reselect(_ uid: UID) throws(TransceiveError) -> Bool {
    selections += 1
    if let stays, exchanges >= stays { return false }
    isActive = uid == self.uid
    isAuthenticated = false
    return isActive
  }

  func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    if let stays, exchanges >= stays { throw .noAnswer }
    exchanges += 1
    guard isActive, let answer = answer(to: command, framing) else {
      isActive = false
      isAuthenticated = false
      throw .noAnswer
    }
    return answer
  }

  private func answer(to command: [UInt8], _ framing: Framing) -> [UInt8]? {
    switch (command[0], framing) {
    case (0x60, .raw) where command.count == 1: return version
    case (0x1A, .raw) where hasTripleDES: return [0xAF, 1, 2, 3, 4, 5, 6, 7, 8]
    case (0x30, .dataExchange):
      let page = Int(command[1])
      guard page < pages.count, !isGuarded(page, reading: true) else { return nil }
      let end = readEnd
      return (page..<page + 4).flatMap { visible($0 < end ? $0 : ($0 - end) % pages.count) }
    case (0x3A, .raw) where hasFastRead:
      let (first, last) = (Int(command[1]), Int(command[2]))
      guard first <= last, last < pages.count, last - first < 60, !isGuarded(last, reading: true) else {
        return nil
      }
      return (first...last).flatMap { visible($0) }
    case (0xA2, .dataExchange) where command.count == 6:
      return write(Int(command[1]), Array(command[2...])) ? [] : nil
    case (0x1B, .raw) where configuration != nil:
      guard let configuration, Array(command[1...]) == pages[configuration + 2] else { return nil }
      isAuthenticated = true
      return Array(pages[configuration + 3][0...1])
    default: return nil
    }
  }

  private var auth0: Int { configuration.map { Int(pages[$0][3]) } ?? 0xFF }
  private var readEnd: Int {
    isGuarded(pages.count - 1, reading: true) ? min(auth0, pages.count) : pages.count
  }

  private func isGuarded(_ page: Int, reading: Bool) -> Bool {
    guard let configuration, !isAuthenticated, page >= auth0 else { return false }
    return !reading || pages[configuration + 1][0] & 0x80 != 0
  }

  /// PWD and PACK read as zeros.
  private func visible(_ claimed: Int) -> [UInt8] {
    let page = wrapsAt.map { claimed % $0 } ?? claimed
    if let configuration, page == configuration + 2 || page == configuration + 3 { return [0, 0, 0, 0] }
    guard let mirror = mirrored else { return pages[page] }
    return (0..<4).map { index in
      let place = page * 4 + index - mirror.address
      return mirror.text.indices.contains(place) ? mirror.text[place] : pages[page][index]
    }
  }

  /// What NTAG21x shows over its memory: conf in bits 7–6, byte in bits 5–4, page in byte 2.
  private var mirrored: (address: Int, text: [UInt8])? {
    guard let configuration, version?[2] == 4 else { return nil }
    let bytes = pages[configuration]
    guard bytes[2] > 3, bytes[0] >> 6 != 0 else { return nil }
    let uidText = pages[0][0...2] + pages[1]
    let hex = uidText.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + text : text
    }.joined()
    let text = ["", hex, "00001F", hex + "x00001F"][Int(bytes[0] >> 6)]
    return (Int(bytes[2]) * 4 + Int(bytes[0] >> 4 & 3), Array(text.utf8))
  }

  private func write(_ claimed: Int, _ bytes: [UInt8]) -> Bool {
    let page = wrapsAt.map { claimed % $0 } ?? claimed
    guard (2..<pages.count).contains(page), !isGuarded(page, reading: false), !isLocked(page) else {
      return false
    }
    writes.append(page)
    if storesNothing { return true }
    switch page {
    case 2:
      let frozen = frozenStatic
      pages[2][2] |= bytes[2] & ~frozen.0
      pages[2][3] |= bytes[3] & ~frozen.1
    case 3: for index in 0...3 { pages[3][index] |= bytes[index] }
    case dynamicLock?.page: for index in 0...2 { pages[page][index] |= bytes[index] }
    default: pages[page] = bytes
    }
    return true
  }

  private var frozenStatic: (UInt8, UInt8) {
    var bits = 0
    if pages[2][2] & 1 != 0 { bits |= 0x0008 }
    if pages[2][2] & 2 != 0 { bits |= 0x03F0 }
    if pages[2][2] & 4 != 0 { bits |= 0xFC00 }
    return (UInt8(bits & 0xFF), UInt8(bits >> 8))
  }

  private func isLocked(_ page: Int) -> Bool {
    let bits = Int(pages[2][2]) | Int(pages[2][3]) << 8
    if (3...15).contains(page) { return bits & 1 << page != 0 }
    guard let dynamicLock, page >= 16, page < dynamicLock.page else { return false }
    let index = (page - 16) / dynamicLock.pagesPerBit
    return pages[dynamicLock.page][index / 8] & 1 << UInt8(index % 8) != 0
  }
}

extension FakeType2 {
  static let head: [[UInt8]] = [
    [0x04, 0x51, 0xAA, 0x77], [0xC3, 0x79, 0x00, 0x00], [0xBA, 0x48, 0x00, 0x00],
  ]

  /// An NTAG21x as it leaves the factory.
  static func ntag(_ model: Int) -> FakeType2 {
    let (count, storage, size, lock, perBit): (Int, UInt8, UInt8, Int, Int) =
      switch model {
      case 213: (45, 0x0F, 0x12, 0x28, 2)
      case 215: (135, 0x11, 0x3E, 0x82, 16)
      default: (231, 0x13, 0x6D, 0xE2, 16)
      }
    var pages = head + [[0xE1, 0x10, size, 0x00]]
    pages +=
      model == 213 ? [[0x01, 0x03, 0xA0, 0x0C], [0x34, 0x03, 0x00, 0xFE]] : [[0x03, 0x00, 0xFE, 0x00]]
    pages += Array(repeating: [0, 0, 0, 0], count: count - pages.count)
    pages[lock] = [0, 0, 0, 0xBD]
    pages[lock + 1] = [0x04, 0, 0, 0xFF]
    pages[lock + 2] = [0, 5, 0, 0]
    pages[lock + 3] = [0xFF, 0xFF, 0xFF, 0xFF]
    let tag = FakeType2(pages: pages, version: [0, 4, 4, 2, 1, 0, storage, 3])
    tag.hasFastRead = true
    tag.dynamicLock = (lock, perBit)
    tag.configuration = lock + 1
    return tag
  }

  /// A bare Ultralight, blank.
  static func ultralight() -> FakeType2 {
    FakeType2(
      pages: head + [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] + Array(repeating: [0, 0, 0, 0], count: 11))
  }

  /// An Ultralight EV1 with 128 bytes, blank.
  static func ultralightEV1() -> FakeType2 {
    let tag = FakeType2(
      pages: head + Array(repeating: [0, 0, 0, 0], count: 38), version: [0, 4, 3, 1, 1, 0, 0x0E, 3])
    tag.pages[0x25] = [0, 0, 0, 0xFF]
    tag.hasFastRead = true
    tag.dynamicLock = (0x24, 2)
    tag.configuration = 0x25
    return tag
  }

  /// What a reader that knows nothing of this project makes of the pages: nil where there is no NDEF data area, empty where
  /// there is no message.
  var independentlyRead: [UInt8]? {
    guard pages[3][0] == 0xE1 else { return nil }
    let area = Array(pages[4...].joined().prefix(Int(pages[3][2]) * 8))
    var index = 0
    while index < area.count {
      let type = area[index]
      index += 1
      if type == 0 { continue }
      if type == 0xFE || index >= area.count { return [] }
      var length = Int(area[index])
      index += 1
      if length == 0xFF {
        guard index + 1 < area.count else { return [] }
        length = Int(area[index]) << 8 | Int(area[index + 1])
        index += 2
      }
      if type == 3 { return Array(area.dropFirst(index).prefix(length)) }
      index += length
    }
    return []
  }
}

extension FakeType2 {
  /// A part of so many pages without GET_VERSION; `container` as it left the factory.
  static func plain(
    pages count: Int, container: [UInt8] = [0, 0, 0, 0], maker: UInt8 = 0x04, lock: (Int, Int)? = nil
  ) -> FakeType2 {
    let fake = FakeType2(pages: head + [container] + Array(repeating: [0, 0, 0, 0], count: count - 4))
    fake.pages[0][0] = maker
    if container[0] == 0xE1 { fake.pages[4] = [0x03, 0x00, 0xFE, 0x00] }
    fake.dynamicLock = lock.map { (page: $0.0, pagesPerBit: $0.1) }
    return fake
  }

  static func ultralightC() -> FakeType2 {
    let fake = plain(pages: 48)
    fake.hasTripleDES = true
    fake.pages[0x2A][0] = 0x30
    return fake
  }
}
