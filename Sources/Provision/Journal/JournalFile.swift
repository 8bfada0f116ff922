/// The few things that a log asks of its file, each one system call: the seam at which tests let it fail.
///
/// Calls may be interrupted (EINTR) and writes may be short; ``FileJournal`` deals with both, so that it is tested.
protocol JournalFile: AnyObject {
  /// Reads at most `count` bytes at `offset` to the end of `buffer`; 0 at the end of the file.
  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) throws(SystemCallError) -> Int
  /// Writes at the end of the file; how many bytes went out.
  func append(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int
  /// Returns when everything written is on the medium.
  func synchronize() throws(SystemCallError)
  /// Cuts the file.
  func truncate(to size: Int) throws(SystemCallError)
  /// The size of the file in bytes.
  func size() throws(SystemCallError) -> Int
  /// Whether the path still names this file.
  func isInPlace() -> Bool
}

/// A system call that failed.
struct SystemCallError: Error, Equatable {
  /// The C library's number.
  var errno: Int32

  /// Runs a call until no signal interrupts it.
  static func retryingInterrupts<R>(_ call: () throws(SystemCallError) -> R) throws(SystemCallError) -> R {
    while true {
      do throws(SystemCallError) {
        return try call()
      } catch {
        guard error.errno == interrupted else { throw error }
      }
    }
  }
}
