internal import Glibc

extension SystemCallError {
  static let interrupted = EINTR
  static let exists = EEXIST
  static let inputOutput = EIO

  /// The value of a call that says by a negative one that it failed.
  static func check<R: SignedInteger>(_ result: R) throws(SystemCallError) -> R {
    guard result >= 0 else { throw SystemCallError(errno: Glibc.errno) }
    return result
  }
}

/// A log's file by its descriptor, closed (and with that unlocked) when the value goes away.
final class POSIXJournalFile: JournalFile {
  private let descriptor: Int32
  private let path: String
  private let device: UInt
  private let inode: UInt

  /// Opens for reading only: no lock, and symbolic links are followed.
  static func forReading(_ path: String) throws(JournalError) -> POSIXJournalFile {
    try POSIXJournalFile(path, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }

  /// Opens for appending, made where it is missing (mode 0600 less the umask) and asked for, and locks.
  ///
  /// The last component of the path must not be a symbolic link (`O_NOFOLLOW`), so that nobody who can write to the
  /// folder can have the log written elsewhere. The lock is `flock`'s: it goes when the process goes, however it dies.
  static func forAppending(_ path: String, creating: Bool) throws(JournalError) -> POSIXJournalFile {
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file: POSIXJournalFile
    do throws(JournalError) {
      file = try POSIXJournalFile(path, flags: flags)
    } catch {
      guard creating, error == .cannotOpen(path: path, errno: ENOENT) else { throw error }
      file = try POSIXJournalFile(path, flags: flags | O_CREAT)
      try synchronizeFolder(of: path)
    }
    guard FileLock.take(file.descriptor) else {
      throw errno == EWOULDBLOCK ? .inUse(path: path) : .cannotOpen(path: path, errno: errno)
    }
    // Whoever held the lock may have put another file in its place meanwhile.
    guard file.isInPlace() else { throw .replaced(path: path) }
    return file
  }

  private init(_ path: String, flags: Int32) throws(JournalError) {
    let opened: Int32
    var status = stat()
    do throws(SystemCallError) {
      opened = try SystemCallError.retryingInterrupts { () throws(SystemCallError) in
        try SystemCallError.check(open(path, flags, 0o600))
      }
    } catch {
      throw .cannotOpen(path: path, errno: error.errno)
    }
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .cannotOpen(path: path, errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    descriptor = opened
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  deinit { close(descriptor) }

  /// A new file's name is durable only when its folder is. File systems that can't do that (EINVAL) say so, and are taken.
  private static func synchronizeFolder(of path: String) throws(JournalError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do throws(SystemCallError) {
      let descriptor = try SystemCallError.check(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      defer { close(descriptor) }
      _ = try SystemCallError.retryingInterrupts { () throws(SystemCallError) in
        try SystemCallError.check(fsync(descriptor))
      }
    } catch {
      guard error.errno == EINVAL else { throw .cannotOpen(path: path, errno: error.errno) }
    }
  }

  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) throws(SystemCallError) -> Int {
    // Room for what is there and no more: most logs are far smaller than a piece.
    let count = min(count, max(try size() - offset, 0))
    guard count > 0 else { return 0 }
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: count))
    let result = buffer.withUnsafeMutableBytes { memory in
      pread(descriptor, memory.baseAddress.map { $0 + start }, count, offset)
    }
    let failure = errno
    buffer.removeLast(count - max(result, 0))
    guard result >= 0 else { throw SystemCallError(errno: failure) }
    return result
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    try SystemCallError.check(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) })
  }

  func synchronize() throws(SystemCallError) { _ = try SystemCallError.check(fsync(descriptor)) }

  func truncate(to size: Int) throws(SystemCallError) {
    _ = try SystemCallError.check(ftruncate(descriptor, size))
  }

  func size() throws(SystemCallError) -> Int {
    var status = stat()
    _ = try SystemCallError.check(fstat(descriptor, &status))
    return status.st_size
  }

  func isInPlace() -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_dev == device && status.st_ino == inode
  }
}
