/// The keys of one object so far, for readers that refuse to see one twice (RFC 8259 §4 leaves it open which would count).
public struct JSONKeys {
  private var few: [String] = []
  private var many: Set<String> = []

  /// No key yet.
  public init() {}

  /// Takes the key that `reader` has just returned.
  ///
  /// - Throws: ``JSONError/Kind/duplicateKey(_:)`` at the reader's place, just behind the key's colon.
  public mutating func insert(_ key: String, from reader: borrowing JSONReader) throws(JSONError) {
    let isNew: Bool
    if few.count < 16 {
      isNew = !few.contains(key)
      few.append(key)
      if few.count == 16 { many = Set(few) }
    } else {
      isNew = many.insert(key).inserted
    }
    guard isNew else { throw JSONError(.duplicateKey(key), at: reader.offset) }
  }

  /// Forgets all keys, for the next object.
  public mutating func removeAll() {
    few.removeAll(keepingCapacity: true)
    many.removeAll(keepingCapacity: true)
  }
}
