internal import Provision

/// Turns key strokes into requests. Knows no terminal: bytes in, actions out.
struct Keys: Sendable {
  enum Action: Equatable, Sendable {
    case request(WalkControl.Request)
    case prompt(Prompt)
  }

  /// Whether ids are typed or scanned (`--pick`): then letters are text, and commands are Ctrl and their letter.
  let picks: Bool
  /// Whether the walk is paused now, so that the key means to go on.
  var isPaused = false
  /// The row whose locked tag a redo needs a second word for.
  var lockedRedo: String?

  private var typed: [UInt8] = []
  private var isGoingTo = false

  init(picks: Bool) { self.picks = picks }

  /// Whether bytes are text at this moment; else they are commands, and several at once are no person's.
  var takesText: Bool { picks || isGoingTo }

  /// The longest id that is taken in, in bytes.
  private static let longest = 512

  /// Takes what was typed at once.
  mutating func take(_ bytes: [UInt8]) -> [Action] {
    guard let first = bytes.first else { return [] }
    if first == 0x1B { return escape() }  // Esc, or the beginning of a function key's sequence
    if takesText {
      let end = bytes.firstIndex(of: 0x1B) ?? bytes.endIndex
      return bytes[..<end].flatMap { text($0) } + (end < bytes.endIndex ? escape() : [])
    }
    guard let key = Self.key(bytes) else {
      // A barcode scanner is a keyboard: its letters must not skip rows.
      lockedRedo = nil
      return bytes.allSatisfy { $0 < 0x80 } ? [.prompt(.scannerIgnored)] : [.prompt(.none)]
    }
    return command(key)
  }

  /// The one key that these bytes are: with Caps Lock on, in full width, or on a Korean keyboard in Hangul mode, the
  /// keys of the letters mean the same. Nil for more than one character.
  private static func key(_ bytes: [UInt8]) -> UInt8? {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    guard scalars.count == 1, let scalar = scalars.first else { return nil }
    switch scalar.value {
    case 0x41...0x5A: return UInt8(scalar.value) + 0x20
    case 0..<0x80: return UInt8(scalar.value)
    case 0xFF21...0xFF3A: return UInt8(scalar.value - 0xFF21) + 0x61
    case 0xFF41...0xFF5A: return UInt8(scalar.value - 0xFF41) + 0x61
    default: return hangulKeys[scalar]
    }
  }

  private static let hangulKeys: [Unicode.Scalar: UInt8] = [
    "ㄴ": UInt8(ascii: "s"), "ㄱ": UInt8(ascii: "r"), "ㅔ": UInt8(ascii: "p"), "ㅎ": UInt8(ascii: "g"),
    "ㅂ": UInt8(ascii: "q"),
  ]

  private mutating func command(_ byte: UInt8) -> [Action] {
    let redo = lockedRedo
    lockedRedo = nil
    let clear: [Action] = [.prompt(.none)]
    switch byte {
    case UInt8(ascii: "s"), 0x13: return clear + [.request(.skip)]
    case UInt8(ascii: "r"), 0x12: return clear + [.request(.redo(confirmed: redo != nil))]
    case UInt8(ascii: "p"), 0x10: return clear + [.request(.pause(!isPaused))]
    case UInt8(ascii: "q"), 0x11: return clear + [.request(.stop(reason: "operator"))]
    case UInt8(ascii: "g"):
      isGoingTo = true
      return [.prompt(.goTo(typed: ""))]
    default: return clear
    }
  }

  private mutating func text(_ byte: UInt8) -> [Action] {
    switch byte {
    case 0x0A, 0x0D:
      let id = String(decoding: typed, as: UTF8.self)
      let isEmpty = typed.isEmpty
      typed = []
      isGoingTo = false
      return [.prompt(.none)] + (isEmpty ? [] : [.request(.pick(id: id))])
    case 0x08, 0x7F:
      while let last = typed.popLast(), last & 0xC0 == 0x80 {}
    case 0x15: typed = []
    case 0x10...0x13 where picks: return command(byte)
    case 0..<0x20: return []
    default:
      guard typed.count < Self.longest else { return [] }
      typed.append(byte)
    }
    return [echo]
  }

  private mutating func escape() -> [Action] {
    typed = []
    isGoingTo = false
    lockedRedo = nil
    return [.prompt(.none)]
  }

  private var echo: Action {
    // A character may still be half typed; what is there of it is not shown.
    let text = String(decoding: typed, as: UTF8.self).filter { $0 != "\u{FFFD}" }
    return .prompt(picks ? .pick(typed: text) : .goTo(typed: text))
  }
}
