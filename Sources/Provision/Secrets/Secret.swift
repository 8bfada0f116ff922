internal import Glibc

/// Bytes that nobody is to see: kept outside of Swift's values, overwritten when the last owner lets go, and never shown.
///
/// The memory is asked to stay out of swap space and of core dumps; where the system refuses (`RLIMIT_MEMLOCK`), the
/// bytes are kept all the same.
final class Secret: @unchecked Sendable {
  // Unchecked: the memory is written in `init` and in `deinit` only.
  private let memory: UnsafeMutableRawBufferPointer

  /// Takes the bytes over: `bytes` holds zeros afterwards.
  init(consuming bytes: inout [UInt8]) {
    let page = max(sysconf(Int32(_SC_PAGESIZE)), 4096)
    // Whole pages of its own, since advice and locks are given by the page.
    let size = max(1, (bytes.count + page - 1) / page) * page
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: page)
    _ = mlock(whole.baseAddress, size)
    _ = madvise(whole.baseAddress, size, Int32(MADV_DONTDUMP))
    whole.copyBytes(from: bytes)
    memory = UnsafeMutableRawBufferPointer(rebasing: whole[0..<bytes.count])
    allocation = whole
    bytes.wipe()
  }

  private let allocation: UnsafeMutableRawBufferPointer

  deinit {
    if let base = allocation.baseAddress {
      explicit_bzero(base, allocation.count)
      _ = madvise(base, allocation.count, Int32(MADV_DODUMP))
      _ = munlock(base, allocation.count)
    }
    allocation.deallocate()
  }

  /// Lends a copy, which holds zeros again when `body` returns.
  func withBytes<Result, Failure: Error>(
    _ body: ([UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var copy = Array(memory)
    defer { copy.wipe() }
    return try body(copy)
  }
}
