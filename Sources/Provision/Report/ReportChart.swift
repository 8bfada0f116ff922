/// Charts as inline SVG: bars, a few grid lines and labels, all sized by the page's style.
struct ReportChart {
  /// One bar; `second` stands on top of `first`.
  struct Bar {
    var first: Int
    var second = 0
    /// Says on its own what the bar is, for pointers and screen readers.
    var title: String
  }

  private static let width = 360, height = 190
  private static let left = 34, top = 8, bottom = 22

  /// Bars side by side, on a scale from 0.
  ///
  /// - Parameters:
  ///   - label: of the whole.
  ///   - bars: from left to right.
  ///   - marks: labels below, by the number of the bar at whose left edge they stand.
  static func columns(label: String, bars: [Bar], marks: [(bar: Int, text: String)]) -> String {
    let most = bars.map { $0.first + $0.second }.max() ?? 0
    guard most > 0 else { return "" }
    let step = gridStep(most)
    let ceiling = (most + step - 1) / step * step
    let plot = Double(height - top - bottom)
    let bottomLine = Double(height - bottom)
    let slot = Double(width - left) / Double(bars.count)
    let gap = slot > 4 ? min(slot * 0.18, 6) : 0
    func y(_ value: Int) -> Double { bottomLine - plot * Double(value) / Double(ceiling) }
    var svg =
      "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(HTMLText.escaped(label))\">\n"
    for value in stride(from: 0, through: ceiling, by: step) {
      svg += "<path class=\"grid\" d=\"M\(left) \(text(y(value)))H\(width)\"/>"
      svg += "<text x=\"\(left - 5)\" y=\"\(text(y(value) + 3.5))\" class=\"end\">\(short(value))</text>\n"
    }
    for (index, bar) in bars.enumerated() where bar.first + bar.second > 0 {
      let x = Double(left) + slot * Double(index) + gap / 2
      svg += "<g><title>\(HTMLText.escaped(bar.title))</title>"
      svg += rectangle(x, y(bar.first), slot - gap, bottomLine - y(bar.first), "good")
      if bar.second > 0 {
        let upper = y(bar.first + bar.second)
        svg += rectangle(x, upper, slot - gap, y(bar.first) - upper, "bad")
      }
      svg += "</g>\n"
    }
    for mark in marks {
      let x = Double(left) + slot * Double(mark.bar)
      svg += "<path class=\"tick\" d=\"M\(text(x)) \(height - bottom)v4\"/>"
      // A label at the right edge would be cut.
      let anchor = x > Double(width) - 40 ? "end" : x < Double(left) + 20 ? "start" : "middle"
      svg +=
        "<text x=\"\(text(x))\" y=\"\(height - 6)\" class=\"\(anchor)\">\(HTMLText.escaped(mark.text))</text>\n"
    }
    return svg + "</svg>\n"
  }

  /// Bars below one another, each with its words above it and its number beside it.
  static func rows(label: String, bars: [(name: String, count: Int, number: String)]) -> String {
    let most = bars.map(\.count).max() ?? 0
    guard most > 0 else { return "" }
    let slot = 34
    var svg = "<svg class=\"rows\" viewBox=\"0 0 \(width) \(bars.count * slot + 4)\" role=\"img\" "
    svg += "aria-label=\"\(HTMLText.escaped(label))\">\n"
    for (index, bar) in bars.enumerated() {
      let length = max(2, Double(width - 60) * Double(bar.count) / Double(most))
      let y = index * slot
      svg += "<text x=\"0\" y=\"\(y + 12)\" class=\"start\">\(HTMLText.escaped(bar.name))</text>"
      svg += rectangle(0, Double(y + 17), length, 11, "bad")
      svg += "<text x=\"\(text(length + 6))\" y=\"\(y + 27)\" class=\"start strong\">\(bar.number)</text>\n"
    }
    return svg + "</svg>\n"
  }

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ kind: String
  ) -> String {
    "<rect class=\"\(kind)\" x=\"\(text(x))\" y=\"\(text(y))\" width=\"\(text(max(width, 0.5)))\" "
      + "height=\"\(text(max(height, 0.5)))\"/>"
  }

  /// A round step (1, 2 or 5 times a power of ten) that makes at most five lines above 0.
  private static func gridStep(_ most: Int) -> Int {
    var power = 1
    while power < Int.max / 100 {
      for digit in [1, 2, 5] where most / (digit * power) < 5 { return digit * power }
      power *= 10
    }
    return power
  }

  /// 950, 12k, 3M: what fits beside the axis.
  private static func short(_ value: Int) -> String {
    switch value {
    case ..<10_000: "\(value)"
    case ..<1_000_000: "\(value / 1000)k"
    default: "\(value / 1_000_000)M"
    }
  }

  /// With one decimal.
  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
