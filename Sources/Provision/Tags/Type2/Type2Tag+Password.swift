extension Type2Tag: PasswordProtecting {
  /// Data, lock and configuration pages, but not the capability container, which phones must be able to read.
  private static let firstProtectedPage: UInt8 = 4

  func canProtect() throws(TagError) -> Bool {
    guard product?.configuration != nil else { return false }
    do {
      return try !configuration().isFrozen
    } catch .refused {
      // Guarded against reading: protected already, and not with a password that was given.
      return false
    }
  }

  func authenticate(password: [UInt8], pack: [UInt8]) throws(TagError) {
    guard password.count == 4, pack.count == 2 else {
      throw .unsupported(detail: "a password has 4 bytes, its PACK 2")
    }
    guard product?.configuration != nil else { throw .unsupported(detail: "no password on this chip") }
    guard try link.authenticate(password) == pack else {
      link.sessionEnded()
      throw .refused(command: "PWD_AUTH", address: nil)
    }
  }

  func needsPassword() throws(TagError) -> Bool {
    guard product?.configuration != nil else { return false }
    return try firstGuardedPage() != nil
  }

  func setPassword(_ password: [UInt8], pack: [UInt8]) throws(TagError) {
    guard password.count == 4, pack.count == 2 else {
      throw .unsupported(detail: "a password has 4 bytes, its PACK 2")
    }
    guard let page = product?.configuration else { throw .unsupported(detail: "no password on this chip") }
    guard try !configuration().isFrozen else { throw .unsupported(detail: "the configuration is frozen") }
    // These two read as zeros whatever they hold, so they are always written.
    try memory.write(page + 2, password)
    try memory.write(page + 3, pack + [0, 0])
    memory.forget(page + 2...page + 3)
  }

  func setAccess(protectReading: Bool) throws(TagError) {
    let found = try configuration()
    var wanted = found
    wanted.protectsReading = protectReading
    wanted.auth0 = Self.firstProtectedPage
    guard wanted != found else { return }
    guard !found.isFrozen else { throw .unsupported(detail: "the configuration is frozen") }
    try write(wanted)
  }

  func verifyProtection(password: [UInt8], pack: [UInt8], protectReading: Bool) throws(TagError) {
    let page = Int(Self.firstProtectedPage)
    let proved = memory.page(page)
    memory.forget()
    knownLayout = nil
    link.sessionEnded()
    if protectReading {
      guard try link.probe(page) == nil else {
        throw .lockFailed(detail: "page \(page) is read without the password")
      }
    } else {
      guard try !link.acceptsWrite(page, pageAsProved(page, proved)) else {
        throw .lockFailed(detail: "page \(page) takes a write without the password")
      }
    }
    try authenticate(password: password, pack: pack)
    let found = try configuration()
    guard found.auth0 == Self.firstProtectedPage, found.protectsReading == protectReading else {
      throw .lockFailed(detail: "the configuration does not hold the protection")
    }
    // A tag that is locked as well refuses with the password too.
    guard try !lockedPages().contains(page) else { return }
    guard try link.acceptsWrite(page, pageAsProved(page, proved)) else {
      throw .lockFailed(detail: "page \(page) refuses a write with the password")
    }
  }

  /// The page's bytes, which are about to be written back to prove that they can be: a wrong bit in this reading would
  /// spoil the message, so it must be the page that was proved before, or where there is none, read alike twice.
  private func pageAsProved(_ page: Int, _ proved: [UInt8]?) throws(TagError) -> [UInt8] {
    let bytes = try memory.loadedPage(page)
    if proved == nil {
      memory.forget(page...page)
      _ = try memory.loadedPage(page)
    }
    guard bytes == proved ?? memory.page(page) else { throw .verifyFailed(offset: 0) }
    return bytes
  }

  /// The configuration pages, read if need be.
  func configuration() throws(TagError) -> Type2Configuration {
    guard let page = product?.configuration else {
      throw .unsupported(detail: "no configuration on this chip")
    }
    try memory.load(page...page + 1)
    return Type2Configuration(first: try memory.loadedPage(page), second: try memory.loadedPage(page + 1))
  }

  /// Writes what differs: ACCESS before AUTH0 and the mirror, which bring all the rest into force.
  ///
  /// What is to stay is read a second time before: a wrong bit, written back, could freeze the pages or limit the tries
  /// for ever.
  func write(_ configuration: Type2Configuration) throws(TagError) {
    guard let page = product?.configuration else {
      throw .unsupported(detail: "no configuration on this chip")
    }
    let found = try self.configuration()
    memory.forget(page...page + 1)
    guard try self.configuration() == found else {
      throw .malformed(detail: "the configuration is not the same in two readings")
    }
    if memory.page(page + 1) != configuration.second { try memory.write(page + 1, configuration.second) }
    if memory.page(page) != configuration.first { try memory.write(page, configuration.first) }
  }
}
