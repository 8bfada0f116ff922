internal import Glibc

/// `flock`, held by an open descriptor until it is closed, however its process dies.
enum FileLock {
  /// Takes the lock for this descriptor alone; false, with `errno`, where another holds it.
  ///
  /// Waits a fifth of a second at most: a process that was just forked off the last holder has its descriptors until it
  /// executes something else.
  static func take(_ descriptor: Int32) -> Bool {
    for _ in 0..<10 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(20_000)
    }
    errno = EWOULDBLOCK
    return false
  }
}
