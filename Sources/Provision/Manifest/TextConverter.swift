internal import Glibc

/// Makes a UTF-8 copy of a manifest in another encoding, in chunks, in a file without a name.
///
/// Offsets of rows are then offsets of the copy, which nobody else can change.
enum TextConverter {
  /// Converts all of `file` behind the encoding's mark.
  static func convert(_ file: ManifestFile, from encoding: TextEncoding) throws(ManifestError) -> ManifestFile
  {
    guard let handle = iconv_open("UTF-8", encoding.name), Int(bitPattern: handle) != -1 else {
      throw ManifestError(file.path, .unknownEncoding(name: encoding.name))
    }
    defer { iconv_close(handle) }
    let descriptor = try temporaryFile(for: file.path)
    var written = 0
    do throws(ManifestError) {
      written = try copy(file, encoding, handle, descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    return ManifestFile(adopting: descriptor, size: written, path: file.path)
  }

  private static func copy(
    _ file: ManifestFile, _ encoding: TextEncoding, _ handle: iconv_t, _ descriptor: Int32
  ) throws(ManifestError) -> Int {
    var input = [UInt8](repeating: 0, count: min(1 << 16, file.size + 1))
    // No encoding takes more than four bytes for one of its own.
    var output = [UInt8](repeating: 0, count: 4 * input.count + 16)
    var pending = 0
    var offset = encoding.markBytes
    var written = 0
    var place = TextPlace()
    while true {
      let count = try file.read(into: &input, at: pending, offset: offset)
      offset += count
      let available = pending + count
      // No input at all asks iconv for what it still holds.
      let step = convert(handle, &input, available, &output)
      try write(output, step.produced, descriptor, file.path)
      written += step.produced
      place.advance(over: output[..<step.produced])
      guard written <= ManifestLimits.fileBytes else {
        throw ManifestError(file.path, .fileTooLarge(bytes: written, limit: ManifestLimits.fileBytes))
      }
      let isCut = step.error == EINVAL && count > 0
      guard step.error == 0 || step.error == E2BIG || isCut else {
        let issue = ManifestIssue(
          line: place.line, column: place.column, kind: .invalidBytes(encoding: encoding.name))
        throw ManifestError(path: file.path, issues: [issue])
      }
      pending = available - step.consumed
      if pending > 0 {
        input.withUnsafeMutableBytes { bytes in
          bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[step.consumed..<available]))
        }
      }
      if count == 0, pending == 0 { return written }
    }
  }

  /// One call of iconv; `error` is its errno, 0 where all went through.
  private static func convert(
    _ handle: iconv_t, _ input: inout [UInt8], _ count: Int, _ output: inout [UInt8]
  ) -> (consumed: Int, produced: Int, error: Int32) {
    input.withUnsafeMutableBytes { input in
      output.withUnsafeMutableBytes { output in
        var source = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = count
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        let result =
          count == 0
          ? iconv(handle, nil, nil, &target, &targetLeft)
          : iconv(handle, &source, &sourceLeft, &target, &targetLeft)
        let code = Int(truncatingIfNeeded: result) == -1 ? errno : 0
        return (count - sourceLeft, output.count - targetLeft, code)
      }
    }
  }

  /// An open file that has no name, in the folder for temporary files.
  private static func temporaryFile(for path: String) throws(ManifestError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder.isEmpty ? "/tmp" : folder)/provision-XXXXXX".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer { name -> Int32 in
      guard let name = name.baseAddress else { return -1 }
      let descriptor = mkstemp(name)
      if descriptor >= 0 {
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      }
      return descriptor
    }
    guard descriptor >= 0 else { throw ManifestError(path, .cannotConvert(errno: errno)) }
    return descriptor
  }

  private static func write(
    _ bytes: [UInt8], _ count: Int, _ descriptor: Int32, _ path: String
  ) throws(ManifestError) {
    var done = 0
    while done < count {
      let result = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return Glibc.write(descriptor, base + done, count - done)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { throw ManifestError(path, .cannotConvert(errno: result < 0 ? errno : EIO)) }
      done += result
    }
  }
}

/// A place in a text, counting from 1; columns are Unicode scalars.
struct TextPlace: Equatable {
  var line = 1
  var column = 1
  private var afterReturn = false

  /// Goes over the bytes of UTF-8 from `start` to `end`; eight at a time where they are plain ASCII.
  mutating func advance(over bytes: [UInt8], _ start: Int, _ end: Int) {
    let span = bytes.span.bytes.extracting(start..<end)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = 0
    while index < span.byteCount {
      if index &+ 8 <= span.byteCount {
        let word = span.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        // A top bit is set where a byte is not ASCII, or is a control character and borrows.
        if (word | (word &- ones &* 0x20)) & (ones &* 0x80) == 0 {
          column &+= 8
          afterReturn = false
          index &+= 8
          continue
        }
      }
      advance(over: span.byte(index))
      index &+= 1
    }
  }

  /// Goes over UTF-8 bytes. CRLF, LF and CR each end a line.
  mutating func advance(over bytes: some Sequence<UInt8>) {
    for byte in bytes { advance(over: byte) }
  }

  @inline(__always)
  private mutating func advance(over byte: UInt8) {
    if byte >= 0x20 {
      if byte & 0xC0 != 0x80 { column &+= 1 }
      afterReturn = false
      return
    }
    if byte == 0x0A {
      if !afterReturn { line &+= 1 }
      column = 1
    } else if byte == 0x0D {
      line &+= 1
      column = 1
    } else {
      column &+= 1
    }
    afterReturn = byte == 0x0D
  }
}
