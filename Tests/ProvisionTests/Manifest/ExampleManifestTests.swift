import Foundation
import Testing

@testable import Provision

@Suite struct ExampleManifestTests {
  static let examples: [(name: String, options: ManifestOptions, rows: Int)] = [
    ("badges.csv", ManifestOptions(), 12),
    (
      "template-semicolons.csv",
      ManifestOptions(urlTemplate: "https://example.org/t/{id}", textTemplate: "{name}"),
      2
    ),
    ("urls.csv", ManifestOptions(), 3),
    ("badges.json", ManifestOptions(), 3),
    ("tags-by-uid.jsonl", ManifestOptions(), 2),
  ]

  @Test(arguments: examples)
  func examplesAreInOrder(name: String, options: ManifestOptions, rows: Int) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let manifest = try Manifest(path: root.appendingPathComponent("examples/\(name)").path, options: options)
    #expect(manifest.count == rows)
    #expect(manifest.warnings == [])
    for index in 0..<manifest.count { _ = try manifest.row(at: index).payload(for: nil) }
  }
}
