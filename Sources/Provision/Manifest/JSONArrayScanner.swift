/// A JSON array of objects or strings, an element at a time.
struct JSONArrayScanner: RowScanner {
  /// What comes next.
  private enum Phase { case opening, first, following, closed, single }

  private var parser = JSONRowParser()
  private var phase = Phase.opening
  static let rowsAreLines = false

  var columns: Columns { parser.columns }
  var columnCount: Int { parser.columns.names.count }
  var values: ManifestValues? { parser.values }

  func forSingleRow() -> JSONArrayScanner {
    var copy = self
    copy.phase = .single
    return copy
  }

  mutating func scan(
    _ window: [UInt8], from start: Int, to end: Int, isLast: Bool, into row: inout Row
  ) -> RowScan {
    var index = start
    var phase = phase
    while true {
      while phase != .single, index < end, Self.isSpace(window[index]) { index += 1 }
      guard index < end else {
        guard isLast else { return .more }
        if phase == .closed { return .end }
        return fail(.unexpectedEnd, window, start, index, &row)
      }
      let byte = window[index]
      switch phase {
      case .opening:
        guard byte == UInt8(ascii: "[") else {
          guard byte == UInt8(ascii: "{") else {
            return fail(.unexpectedByte(byte), window, start, index, &row)
          }
          row.lead = index - start
          row.fault(.topLevelObject, at: 0)
          return .lastRow
        }
        index += 1
        phase = .first
        continue
      case .closed: return fail(.trailingBytes, window, start, index, &row)
      case .first where byte == UInt8(ascii: "]"), .following where byte == UInt8(ascii: "]"):
        index += 1
        phase = .closed
        continue
      case .following:
        guard byte == UInt8(ascii: ",") else {
          return fail(.unexpectedByte(byte), window, start, index, &row)
        }
        index += 1
        while index < end, Self.isSpace(window[index]) { index += 1 }
        guard index < end || isLast else { return .more }
      case .first, .single: break
      }
      break
    }
    do throws(JSONError) {
      // Keys of a row that is cut off are whole, and found again when more is there.
      let stop = try parser.parse(window, from: index, to: end, into: &row)
      // A number is whole only when what follows it is there.
      if stop == end, !isLast, window[index] != UInt8(ascii: "{"), window[index] != UInt8(ascii: "\"") {
        return .more
      }
      self.phase = .following
      row.lead = index - start
      guard columns.names.count <= ManifestLimits.columns else {
        row.fault(.tooManyColumns(limit: ManifestLimits.columns), at: 0)
        return .lastRow
      }
      return .row(next: stop)
    } catch {
      // What is cut off by the window's end may look like any error.
      guard isLast || end - start > ManifestLimits.rowBytes else { return .more }
      row.lead = index - start
      row.takeBroken(error, window, index, end)
      return .lastRow
    }
  }

  private func fail(
    _ kind: JSONError.Kind, _ window: [UInt8], _ start: Int, _ index: Int, _ row: inout Row
  ) -> RowScan {
    row.lead = index - start
    row.fault(.invalidJSON(kind), at: 0)
    return .lastRow
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
