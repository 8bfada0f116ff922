extension Type4VirtualTag {
  /// Puts it into a state a scenario asks for.
  public mutating func prepare(_ preparation: TagPreparation) throws(ScenarioError) {
    guard product.application != nil else {
      guard preparation.state == .blank, preparation.ndef == nil else {
        throw .impossibleState(chip: chip, state: preparation.state.rawValue)
      }
      return
    }
    if let message = preparation.ndef { try hold(message) }
    switch preparation.state {
    case .blank, .formatted: break
    case .locked: close(with: 0xFF)
    case .protected:
      if let password = preparation.password {
        guard password.count == 16 else {
          throw .impossibleState(chip: chip, state: preparation.state.rawValue)
        }
        passwords[1] = password
      }
      close(with: 0x80)
    }
  }

  private mutating func hold(_ message: [UInt8]) throws(ScenarioError) {
    let size = container.readAt == 15 ? 4 : 2
    guard let index = files.firstIndex(where: { $0.identifier == ndefIdentifier }) else { return }
    guard size + message.count <= files[index].content.count else {
      throw .messageTooLong(chip: chip, needed: message.count)
    }
    let length = (0..<size).reversed().map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    files[index].content.replaceSubrange(0..<size + message.count, with: length + message)
  }

  /// Sets the access byte for writing, and makes the tag go by it.
  private mutating func close(with access: UInt8) {
    let container = self.container
    guard container.index >= 0 else { return }
    files[container.index].content[container.readAt + 1] = access
    for index in files.indices where files[index].identifier == ndefIdentifier {
      files[index].write = .container
    }
  }
}
