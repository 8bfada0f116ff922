/// Whatever a host sends: frames that come out are frames that go in, and their order does not depend on the pieces.
func fuzzHostFrames(_ bytes: [UInt8]) {
  var parser = HostFrameParser()
  let cut = bytes.first.map { Int($0) % bytes.count } ?? 0
  var frames: [HostFrame] = []
  for piece in [bytes[..<cut], bytes[cut...]] {
    parser.append(piece)
    while let frame = parser.next() { frames.append(frame) }
  }
  for frame in frames {
    if case .information(_, let data) = frame, data.count >= HostFrame.longestLength {
      fatalError("too long")
    }
    var again = HostFrameParser()
    again.append(frame.encoded())
    require(again.next() == frame, "\(frame) does not come back")
    require(again.next() == nil, "\(frame) leaves something behind")
  }
}
