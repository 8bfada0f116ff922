internal import Glibc

/// Holds a serial reader for this process: libnfc does not, and two programs would talk into each other's frames.
/// (A USB reader is claimed by the driver itself.)
final class ReaderLock {
  private let descriptor: Int32

  /// Nil where the connection string names no device file.
  ///
  /// - Throws: ``ReaderError/inUse(connectionString:)`` where another process holds it,
  ///   ``ReaderError/cannotOpen(connectionString:)`` where the file can't be opened.
  init?(connectionString: String) throws(ReaderError) {
    guard let path = connectionString.split(separator: ":").dropFirst().first, path.hasPrefix("/") else {
      return nil
    }
    // O_NONBLOCK: a serial line without carrier would block here.
    descriptor = Glibc.open(String(path), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(connectionString: connectionString) }
    guard FileLock.take(descriptor) else {
      Glibc.close(descriptor)
      throw .inUse(connectionString: connectionString)
    }
  }

  deinit { Glibc.close(descriptor) }
}
