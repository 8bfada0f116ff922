internal import Foundation
internal import Testing

@testable internal import Provision

/// One entry of `Vectors/ndef`: bytes and what independent decoders say of them.
struct NDEFVector: Decodable, CustomTestStringConvertible {
  struct Fields: Decodable {
    var type: String
    var uri: String?
    var iri: String?
    var text: String?
    var lang: String?
    var enc: String?
    var id: String?
    var payload_hex: String?
  }
  var id: String
  var kind: String
  var hex: String
  var valid: Bool
  var record_fields: [Fields]?
  var independent_tlvs: [String]?

  var octets: [UInt8] { Hex.decode(hex.utf8) ?? [] }
  var testDescription: String { id }

  static func load(_ names: String...) -> [NDEFVector] {
    names.flatMap { name in
      guard
        let file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors/ndef"),
        let data = try? Data(contentsOf: file),
        let vectors = try? JSONDecoder().decode([NDEFVector].self, from: data)
      else { return [NDEFVector]() }
      return vectors
    }
  }
}
