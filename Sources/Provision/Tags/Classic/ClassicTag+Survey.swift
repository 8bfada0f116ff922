/// What a MIFARE Classic is, as far as NDEF goes.
enum ClassicState: Equatable, Sendable {
  /// It can't be read as a tag and can't be made one.
  case foreign(NotSupportedReason)
  /// It can be made one.
  case blank(ClassicBlank)
  /// Its directory names this data area.
  case formatted(ClassicArea)
}

/// A tag that formatting makes an NFC tag.
struct ClassicBlank: Equatable, Sendable {
  /// The directory there is already, whose other applications stay.
  var directory: MAD?
  /// Sectors that no known key makes ours.
  var unusable: Set<Int> = []

  /// The sectors that may become NDEF sectors.
  func candidates(_ layout: ClassicLayout) -> [Int] {
    layout.applicationSectors.filter { sector in
      guard !unusable.contains(sector), sector < 16 || reachesSecondHalf else { return false }
      guard let directory, sector < 16 || directory.version == 2 else { return true }
      return directory[sector] == MAD.free || directory[sector] == MAD.ndef
    }
  }

  /// Whether a second directory can be written.
  var reachesSecondHalf: Bool { !unusable.contains(ClassicLayout.secondDirectory) }

  /// The data area that formatting will make.
  func area(_ layout: ClassicLayout) -> ClassicArea {
    ClassicArea(sectors: ClassicArea.longestRun(of: candidates(layout), layout: layout), layout: layout)
  }
}

extension ClassicTag {
  /// Reads the directory, once.
  func state() throws(TagError) -> ClassicState {
    if let known { return known }
    let state = try survey()
    known = state
    return state
  }

  private func survey() throws(TagError) -> ClassicState {
    guard let key = try memory.open(0, keys: [.directory, .transport]) else {
      return .foreign(.readProtected)
    }
    guard key == .directory else { return try blank(directory: nil) }
    guard var directory = MAD(first: try memory.read(1) + memory.read(2)) else {
      return try blank(directory: nil)
    }
    if layout.hasSecondDirectory, try memory.trailer(of: 0).generalPurpose & 0x03 == 2 {
      directory = try secondDirectory(after: directory)
    }
    let sectors = directory.ndefSectors.filter { $0 < layout.sectorCount }
    guard let first = sectors.first else { return try blank(directory: directory) }
    switch try memory.open(first, keys: [.ndef, .transport]) {
    case .ndef?:
      namedSectors = sectors
      return .formatted(ClassicArea(sectors: sectors, layout: layout))
    // The directory was written first, and the tag torn away before the sectors were.
    case .some: return try blank(directory: directory)
    case nil: return .foreign(.readProtected)
    }
  }

  /// The whole directory; the first half alone where the second can't be read.
  private func secondDirectory(after first: MAD) throws(TagError) -> MAD {
    let sector = ClassicLayout.secondDirectory
    guard try memory.open(sector, keys: [.directory]) != nil else { return first }
    var bytes: [UInt8] = []
    for block in layout.dataBlocks(of: sector) { bytes += try memory.read(block) }
    return MAD(first: try memory.read(1) + memory.read(2), second: bytes) ?? first
  }

  /// A tag that can be formatted, if its directory sector can be written.
  private func blank(directory: MAD?) throws(TagError) -> ClassicState {
    guard try memory.open(0, keys: [.directory, .transport]) != nil else { return .foreign(.readProtected) }
    let access = try memory.trailer(of: 0).access
    if access.canWriteTrailer(with: .a), access.canWriteData(with: .a) {
      return .blank(ClassicBlank(directory: directory))
    }
    if access.canWriteTrailer(with: .b), access.canWriteData(with: .b), try memory.openWithKeyB(0) != nil {
      return .blank(ClassicBlank(directory: directory))
    }
    return .foreign(.malformed(detail: "sector 0 holds no NDEF directory and can't be written"))
  }

  // MARK: Data area

  /// The TLV blocks of a formatted tag. A sector that can't be read ends the data area.
  func tlvs() throws(TagError) -> TLVLayout {
    if let knownTLVs { return knownTLVs }
    // Every turn takes a sector away, so their number bounds them.
    while case .formatted(let area) = try state() {
      do {
        let tlvs = try TLVLayout(area: 0..<area.size) { (offset) throws(TagError) in try self.byte(at: offset)
        }
        if let last = tlvs.message?.addresses.last {
          for block in 0...last / ClassicLayout.blockSize {
            _ = try byte(at: block * ClassicLayout.blockSize)
          }
        }
        knownTLVs = tlvs
        return tlvs
      } catch .refused(let command, let sector?) where command == Self.authentication {
        known = .formatted(area.cut(before: sector, layout: layout))
      }
    }
    throw .unsupported(detail: "not formatted")
  }

  /// What a refusal of all known keys is called.
  static var authentication: String { "AUTHENTICATE" }

  /// A byte of the data area.
  func byte(at offset: Int) throws(TagError) -> UInt8 {
    guard case .formatted(let area) = try state(), offset >= 0, offset < area.size else {
      return TLV.terminator
    }
    let block = area.block(at: offset)
    if memory.blocks[block] == nil {
      let sector = layout.sector(of: block)
      if !memory.isOpen(sector) {
        guard try memory.open(sector, keys: [.ndef, .transport]) != nil else {
          throw .refused(command: Self.authentication, address: sector)
        }
      }
    }
    return try memory.read(block)[offset % ClassicLayout.blockSize]
  }
}
