/// A family of tags that can tell its own from what selection told.
protocol TagFamily: SendableMetatype {
  /// Identifies the tag, or nil where it is of another family. Returns nil before any exchange; throws after the first.
  static func identify(_ detected: DetectedTag, over transceiver: any Transceiver) throws(TagError) -> (
    any Tag
  )?
}

/// From what selection told to a tag of a family. Never writes.
public enum TagDetection {
  /// The one registering list: the first family that knows the tag takes it.
  static let families: [any TagFamily.Type] = [
    Type2Tag.self,
    ClassicTag.self,
    Type4Tag.self,
    Type3Tag.self,
  ]

  /// Identifies the selected tag, in as few exchanges as its family needs.
  ///
  /// A tag of no family here comes back as one that supports nothing, so that it can be named.
  /// - Throws: ``TagError``; ``TagError/lost`` where it left in the middle.
  public static func identify(
    _ detected: DetectedTag, over transceiver: any Transceiver
  ) throws(TagError) -> any Tag {
    for family in families {
      if let tag = try family.identify(detected, over: transceiver) { return tag }
    }
    return UnsupportedTag(detected)
  }
}
