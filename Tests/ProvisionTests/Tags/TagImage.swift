internal import Foundation
internal import Testing

@testable internal import Provision

/// A memory image of a real tag from `Vectors/tags`.
struct TagImage: Decodable, CustomTestStringConvertible {
  struct Analysis: Decodable {
    struct Block: Decodable {
      var at: Int
      var type: String
      var length: Int?
      var value: String?
    }
    var static_lock: String?
    var cc: String?
    var tlvs: [Block]?
  }
  var family: String
  var state: String
  var uid: String
  var unit: String
  var units: [String?]
  var get_version: String?
  var analysis: Analysis?
  var expect: String
  var name: String?

  var testDescription: String { name ?? family }
  var pages: [[UInt8]] { units.map { Hex.decode(($0 ?? "").utf8) ?? [0, 0, 0, 0] } }

  /// The octets of the image's first NDEF message TLV as its analysis found it.
  var message: [UInt8]? {
    analysis?.tlvs?.first { $0.type == "03" }.flatMap { Hex.decode(($0.value ?? "").utf8) }
  }

  static let type2: [TagImage] = all.filter { $0.unit == "page(4)" }

  static let all: [TagImage] = {
    let folder = Bundle.module.url(forResource: "Vectors", withExtension: nil)?.appending(path: "tags")
    guard let folder,
      let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap { file in
      guard let data = try? Data(contentsOf: file),
        var image = try? JSONDecoder().decode(TagImage.self, from: data)
      else { return nil }
      image.name = file.deletingPathExtension().lastPathComponent
      return image
    }
  }()

  /// The tag that the image is of, as far as the image tells.
  var fake: FakeType2 {
    let version = get_version.flatMap { Hex.decode($0.utf8) }.flatMap { $0.allSatisfy { $0 == 0 } ? nil : $0 }
    // One image ends before the lock and authentication pages that its chip has.
    let missing = family.hasSuffix("Ultralight C") ? 48 - pages.count : 0
    let fake = FakeType2(
      pages: pages + Array(repeating: [0, 0, 0, 0], count: missing), version: version)
    fake.hasFastRead = version != nil
    fake.hasTripleDES = family.hasSuffix("Ultralight C")
    switch (version.map { $0[6] }, pages.count) {
    case (0x0F, _): (fake.dynamicLock, fake.configuration) = ((0x28, 2), 0x29)
    case (0x11, _): (fake.dynamicLock, fake.configuration) = ((0x82, 16), 0x83)
    case (0x13, _): (fake.dynamicLock, fake.configuration) = ((0xE2, 16), 0xE3)
    case (0x0B, _): fake.configuration = 0x10
    case (0x0E, _): (fake.dynamicLock, fake.configuration) = ((0x24, 2), 0x25)
    default: break
    }
    return fake
  }
}
