@testable internal import VirtualReader

/// A tag of the table; the tests' names for it are known to be there.
func type2(_ name: String, uid: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]) throws
  -> Type2VirtualTag
{
  guard let product = Type2Product.named(name) else { throw ScenarioError.unknownChip(name) }
  return Type2VirtualTag(product, uid: uid)
}

/// Hexadecimal to bytes; empty for what is none.
func hex(_ text: String) -> [UInt8] { HexText.decode(text) ?? [] }

/// A field with these tags and the power on.
func field(_ tags: [any VirtualTag], faults: [TagFault] = []) -> FieldState {
  var state = FieldState()
  for tag in tags { _ = state.place(tag, leaving: .never, faults: faults) }
  state.setPower(true)
  return state
}

extension FieldState {
  /// REQA or WUPA, anticollision and selection; the UID that was selected.
  mutating func select(wake: Bool = false) -> [UInt8]? {
    guard case .plain = sendA(.short(wake ? 0x52 : 0x26)) else { return nil }
    var uid: [UInt8] = []
    for code in [UInt8(0x93), 0x95, 0x97] {
      guard case .plain(let part) = sendA(.plain([code, 0x20])) else { return nil }
      guard case .checked(let sak) = sendA(.checked([code, 0x70] + part)) else { return nil }
      uid += part[0] == 0x88 ? part[1..<4] : part[0..<4]
      if sak[0] & 0x04 == 0 { return uid }
    }
    return nil
  }

  /// A command with its CRC.
  mutating func send(_ command: [UInt8]) -> AirAnswer { sendA(.checked(command)) }
}
