import Foundation

@testable import Provision

/// A manifest in a file of its own, which goes when the test ends.
final class ManifestFixture {
  let path: String

  init(_ bytes: [UInt8], ending: String = "csv") throws {
    path = NSTemporaryDirectory() + "manifest-\(UUID().uuidString).\(ending)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String, ending: String = "csv") throws {
    try self.init(Array(text.utf8), ending: ending)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

  func open(_ options: ManifestOptions = ManifestOptions()) throws(ManifestError) -> Manifest {
    try Manifest(path: path, options: options)
  }

  /// What a manifest holds, in short.
  func rows(_ options: ManifestOptions = ManifestOptions()) throws -> [ManifestRow] {
    let manifest = try open(options)
    return try (0..<manifest.count).map { try manifest.row(at: $0) }
  }

  /// What is wrong with it.
  func issues(_ options: ManifestOptions = ManifestOptions()) -> [ManifestIssue] {
    do throws(ManifestError) {
      _ = try open(options)
      return []
    } catch {
      return error.issues
    }
  }
}

/// A row in short, as tables spell it.
struct ShortRow: Equatable, CustomStringConvertible {
  var id: String
  var url: String?
  var text: String?
  var line: Int

  init(_ id: String, _ url: String?, _ text: String? = nil, line: Int) {
    self.id = id
    self.url = url
    self.text = text
    self.line = line
  }

  init(_ row: ManifestRow) {
    self.init(row.id, row.url, row.text, line: row.line)
  }

  var description: String { "\(id)|\(url ?? "-")|\(text ?? "-")|\(line)" }
}

/// Text as UTF-16, with a byte order mark or without.
func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
  ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return bigEndian ? [high, low] : [low, high]
  }
}
