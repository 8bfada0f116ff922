/// A Type 2 tag's configuration as it is in force: loaded at each selection, so that what was written counts from the next
/// one on (NTAG213/215/216 data sheet §8.5.7).
struct Type2Settings: Equatable, Sendable {
  /// AUTH0; a chip without one guards no page, be it page 255.
  var firstProtected = Int.max
  /// PROT: reading needs the password too.
  var protectsReading = false
  /// CFGLCK.
  var configurationLocked = false
  /// AUTHLIM as a number of tries; 0 for no limit.
  var tries = 0
  /// NFC_CNT_EN and NFC_CNT_PWD_PROT.
  var counts = false, counterNeedsPassword = false
  var password: [UInt8] = [], acknowledge: [UInt8] = []
  private var mirror: Mirror?

  /// What is mirrored where.
  private struct Mirror: Equatable {
    var uid: Bool
    var counter: Bool
    var offset: Int
    var end: Int
  }

  /// Nothing protected.
  init() {}

  /// What `memory` says.
  init(product: Type2Product, memory: [UInt8]) {
    if product.features.contains(.tripleDES) {
      firstProtected = Int(memory[168])
      protectsReading = memory[172] & 0x01 == 0
    }
    guard let first = product.configuration, product.features.contains(.password) else { return }
    let base = first * 4
    firstProtected = Int(memory[base + 3])
    let access = memory[base + 4]
    protectsReading = access & 0x80 != 0
    configurationLocked = access & 0x40 != 0
    counts = access & 0x10 != 0
    counterNeedsPassword = access & 0x08 != 0
    let limit = Int(access & 0x07)
    tries = limit == 0 || !product.features.contains(.exponentialLimit) ? limit : 1 << limit
    password = Array(memory[base + 8..<base + 12])
    acknowledge = Array(memory[base + 12..<base + 14])
    mirror = Type2Settings.mirror(product: product, memory: memory, base: base)
  }

  private static func mirror(product: Type2Product, memory: [UInt8], base: Int) -> Mirror? {
    guard product.features.contains(.mirror) else { return nil }
    let page = Int(memory[base + 2])
    // MIRROR_CONF is the counter parts' own; NTAG210/212 mirror the UID as soon as a page is named.
    let what = product.features.contains(.readCounter) ? memory[base] >> 6 : 1
    guard page >= 4, what != 0 else { return nil }
    let offset = page * 4 + Int(memory[base] >> 4 & 0x03)
    let length = [0, 14, 6, 21][Int(what)]
    guard offset + length <= (product.lastUserPage + 1) * 4 else { return nil }
    return Mirror(uid: what & 1 != 0, counter: what & 2 != 0, offset: offset, end: offset + length)
  }

  /// Lays the ASCII mirror over an image of the memory (NTAG213/215/216 data sheet §8.7).
  func layMirror(over image: inout [UInt8], uid: [UInt8], counter: UInt32, authenticated: Bool) {
    guard let mirror else { return }
    var text: [UInt8] = []
    if mirror.uid { text += uid.flatMap(Type2Settings.digits) }
    if mirror.uid, mirror.counter { text.append(UInt8(ascii: "x")) }
    if mirror.counter, !counterNeedsPassword || authenticated {
      for shift in [16, 8, 0] as [UInt32] {
        text += Type2Settings.digits(UInt8(truncatingIfNeeded: counter >> shift))
      }
    }
    let end = min(mirror.offset + text.count, mirror.end, image.count)
    guard mirror.offset < end else { return }
    image.replaceSubrange(mirror.offset..<end, with: text.prefix(end - mirror.offset))
  }

  private static func digits(_ byte: UInt8) -> [UInt8] {
    let characters = Array("0123456789ABCDEF".utf8)
    return [characters[Int(byte >> 4)], characters[Int(byte & 0x0F)]]
  }
}
