/// A MIFARE Classic used as an NFC tag (NXP AN1304, AN1305): a directory that names NDEF sectors, and TLV blocks across
/// their data blocks. No NFC Forum type; phones without an NXP controller, and all iPhones in the background, don't read it.
///
/// Only keys that are public knowledge are used. Sectors fail independently: one that no known key opens is left alone.
public final class ClassicTag: Tag {
  /// The identifier seen at selection.
  public let uid: UID
  /// No NFC Forum type; what phones make of it hangs on this.
  public let type = TagType.mifareClassic
  /// The product by its SEL_RES.
  public let chip: String

  let layout: ClassicLayout
  let memory: ClassicMemory
  /// What the tag is, once it was looked at.
  var known: ClassicState?
  /// The trailers that were written in this visit, by sector; they are owed a verification.
  var trailers: [Int: SectorTrailer] = [:]
  /// The sectors that the directory gives to NDEF, readable or not.
  var namedSectors: [Int] = []
  /// How sectors can be made read-only, as far as that was found out.
  var lockPlans: [Int: LockPlan] = [:]
  /// The TLV blocks of a formatted tag.
  var knownTLVs: TLVLayout?

  init(_ detected: DetectedTag, layout: ClassicLayout, over transceiver: any Transceiver) {
    uid = detected.uid
    chip = layout.name
    self.layout = layout
    memory = ClassicMemory(layout: layout, uid: detected.uid, transceiver: transceiver)
  }

  // MARK: Status

  /// The status; reads the directory, the message and the first sector's trailer, once.
  public func queryNDEFStatus() throws(TagError) -> NDEFStatus {
    switch try state() {
    case .foreign(let reason): return .notSupported(reason)
    case .blank(let blank):
      return .readWrite(capacity: TLV.capacity(ofRoom: blank.area(layout).size), formatted: false)
    case .formatted:
      let tlvs = try tlvs()
      guard case .formatted(let area) = try state(), let first = area.sectors.first, tlvs.capacity >= 3 else {
        return .notSupported(.malformed(detail: "no room for an NDEF message TLV"))
      }
      if let reason = try obstacle(inSectors: [first]) { return .readOnly(capacity: tlvs.capacity, reason) }
      return .readWrite(capacity: tlvs.capacity, formatted: true)
    }
  }

  /// The first NDEF message, cut where a sector can't be read.
  public func readNDEF() throws(TagError) -> NDEFContent {
    guard case .formatted = try state() else { return .unformatted }
    guard let message = try tlvs().message, message.length > 0 else { return .empty }
    var octets: [UInt8] = []
    octets.reserveCapacity(message.addresses.count)
    for address in message.addresses { octets.append(try byte(at: address)) }
    return .message(octets)
  }

  /// Why these octets can't be written, sectors that are locked or guarded included.
  public func refusal(forWriting octets: [UInt8]) throws(TagError) -> WriteRefusal? {
    switch try queryNDEFStatus() {
    case .notSupported(let reason): return .notSupported(reason)
    case .readOnly(_, let reason): return .readOnly(reason)
    case .readWrite(let capacity, let isFormatted):
      guard octets.count <= capacity else { return .tooSmall(needed: octets.count, capacity: capacity) }
      guard isFormatted else { return nil }
      return try obstacle(toWriting: octets).map { .readOnly($0) }
    }
  }

  /// What stands against writing this very message: sectors that it needs and that can't be written. nil where nothing
  /// does; size is not looked at.
  func obstacle(toWriting octets: [UInt8]) throws(TagError) -> ReadOnlyReason? {
    guard case .formatted(let area) = try state() else { return nil }
    let end = try tlvs().position + TLV.header(length: octets.count).count + octets.count
    let blocks = area.blocks.prefix((end + ClassicLayout.blockSize - 1) / ClassicLayout.blockSize)
    let sectors = Set(blocks.map(layout.sector(of:)))
    return try obstacle(inSectors: area.sectors.filter(sectors.contains))
  }

  private func obstacle(inSectors sectors: [Int]) throws(TagError) -> ReadOnlyReason? {
    for sector in sectors where trailers[sector] == nil {
      guard let key = try memory.open(sector, keys: [.ndef, .transport]) else { return .password }
      // A sector that was never formatted takes everything; formatting it will tell.
      if key == .transport { continue }
      let trailer = try memory.trailer(of: sector)
      if trailer.forbidsWriting { return .capabilityContainer }
      if trailer.access.canWriteData(with: .a) { continue }
      guard trailer.access.canWriteData(with: .b) else {
        return .lockBits(pages: Array(layout.dataBlocks(of: sector)))
      }
      if try memory.openWithKeyB(sector) == nil { return .password }
    }
    return nil
  }
}

extension ClassicTag: TagFamily {
  static func identify(
    _ detected: DetectedTag, over transceiver: any Transceiver
  ) throws(TagError) -> (any Tag)? {
    guard case .iso14443A(_, let selRes, _) = detected.technology, let layout = ClassicLayout(selRes: selRes),
      detected.uid.bytes.count >= 4
    else { return nil }
    return ClassicTag(detected, layout: layout, over: transceiver)
  }
}
