/// An image of a Type 2 tag's pages in sector 0: read as far as asked, kept, and written page by page.
final class Type2Memory {
  static let pageSize = 4
  /// Pages in one FAST_READ: what every reader's buffer holds with room to spare.
  static let longestFastRead = 60

  let link: Type2Link
  /// How many pages there are, as far as known; nothing at or above it is asked for.
  var pageCount = 4
  var usesFastRead = false

  private var image = [UInt8](repeating: 0, count: 256 * pageSize)
  private var known = [Bool](repeating: false, count: 256)

  init(link: Type2Link) { self.link = link }

  /// A page's bytes; nil where it was not read.
  func page(_ page: Int) -> [UInt8]? {
    guard known.indices.contains(page), known[page] else { return nil }
    return Array(image[page * Self.pageSize..<(page + 1) * Self.pageSize])
  }

  /// A page's bytes, read if need be.
  func loadedPage(_ page: Int) throws(TagError) -> [UInt8] {
    try load(page...page)
    guard let bytes = self.page(page) else { throw .malformed(detail: "page \(page) is beyond the memory") }
    return bytes
  }

  /// A byte, with as many of the following pages as one exchange brings.
  func byte(at address: Int, readingAheadTo last: Int) throws(TagError) -> UInt8 {
    let page = address / Self.pageSize
    guard page < pageCount else { throw .malformed(detail: "page \(page) is beyond the memory") }
    if !known[page] {
      try load(page...max(page, min(page + Self.longestFastRead - 1, usesFastRead ? last : page)))
    }
    return image[address]
  }

  /// Reads what is not known of these pages, in as few exchanges as the tag's commands allow.
  func load(_ pages: ClosedRange<Int>) throws(TagError) {
    var next = pages.lowerBound
    let end = min(pages.upperBound + 1, pageCount)
    while next < end {
      guard !known[next] else {
        next += 1
        continue
      }
      if usesFastRead {
        // Known pages in the middle cost less than another exchange; those at the end are left out.
        let last = (next..<min(end, next + Self.longestFastRead)).last { !known[$0] } ?? next
        store(try link.fastRead(next...last), at: next)
        next = last + 1
      } else {
        store(try link.read(next), at: next)
        next += 4
      }
    }
  }

  /// Keeps pages that were read; what lies beyond the memory has wrapped around and is dropped.
  func store(_ bytes: [UInt8], at first: Int) {
    for index in 0..<bytes.count / Self.pageSize where first + index < pageCount {
      let source = index * Self.pageSize
      let target = (first + index) * Self.pageSize
      image.replaceSubrange(target..<target + Self.pageSize, with: bytes[source..<source + Self.pageSize])
      known[first + index] = true
    }
  }

  /// Writes one page. Until the tag has acknowledged it, nobody knows what the page holds.
  func write(_ page: Int, _ bytes: [UInt8]) throws(TagError) {
    known[page] = false
    try link.write(page, bytes)
    store(bytes, at: page)
  }

  /// Forgets pages, so that they are read anew.
  func forget(_ pages: ClosedRange<Int> = 0...255) {
    for page in pages.clamped(to: 0...255) { known[page] = false }
  }
}
