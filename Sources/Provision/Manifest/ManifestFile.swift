internal import Glibc

/// An open file that is read at offsets, and knows whether it is still what it was when it was opened.
///
/// It never keeps a position, so it may be shared by threads.
final class ManifestFile: Sendable {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable {
    var device: UInt
    var inode: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      device = UInt(status.st_dev)
      inode = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  let path: String
  let size: Int
  private let descriptor: Int32
  private let stamp: Stamp?

  /// Opens a regular file for reading.
  init(path: String) throws(ManifestError) {
    // Not blocking: opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw ManifestError(path, code == ENOENT || code == ENOTDIR ? .noSuchFile : .unreadable(errno: code))
    }
    var status = stat()
    var refusal: ManifestIssue.Kind?
    if fstat(descriptor, &status) != 0 {
      refusal = .unreadable(errno: errno)
    } else if status.st_mode & S_IFMT == S_IFDIR {
      refusal = .isDirectory
    } else if status.st_mode & S_IFMT != S_IFREG {
      refusal = .notARegularFile
    } else if status.st_size > ManifestLimits.fileBytes {
      refusal = .fileTooLarge(bytes: Int(status.st_size), limit: ManifestLimits.fileBytes)
    }
    if let refusal {
      close(descriptor)
      throw ManifestError(path, refusal)
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
    stamp = Stamp(status)
  }

  /// Takes a private file over that has no name any more; `path` is the one that people know.
  init(adopting descriptor: Int32, size: Int, path: String) {
    self.path = path
    self.descriptor = descriptor
    self.size = size
    stamp = nil
  }

  deinit { close(descriptor) }

  /// Throws where the file, or the one that has its name now, is another than was opened.
  func verifyUnchanged() throws(ManifestError) {
    guard let stamp else { return }
    var opened = stat()
    var named = stat()
    guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0, Stamp(opened) == stamp,
      Stamp(named) == stamp
    else { throw ManifestError(path, .changed) }
  }

  /// Fills `buffer` from `position` on with bytes at `offset`; returns how many came, 0 at the end of the file.
  func read(into buffer: inout [UInt8], at position: Int, offset: Int) throws(ManifestError) -> Int {
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard position < bytes.count, let base = bytes.baseAddress else { return 0 }
      while true {
        let count = pread(descriptor, base + position, bytes.count - position, off_t(offset))
        if count >= 0 || errno != EINTR { return count }
      }
    }
    guard count >= 0 else { throw ManifestError(path, .unreadable(errno: errno)) }
    return count
  }
}
