/// The blocks of any data area stay inside of it.
func fuzzTLV(_ bytes: [UInt8]) {
  let area = 16..<16 + bytes.count
  guard
    let layout = try? TLVLayout(
      area: area,
      byte: { address throws(TagError) in
        require(area.contains(address), "reads outside of the area")
        return bytes[address - area.lowerBound]
      })
  else { return }
  require((area.lowerBound...area.upperBound).contains(layout.position), "position outside of the area")
  require(layout.room <= bytes.count && layout.capacity <= layout.room, "more room than there is")
  let all = layout.addresses(from: area.lowerBound, count: bytes.count)
  require(all == all.sorted() && Set(all).count == all.count && all.allSatisfy(area.contains), "addresses")
  if let message = layout.message {
    require(
      message.addresses.count <= message.length && message.addresses.allSatisfy(area.contains), "message")
  }
  // What the layout promises to take fits.
  let header = TLV.header(length: layout.capacity).count
  require(layout.capacity == 0 || header + layout.capacity <= layout.room, "capacity does not fit")
}
