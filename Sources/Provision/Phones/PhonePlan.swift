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

  /// Foretells for these rows of a manifest, by their indices from 0; for all where nil.
  ///
  /// - Parameter site: where given, every row with a web address is read again and compared with the site's rules.
  /// - Throws: ``ManifestError`` where a row that has to be read again is not what it was.
  public init(
    _ manifest: Manifest, rows: [Int]? = nil, site: AppSiteAssociation? = nil
  ) throws(ManifestError) {
    // A URL's beginning decides, unless the site's rules look at the rest.
    let forecasts =
      [PhoneForecast(url: nil, text: "")]
      + manifest.linkOrigins.texts.map { PhoneForecast(url: $0, text: nil) }
    var iPhone = Tally<PhoneForecast.IPhone>()
    var android = Tally<PhoneForecast.Android>()
    for position in 0..<(rows?.count ?? manifest.count) {
      let index = rows?[position] ?? position
      let number = Int(manifest.linkOrigins.rows[index])
      var forecast = number < forecasts.count ? forecasts[number] : nil
      if forecast == nil || (site != nil && forecast?.iPhone == .browser) {
        let row = try manifest.row(at: index)
        forecast = PhoneForecast(url: row.url, text: row.text, site: site)
      }
      guard let forecast else { continue }
      iPhone.add(forecast.iPhone, row: index + 1)
      android.add(forecast.android, row: index + 1)
    }
    self.iPhone = iPhone.sorted
    self.android = android.sorted
  }

  /// Groups in the making; there are few, and the last one mostly goes on.
  private struct Tally<Action: Equatable & Sendable> {
    private var groups: [Group<Action>] = []
    private var last = 0

    mutating func add(_ action: Action, row: Int) {
      if !groups.indices.contains(last) || groups[last].action != action {
        if let known = groups.firstIndex(where: { $0.action == action }) {
          last = known
        } else {
          last = groups.count
          groups.append(Group(action: action, count: 0, rows: []))
        }
      }
      groups[last].count += 1
      if groups[last].rows.count < PhonePlan.listLimit { groups[last].rows.append(row) }
    }

    var sorted: [Group<Action>] { groups.sorted { ($1.count, $0.rows[0]) < ($0.count, $1.rows[0]) } }
  }
}
