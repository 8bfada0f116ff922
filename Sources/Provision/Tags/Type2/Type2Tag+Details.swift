extension Type2Tag: TagInspecting {
  func inspect() throws(TagError) -> TagDetails {
    var details = TagDetails(manufacturer: uid.manufacturer, version: version)
    details.memorySize = product?.lastPage.map { ($0 + 1) * Type2Memory.pageSize }
    do {
      details.lockedPages = try lockedPages().sorted()
    } catch .refused {
      // Page 2 itself is guarded; then nothing can be said of lock bits.
    }
    do {
      details.firstGuardedPage = try firstGuardedPage()
    } catch .refused {
      // Ultralight C: where guarding begins stands on a page that is guarded itself.
      details.guardsReading = true
      return details
    }
    guard let product, product.configuration != nil else { return details }
    do {
      let configuration = try configuration()
      details.guardsReading = details.firstGuardedPage != nil && configuration.protectsReading
      details.mirror = configuration.mirror(of: product)?.mirror
    } catch .refused {
      details.guardsReading = true
    }
    return details
  }
}
