/// What a manifest asks of the tags: sizes, and which chips take it. Reads no tag and no file.
public struct Plan: Equatable, Sendable {
  /// A chip and the largest NDEF message it takes.
  public struct Chip: Equatable, Sendable {
    /// The product's name.
    public var name: String
    /// The largest NDEF message in bytes.
    public var capacity: Int

    /// Names a chip.
    public init(name: String, capacity: Int) {
      self.name = name
      self.capacity = capacity
    }
  }

  /// A row and the size of its message.
  public struct Size: Equatable, Sendable {
    /// The row's number, counting from 1.
    public var row: Int
    /// The size of its message in bytes.
    public var bytes: Int

    /// Names a row.
    public init(row: Int, bytes: Int) {
      self.row = row
      self.bytes = bytes
    }
  }

  /// How a chip takes the manifest.
  public struct Fit: Equatable, Sendable {
    /// The chip.
    public var chip: Chip
    /// How many rows it can't take.
    public var tooLarge: Int
    /// The first of them, up to ``Plan/listLimit``, in order.
    public var rows: [Size]

    /// Whether every row fits.
    public var fitsAll: Bool { tooLarge == 0 }
  }

  /// How many rows that do not fit are listed for a chip.
  public static let listLimit = 100

  /// How many rows there are.
  public let rows: Int
  /// The first smallest and the first largest message.
  public let smallest: Size, largest: Size
  /// The median size in bytes; of two in the middle the smaller one.
  public let median: Int
  /// Each chip, in the order given.
  public let chips: [Fit]

  /// The chips that take every row.
  public var fitting: [Chip] { chips.filter(\.fitsAll).map(\.chip) }

  /// Plans for messages of these sizes, the first row's first; nil where there are no rows.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - chips: the chips in question.
  ///   - number: the number of the row with an index from 0.
  ///   - size: the size in bytes of the message of the row with an index from 0.
  public init?(count: Int, chips: [Chip], number: (Int) -> Int = { $0 + 1 }, size: (Int) -> Int) {
    guard count > 0 else { return nil }
    var smallest = Size(row: number(0), bytes: size(0))
    var largest = smallest
    // Sizes are few compared with rows: cells are bounded, and most are small.
    var small = [Int](repeating: 0, count: 4096)
    var large: [Int: Int] = [:]
    var fits = chips.map { Fit(chip: $0, tooLarge: 0, rows: []) }
    let leastCapacity = chips.map(\.capacity).min() ?? Int.max
    for index in 0..<count {
      let bytes = size(index)
      if small.indices.contains(bytes) { small[bytes] += 1 } else { large[bytes, default: 0] += 1 }
      if bytes < smallest.bytes { smallest = Size(row: number(index), bytes: bytes) }
      if bytes > largest.bytes { largest = Size(row: number(index), bytes: bytes) }
      guard bytes > leastCapacity else { continue }
      for chip in fits.indices where bytes > fits[chip].chip.capacity {
        fits[chip].tooLarge += 1
        if fits[chip].rows.count < Self.listLimit {
          fits[chip].rows.append(Size(row: number(index), bytes: bytes))
        }
      }
    }
    rows = count
    self.smallest = smallest
    self.largest = largest
    self.chips = fits
    var passed = 0
    var median = smallest.bytes
    let histogram = small.enumerated().map { ($0, $1) } + large.sorted { $0.key < $1.key }.map { ($0, $1) }
    for (bytes, rows) in histogram where rows > 0 {
      passed += rows
      if passed * 2 >= count {
        median = bytes
        break
      }
    }
    self.median = median
  }

  /// Plans for a manifest, or for these rows of it by their indices from 0; rows keep their numbers in the file.
  public init?(_ manifest: Manifest, rows: [Int]? = nil, chips: [Chip]) {
    guard let rows else {
      self.init(count: manifest.count, chips: chips) { manifest.messageSize(at: $0) }
      return
    }
    self.init(count: rows.count, chips: chips, number: { rows[$0] + 1 }) {
      manifest.messageSize(at: rows[$0])
    }
  }
}
