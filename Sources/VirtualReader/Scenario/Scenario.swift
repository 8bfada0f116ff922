/// What tags come into the field, in which state, and what goes wrong with them: a JSON document.
public struct Scenario: Codable, Equatable, Sendable {
  /// The tags in the order in which they are presented.
  public var tags: [Presentation]
  /// Where the made-up UIDs come from; without it they differ each time.
  public var seed: UInt64?
  /// Whether tags like the last entry come for ever.
  public var endless: Bool?
  /// Bare selections after which a written tag is taken away (3 without it).
  public var leaveAfter: Int?
  /// How many tags that left are remembered with their memory; all without it. For runs that must not grow.
  public var remembered: Int?
  /// Whether the reader takes as long as the timing model says; without it, it answers at once.
  public var paced: Bool?
  /// What goes wrong with the reader.
  public var reader: [ReaderFault]?

  /// One tag, or many alike.
  public struct Presentation: Codable, Equatable, Sendable {
    /// The chip's name, one of ``VirtualChips/names``.
    public var chip: String
    /// Its UID in hexadecimal.
    public var uid: String?
    /// Whether it shows another identifier at each power-up.
    public var randomUID: Bool?
    /// The state it comes in; blank without it.
    public var state: TagPreparation.State?
    /// The NDEF message it holds, in hexadecimal.
    public var ndef: String?
    /// Its memory from the first byte on, in hexadecimal, after everything else was set.
    public var memory: String?
    /// The password of a protected tag, in hexadecimal.
    public var password: String?
    /// A counterfeit: how much it has in truth.
    public var counterfeit: Counterfeit?
    /// How many alike come one after another.
    public var count: Int?
    /// What goes wrong with each.
    public var faults: [TagFault]?
    /// Tags that lie in the field beside it.
    public var together: [Presentation]?
    /// Bare selections after which it is taken away where it was never written.
    public var polls: Int?
    /// Whether it stays for ever.
    public var stays: Bool?

    /// A tag.
    public init(chip: String, count: Int? = nil) {
      self.chip = chip
      self.count = count
    }
  }

  /// What a counterfeit has in truth.
  public struct Counterfeit: Codable, Equatable, Sendable {
    /// Pages that exist.
    public var pages: Int
    /// Whether addresses beyond them wrap around; without it writes there are acknowledged and lost.
    public var wraps: Bool?

    /// A counterfeit.
    public init(pages: Int, wraps: Bool? = nil) {
      self.pages = pages
      self.wraps = wraps
    }
  }

  /// A scenario.
  public init(tags: [Presentation], seed: UInt64? = nil, endless: Bool? = nil) {
    self.tags = tags
    self.seed = seed
    self.endless = endless
  }

  /// Blank NTAG213 tags, one after another, for ever.
  public static let blankNTAG213 = Scenario(tags: [Presentation(chip: "NTAG213")], endless: true)
}

/// Why a scenario can't be played.
public enum ScenarioError: Error, Equatable, Sendable {
  /// No chip of that name.
  case unknownChip(String)
  /// Not an even number of hexadecimal digits, or not as many as needed.
  case badHexadecimal(field: String, value: String)
  /// The NDEF message does not fit into the tag.
  case messageTooLong(chip: String, needed: Int)
  /// This chip can't be in that state.
  case impossibleState(chip: String, state: String)
  /// A number that makes no sense.
  case badNumber(field: String, value: Int)
  /// A key that the object at this place can't have.
  case unknownKey(place: String, key: String, known: [String])
  /// A number that can't be, at this place of the document.
  case outOfRange(place: String, value: Double, range: ClosedRange<Double>)
}
