internal import Testing

@testable internal import Provision

/// Vectors of independent libraries; where they and the specification differ, the exception names the specification's word.
@Suite struct NDEFVectorTests {
  static let messages = NDEFVector.load(
    "ndeflib_message", "ndeflib_record", "ndeflib_smartposter", "ndeflib_text", "ndeflib_uri")

  /// Valid to the source, refused here.
  static let refused: [String: String] = [
    "ndeflib_message-001": "NDEF 1.0 §2.3: a message is one or more records"
  ]
  /// Refused by the source, decoded here.
  static let accepted: [String: String] = Dictionary(
    uniqueKeysWithValues: ["037", "038", "041", "042"].map {
      ("ndeflib_uri-\($0)", "RTD URI 1.0 §3.2.2: reserved codes are treated as 00h by readers")
    })
  /// Other records than the source's.
  static let joined: [String: String] = [
    "ndeflib_message-006": "NDEF 1.0 §2.3.3: chunks are one record; the source does not join them"
  ]

  @Test func everyVectorIsThere() {
    #expect(Self.messages.count == 20 + 29 + 17 + 15 + 84)
  }

  @Test(arguments: messages) func theVerdictIsTheVectors(_ vector: NDEFVector) {
    let expected = (vector.valid && Self.refused[vector.id] == nil) || Self.accepted[vector.id] != nil
    let decoded = try? decodeWhole(vector.octets)
    #expect((decoded != nil) == expected)
  }

  @Test(arguments: messages.filter { $0.valid && $0.record_fields != nil && refused[$0.id] == nil })
  func theRecordsAreTheVectors(_ vector: NDEFVector) throws {
    let message = try NDEFMessage(decoding: vector.octets)
    let fields = try #require(vector.record_fields)
    guard Self.joined[vector.id] == nil else {
      #expect(message.records.count == 1)
      return
    }
    #expect(message.records.count == fields.count)
    for (record, field) in zip(message.records, fields) {
      switch field.type {
      case "U":
        #expect(try URIRecord(decoding: record).uri == field.iri ?? field.uri)
      case "T":
        let text = try TextRecord(decoding: record)
        #expect(text.text == field.text)
        #expect(text.language == field.lang)
      case "Sp":
        let poster = try SmartPosterRecord(decoding: record)
        if let uri = field.uri { #expect(poster.uri.uri == uri) }
      case "":
        #expect(record == .empty)
      default:
        Issue.record("no expectation for \(field.type)")
      }
    }
  }

  @Test(arguments: messages.filter { $0.valid && refused[$0.id] == nil && joined[$0.id] == nil })
  func whatIsValidEncodesToTheSameBytes(_ vector: NDEFVector) throws {
    #expect(try NDEFMessage(decoding: vector.octets).encoded() == vector.octets)
  }

  /// Decoded values encode to the source's bytes, UTF-16 apart: it is never written.
  @Test(
    arguments: messages.filter {
      $0.valid
        && $0.record_fields?.allSatisfy { $0.type == "U" || $0.type == "T" && $0.enc != "UTF-16" } == true
        && refused[$0.id] == nil
    })
  func valuesEncodeToTheVectorsBytes(_ vector: NDEFVector) throws {
    let fields = try #require(vector.record_fields)
    let records = try fields.map { field in
      if field.type == "U" { return try NDEFRecord.uri(try #require(field.iri ?? field.uri)) }
      return try NDEFRecord.text(try #require(field.text), language: try #require(field.lang))
    }
    #expect(Hex.encode(NDEFMessage(records).encoded()) == vector.hex.uppercased())
  }

  /// Bare records of the source, made valid messages by their two flags.
  @Test(
    arguments: NDEFVector.load("ndeflib_record").filter {
      $0.record_fields != nil && $0.id != "ndeflib_record-007"
    })
  func bareRecordsDecodeAsMessages(_ vector: NDEFVector) throws {
    let field = try #require(vector.record_fields?.first)
    var octets = vector.octets
    octets[0] |= 0xC0
    let record = try #require(try NDEFMessage(decoding: octets).records.first)
    let name = String(decoding: record.type, as: UTF8.self)
    switch record.typeNameFormat {
    case .wellKnown: #expect(field.type == "urn:nfc:wkt:" + name)
    case .external: #expect(field.type == "urn:nfc:ext:" + name)
    case .unknown: #expect(field.type == "unknown")
    default: #expect(field.type == name)
    }
    #expect(String(decoding: record.identifier, as: UTF8.self) == field.id)
    #expect(Hex.encode(record.payload) == field.payload_hex?.uppercased())
  }

  private func decodeWhole(_ octets: [UInt8]) throws -> NDEFMessage {
    let message = try NDEFMessage(decoding: octets)
    for record in message.records where record.typeNameFormat == .wellKnown {
      switch record.type {
      case URIRecord.type: _ = try URIRecord(decoding: record)
      case TextRecord.type: _ = try TextRecord(decoding: record)
      case SmartPosterRecord.type: _ = try SmartPosterRecord(decoding: record)
      default: break
      }
    }
    return message
  }
}
