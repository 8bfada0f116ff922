/// What decodes encodes to a message that decodes to the same, and no record's own decoder traps.
func fuzzNDEF(_ bytes: [UInt8]) {
  guard let message = try? NDEFMessage(decoding: bytes) else { return }
  let octets = message.encoded()
  require(octets.count == message.encodedSize, "size foretold wrongly")
  // Shorter where the input has long forms, chunks or an empty identifier.
  require(octets.count <= bytes.count, "longer than what was read")
  require((try? NDEFMessage(decoding: octets)) == message, "reads back as another message")
  _ = message.summary
  for record in message.records {
    if let text = try? TextRecord(decoding: record) { _ = text.encoded() }
    if let uri = try? URIRecord(decoding: record) { _ = uri.encoded() }
    if let poster = try? SmartPosterRecord(decoding: record) { _ = poster.encoded() }
    if let media = try? MediaRecord(decoding: record) { _ = media.encoded() }
    if let external = try? ExternalRecord(decoding: record) {
      _ = (external.encoded(), external.androidPackage)
    }
  }
}
