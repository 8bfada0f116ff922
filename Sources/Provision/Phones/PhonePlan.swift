/// What phones will do with the rows of a manifest, counted by kind.
public struct PhonePlan: Equatable, Sendable {
  /// Rows with which phones do the same.
  public struct Group<Action: Equatable & Sendable>: Equatable, Sendable {
    /// What they do.
    public var action: Action
    /// With how many rows.
    public var count: Int
    /// The first of these rows by their numbers from 1, up to ``PhonePlan/listLimit``.
    public var rows: [Int]
  }

  /// How many rows of a group are listed.
  public static let listLimit = 3

  /// What an iPhone does, the most frequent first.
  public let iPhone: [Group<PhoneForecast.IPhone>]
  /// What an Android phone does, the most frequent first.
  public let android: [Group<PhoneForecast.Android>]

  /// Foretells for these rows of a manifest.
  ///
  /// - Parameters:
  ///   - manifest: the rows.
  ///   - rows: which of them, by their indices from 0; all where nil.
  ///   - site: where given, every row with a web address is read again and compared with the site's rules.
  /// - Throws: ``ManifestError`` where a row that has to be read again is not what it was.
  public init(
    _ manifest: Manifest, rows: [Int]? = nil, site: AppSiteAssociation? = nil
  ) throws(ManifestError) {
    // A URL's beginning decides, unless the site's rules look at the rest.
    let forecasts =
      [PhoneForecast(url: nil, text: "")]
      + manifest.linkOrigins.texts.map { PhoneForecast(url: $0, text: nil) }
    let origins = manifest.linkOrigins.rows
    var iPhone = Tally<PhoneForecast.IPhone>()
    var android = Tally<PhoneForecast.Android>()
    // Beginnings are few: rows are counted by them, and then once by what phones do.
    var counts = [Int](repeating: 0, count: forecasts.count)
    var first = [[Int]](repeating: [], count: forecasts.count)
    for position in 0..<(rows?.count ?? manifest.count) {
      let index = rows?[position] ?? position
      let number = Int(origins[index])
      if number < forecasts.count, site == nil || forecasts[number].iPhone != .browser {
        counts[number] += 1
        if counts[number] <= Self.listLimit { first[number].append(index + 1) }
      } else {
        let row = try manifest.row(at: index)
        let forecast = PhoneForecast(url: row.url, text: row.text, site: site)
        iPhone.add(forecast.iPhone, 1, [index + 1])
        android.add(forecast.android, 1, [index + 1])
      }
    }
    for number in forecasts.indices where counts[number] > 0 {
      iPhone.add(forecasts[number].iPhone, counts[number], first[number])
      android.add(forecasts[number].android, counts[number], first[number])
    }
    self.iPhone = iPhone.sorted
    self.android = android.sorted
  }

  /// Groups in the making; there are few.
  private struct Tally<Action: Equatable & Sendable> {
    private var groups: [Group<Action>] = []

    /// Adds so many rows, and the first of them in order.
    mutating func add(_ action: Action, _ count: Int, _ rows: [Int]) {
      guard let known = groups.firstIndex(where: { $0.action == action }) else {
        groups.append(Group(action: action, count: count, rows: rows))
        return
      }
      groups[known].count += count
      groups[known].rows = Array((groups[known].rows + rows).sorted().prefix(PhonePlan.listLimit))
    }

    var sorted: [Group<Action>] { groups.sorted { ($1.count, $0.rows[0]) < ($0.count, $1.rows[0]) } }
  }
}
