/// How one sector is made read-only: the key that may write its trailer, and the trailer.
struct LockPlan: Equatable, Sendable {
  var sector: Int
  var slot: KeySlot
  var key: ClassicKey
  var trailer: SectorTrailer
}

extension ClassicTag {
  /// Throws where a sector's trailer can't be written with a known key. A tag that is not formatted yet gets trailers that
  /// can.
  public func checkLock() throws(TagError) {
    switch try state() {
    case .foreign: throw .unsupported(detail: "no NDEF data area")
    case .blank: return
    case .formatted: for sector in try lockSectors() { _ = try lockPlan(sector) }
    }
  }

  /// Makes every NDEF sector and then the directory read-only by their access bits, which no key can change back.
  ///
  /// Every sector's key for it is found before the first trailer is written, so a tag is locked altogether or not at all,
  /// as far as keys go. A tag torn away in the middle keeps its message, and the next try goes on.
  public func writeLock() throws(TagError) {
    guard case .formatted = try state() else { throw .unsupported(detail: "not formatted") }
    var plans: [LockPlan] = []
    for sector in try lockSectors() {
      if let plan = try lockPlan(sector) { plans.append(plan) }
    }
    for plan in plans {
      guard try memory.authenticate(plan.sector, plan.slot, plan.key) else {
        throw .refused(command: Self.authentication, address: layout.trailer(of: plan.sector))
      }
      try memory.write(plan.trailer, toSector: plan.sector)
      trailers[plan.sector] = plan.trailer
      lockPlans[plan.sector] = nil
    }
  }

  /// Reads every trailer after a fresh selection, and tries to write what the first block holds already.
  public func verifyLock() throws(TagError) {
    lookAgain()
    guard case .formatted = try state() else { throw .lockFailed(detail: "no NDEF data area any more") }
    for sector in try lockSectors() {
      guard try memory.open(sector, keys: [.ndef, .directory]) != nil else {
        throw .lockFailed(detail: "sector \(sector) does not open")
      }
      let trailer = try memory.trailer(of: sector)
      let isDirectory = isDirectory(sector)
      guard trailer.access.isPermanentlyReadOnly, isDirectory || trailer.forbidsWriting else {
        throw .lockFailed(detail: "sector \(sector) can be written")
      }
      if sector == namedSectors.first,
        try !memory.refusesWriting(of: layout.dataBlocks(of: sector).lowerBound)
      {
        throw .lockFailed(detail: "sector \(sector) took a write")
      }
    }
  }

  /// NDEF sectors first, then the second directory, then the first.
  private func lockSectors() throws(TagError) -> [Int] {
    var sectors = namedSectors
    let second = ClassicLayout.secondDirectory
    if layout.hasSecondDirectory {
      guard try memory.open(0, keys: [.directory]) != nil else {
        throw .unsupported(detail: "sector 0 does not open")
      }
      if try memory.trailer(of: 0).generalPurpose & 0x03 == 2 { sectors.append(second) }
    }
    return sectors + [0]
  }

  private func isDirectory(_ sector: Int) -> Bool { sector == 0 || sector == ClassicLayout.secondDirectory }

  /// Nil where the sector is read-only already.
  private func lockPlan(_ sector: Int) throws(TagError) -> LockPlan? {
    let isDirectory = isDirectory(sector)
    // Written and verified in this visit: keys and access bits are known.
    if let trailer = trailers[sector] {
      if trailer.access == .readOnly { return nil }
      return LockPlan(
        sector: sector, slot: .b, key: trailer.keyB, trailer: trailer.locked(isNDEF: !isDirectory))
    }
    if let plan = lockPlans[sector] { return plan }
    let plan = try findLockPlan(sector)
    lockPlans[sector] = plan
    return plan
  }

  private func findLockPlan(_ sector: Int) throws(TagError) -> LockPlan? {
    let isDirectory = isDirectory(sector)
    let keyA: ClassicKey = isDirectory ? .directory : .ndef
    guard let key = try memory.open(sector, keys: [keyA, .transport]) else {
      throw .unsupported(detail: "key A of sector \(sector) is not known")
    }
    let found = try memory.trailer(of: sector)
    if key == keyA, found.access.isPermanentlyReadOnly, isDirectory || found.forbidsWriting { return nil }
    var plan = LockPlan(
      sector: sector, slot: .a, key: key,
      trailer: SectorTrailer(
        keyA: keyA, access: .readOnly, generalPurpose: isDirectory ? found.generalPurpose : 0x43,
        keyB: .transport))
    if found.access.canWriteTrailer(with: .a) { return plan }
    guard found.access.canWriteTrailer(with: .b) else {
      throw .unsupported(detail: "access bits of sector \(sector) can't be changed")
    }
    guard let keyB = try memory.openWithKeyB(sector) else {
      throw .unsupported(detail: "key B of sector \(sector) is not known")
    }
    (plan.slot, plan.key, plan.trailer.keyB) = (.b, keyB, keyB)
    return plan
  }
}
