extension Type4Tag: TagInspecting {
  /// What identification has told already.
  public func inspect() throws(TagError) -> TagDetails {
    var details = TagDetails(manufacturer: uid.isRandom ? nil : uid.manufacturer, version: version)
    if case .ndef(let container) = layout {
      details.guardsReading = container.readAccess != 0x00
      if ![0x00, 0xFF].contains(container.writeAccess) { details.firstGuardedPage = 0 }
    }
    return details
  }
}
