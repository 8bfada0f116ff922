internal import CLibNFC
internal import Glibc
internal import Synchronization

/// libnfc's context, one in the process and never given back: `nfc_exit` frees the drivers of every other context too,
/// and listing and opening share unlocked globals, so both happen under this lock.
enum LibNFCContext {
  private static let context = Mutex<OpaquePointer?>(nil)

  /// Runs `body` with the context, alone in the process.
  static func withContext<R, E: Error>(_ body: (OpaquePointer) throws(E) -> sending R) throws(E) -> sending R?
  {
    try context.withLock { pointer throws(E) -> sending R? in
      if pointer == nil {
        // libnfc prints its own words to standard error; ours say the same better. A user's setting stands.
        setenv("LIBNFC_LOG_LEVEL", "0", 0)
        var fresh: OpaquePointer?
        nfc_init(&fresh)
        pointer = fresh
      }
      guard let pointer else { return nil }
      return try body(pointer)
    }
  }
}
