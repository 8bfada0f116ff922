/// What can be told of a tag beyond its status: for people who look at tags, not for the walk.
public struct TagDetails: Equatable, Sendable {
  /// The maker; nil where the identifier does not tell.
  public var manufacturer: String?
  /// Bytes of memory that can be read, headers and configuration included; nil where that is not known.
  public var memorySize: Int?
  /// The chip's own answer about its version; nil where it has none.
  public var version: [UInt8]?
  /// Pages or blocks that are locked for ever.
  public var lockedPages: [Int]
  /// The first page or block that a password or key guards; nil where nothing is guarded.
  public var firstGuardedPage: Int?
  /// Whether the password guards reading too; false where that is not known.
  public var guardsReading: Bool
  /// The ASCII mirror that is switched on.
  public var mirror: Mirror?

  /// Details of a tag.
  public init(
    manufacturer: String? = nil, memorySize: Int? = nil, version: [UInt8]? = nil, lockedPages: [Int] = [],
    firstGuardedPage: Int? = nil, guardsReading: Bool = false, mirror: Mirror? = nil
  ) {
    self.manufacturer = manufacturer
    self.memorySize = memorySize
    self.version = version
    self.lockedPages = lockedPages
    self.firstGuardedPage = firstGuardedPage
    self.guardsReading = guardsReading
    self.mirror = mirror
  }
}

/// A tag that can tell more about itself.
public protocol TagInspecting: Tag {
  /// Reads what is needed and was not read yet; writes nothing.
  func inspect() throws(TagError) -> TagDetails
}
