extension Type3Tag: TagInspecting {
  /// What identification has told already; an IDm names no maker, the chip's name does.
  public func inspect() throws(TagError) -> TagDetails {
    var details = TagDetails(manufacturer: product == nil ? nil : "Sony")
    guard let configuration else { return details }
    let blocks = 0..<FeliCaLiteConfiguration.userBlocks
    details.lockedPages = blocks.filter { !configuration.isWritable($0) }
    details.firstGuardedPage = blocks.first(where: configuration.guardsWriting)
    details.guardsReading = blocks.contains(where: configuration.guardsReading)
    return details
  }
}
