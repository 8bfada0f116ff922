/// What became of every tag that was in the field: for a file and for tests.
public struct FieldDump: Codable, Equatable, Sendable {
  /// The tags in the order of arrival.
  public var tags: [Entry]

  /// One tag.
  public struct Entry: Codable, Equatable, Sendable {
    /// The product's name.
    public var chip: String
    /// UID, IDm or PUPI in hexadecimal.
    public var uid: String
    /// The whole memory in hexadecimal, as it is stored.
    public var memory: String
    /// Whether it is in the field still.
    public var present: Bool
    /// Exchanges since it was placed, selections not counted.
    public var exchanges: Int
  }
}

extension VirtualField {
  /// Every tag as it is now; tags that left as they were when they did.
  public func dump() -> FieldDump {
    FieldDump(
      tags: records.map { record in
        FieldDump.Entry(
          chip: record.chip, uid: HexText.encode(record.identifier), memory: HexText.encode(record.memory),
          present: record.isPresent, exchanges: record.exchanges)
      })
  }
}
