/// The NDEF data area of a MIFARE Classic: the data blocks of its NDEF sectors, one after another, trailers left out
/// (AN1304 §3.1). Offsets count bytes of the area.
struct ClassicArea: Equatable, Sendable {
  let sectors: [Int]
  /// Block numbers in the order of the data.
  let blocks: [Int]

  init(sectors: [Int], layout: ClassicLayout) {
    self.sectors = sectors
    blocks = sectors.flatMap { layout.dataBlocks(of: $0) }
  }

  /// Bytes.
  var size: Int { blocks.count * ClassicLayout.blockSize }

  /// The same area, ending before this sector.
  func cut(before sector: Int, layout: ClassicLayout) -> ClassicArea {
    ClassicArea(sectors: Array(sectors.prefix { $0 != sector }), layout: layout)
  }

  func block(at offset: Int) -> Int { blocks[offset / ClassicLayout.blockSize] }

  /// The longest contiguous run of sectors, the first of several as long.
  static func longestRun(of sectors: [Int], layout: ClassicLayout) -> [Int] {
    var best: [Int] = []
    var bestSize = 0
    var run: [Int] = []
    for sector in sectors {
      if let last = run.last, !ClassicLayout.follows(sector, last) { run = [] }
      run.append(sector)
      let size = run.reduce(0) { $0 + layout.dataBlocks(of: $1).count }
      if size > bestSize { (best, bestSize) = (run, size) }
    }
    return best
  }
}
