/// How often something took how long, in bounded memory: to the millisecond below 65.536 s, to the second above, and at most
/// 65,535 s.
public struct DurationHistogram: Equatable, Sendable {
  /// How many durations were counted.
  public private(set) var count = 0
  /// The shortest and the longest one in milliseconds, as they were; 0 where there is none.
  public private(set) var shortest = 0, longest = 0

  private static let limit = 65_536
  private var milliseconds: [Int] = []
  private var seconds: [Int] = []

  /// A class of durations: from `lowerBound` up to, and not including, `upperBound`, in milliseconds.
  public struct Bin: Equatable, Sendable {
    /// The shortest duration of the class.
    public var lowerBound: Int
    /// The shortest duration above the class.
    public var upperBound: Int
    /// How many durations are in it.
    public var count: Int
  }

  /// Nothing counted yet.
  public init() {}

  /// Counts a duration in milliseconds; negative ones as 0.
  public mutating func add(_ duration: Int) {
    let duration = max(duration, 0)
    shortest = count == 0 ? duration : min(shortest, duration)
    longest = max(longest, duration)
    count += 1
    if duration < Self.limit {
      Self.increment(&milliseconds, at: duration)
    } else {
      Self.increment(&seconds, at: min(duration / 1000, Self.limit - 1))
    }
  }

  private static func increment(_ counts: inout [Int], at index: Int) {
    if index >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
    }
    counts[index] += 1
  }

  /// The duration in milliseconds that `percent` of all durations do not exceed (the nearest rank); nil where there is none.
  public func percentile(_ percent: Int) -> Int? {
    guard count > 0 else { return nil }
    let percent = min(max(percent, 0), 100)
    // Split, so that no count overflows.
    let rank = max(1, count / 100 * percent + (count % 100 * percent + 99) / 100)
    var passed = 0
    for (duration, times) in milliseconds.enumerated() {
      passed += times
      if passed >= rank { return duration }
    }
    for (duration, times) in seconds.enumerated() {
      passed += times
      if passed >= rank { return duration * 1000 }
    }
    return longest
  }

  /// At most about `most` classes of equal, round width from the shortest to the longest of the quickest 99 %; the last class
  /// takes what is above too.
  public func bins(most: Int = 24) -> [Bin] {
    guard let first = percentile(0), let last = percentile(99), most > 0 else { return [] }
    let width = Self.roundWidth(atLeast: (last - first) / most + 1)
    let start = first / width * width
    let number = (last - start) / width + 1
    var bins = (0..<number).map {
      Bin(lowerBound: start + $0 * width, upperBound: start + ($0 + 1) * width, count: 0)
    }
    for (duration, times) in milliseconds.enumerated() where times > 0 {
      bins[min((duration - start) / width, number - 1)].count += times
    }
    for (duration, times) in seconds.enumerated() where times > 0 {
      bins[min((duration * 1000 - start) / width, number - 1)].count += times
    }
    return bins
  }

  /// 1, 2 or 5 times a power of ten.
  private static func roundWidth(atLeast least: Int) -> Int {
    var power = 1
    while power <= Int.max / 100 {
      for digit in [1, 2, 5] where digit * power >= least { return digit * power }
      power *= 10
    }
    return power
  }
}
