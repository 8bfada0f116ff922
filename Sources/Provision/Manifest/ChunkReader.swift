/// A window that slides over a file, so that each row lies in one piece of memory.
struct ChunkReader {
  private let file: ManifestFile
  private(set) var buffer: [UInt8]
  /// How many bytes of the buffer are filled.
  private(set) var end = 0
  /// Where the buffer's first byte lies in the file.
  private(set) var offset: Int
  /// Whether the file has nothing behind the window.
  private(set) var isAtEnd = false

  /// - Parameter size: the window's first size; it doubles where a row is longer, and is less where the file ends before.
  init(_ file: ManifestFile, from offset: Int, size: Int = 1 << 18) {
    self.file = file
    self.offset = offset
    // One byte more than is left, so that the window never looks full at the file's end.
    buffer = [UInt8](repeating: 0, count: min(size, max(0, file.size - offset) + 1))
  }

  /// Drops what lies before `position` in the buffer and reads on; `position` is then 0.
  mutating func refill(keepingFrom position: Int) throws(ManifestError) {
    let kept = end - position
    if position > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        let kept = UnsafeRawBufferPointer(rebasing: bytes[position..<position + kept])
        bytes.copyMemory(from: kept)
      }
      offset += position
      end = kept
    } else if end == buffer.count {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let count = try file.read(into: &buffer, at: end, offset: offset + end)
    end += count
    isAtEnd = count == 0
  }
}
