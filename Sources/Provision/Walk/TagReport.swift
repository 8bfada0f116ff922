/// All that can be told of a tag that lies in the field.
public struct TagReport: Equatable, Sendable {
  /// What a person should know before relying on the tag.
  public enum Warning: Equatable, Sendable {
    /// The tag makes up its UID at each power-up: the one that was seen will not be seen again.
    case randomUID
    /// What it holds is no NDEF message.
    case invalidMessage(NDEFError)
    /// Phones without MIFARE Classic (every iPhone, many others) don't see it.
    case fewPhones
    /// A password guards reading: phones see nothing.
    case hiddenFromPhones
    /// Read-only by its capability container alone: programs that don't ask it may still write.
    case advisoryReadOnly
  }

  /// The identifier.
  public var uid: UID
  /// The product, or the family's name.
  public var chip: String
  /// The family.
  public var type: TagType
  /// Whether it may be written, and the largest message it takes.
  public var status: NDEFStatus
  /// What it holds; nil where that can't be read.
  public var content: NDEFContent?
  /// The message in records; nil where there is none or it is none.
  public var message: NDEFMessage?
  /// Maker, memory, locks, protection and mirror, where the family tells.
  public var details: TagDetails?
  /// What a person should know.
  public var warnings: [Warning] = []

  /// The octets of the message.
  public var octets: [UInt8]? {
    if case .message(let octets) = content { octets } else { nil }
  }

  /// Reads all of it; writes nothing.
  ///
  /// - Throws: ``TagError``.
  public init(reading tag: any Tag) throws(TagError) {
    uid = tag.uid
    chip = tag.chip
    type = tag.type
    status = try tag.queryNDEFStatus()
    if status.capacity != nil { content = try tag.readNDEF() }
    details = try (tag as? any TagInspecting)?.inspect()
    if uid.isRandom { warnings.append(.randomUID) }
    if case .message(let octets) = content {
      do throws(NDEFError) {
        message = try NDEFMessage(decoding: octets)
      } catch {
        warnings.append(.invalidMessage(error))
      }
    }
    if type == .mifareClassic { warnings.append(.fewPhones) }
    if status == .notSupported(.readProtected) || details?.guardsReading == true {
      warnings.append(.hiddenFromPhones)
    }
    if case .readOnly(_, .capabilityContainer) = status, let details, details.lockedPages.isEmpty,
      type == .type2
    {
      warnings.append(.advisoryReadOnly)
    }
  }
}
