internal import Glibc
internal import Synchronization

/// The SHA-256 of a manifest's file: made when it is asked for, or on a thread beside the validation, so that neither waits
/// for the other.
final class FileDigest: Sendable {
  /// What the thread works on. It must not hold the ``FileDigest``, whose end is to end it.
  fileprivate final class Work: Sendable {
    let file: ManifestFile
    let isCancelled = Atomic(false)
    let outcome = Mutex<Result<[UInt8], ManifestError>?>(nil)

    init(_ file: ManifestFile) { self.file = file }

    /// Whoever cancels it does not ask for what comes of it.
    func run() -> Result<[UInt8], ManifestError> {
      do throws(ManifestError) {
        // libcrypto is not worth its start for a small file.
        if file.size >= FileDigest.leastSize, let system = SystemSHA256.start() {
          try read { system.update($0) }
          if let digest = system.finalize() { return .success(digest) }
        }
        var hash = SHA256()
        try read { hash.update($0) }
        return .success(hash.finalize())
      } catch {
        return .failure(error)
      }
    }

    /// Reads the file once.
    private func read(_ take: (ArraySlice<UInt8>) -> Void) throws(ManifestError) {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      var offset = 0
      while !isCancelled.load(ordering: .relaxed) {
        let count = try file.read(into: &buffer, at: 0, offset: offset)
        guard count > 0 else { return }
        take(buffer[..<count])
        offset += count
      }
    }
  }

  private let work: Work
  private let thread = Mutex<pthread_t?>(nil)
  /// Below this size a thread is not worth its start.
  fileprivate static let leastSize = 1 << 20

  /// The digest of `file`; where `atOnce`, a thread begins with it.
  init(_ file: ManifestFile, atOnce: Bool) {
    work = Work(file)
    guard atOnce, file.size >= Self.leastSize else { return }
    let pointer = Unmanaged.passRetained(work)
    var id = pthread_t()
    let code = pthread_create(&id, nil, digestThread, pointer.toOpaque())
    // Without a thread it is made when it is asked for.
    if code == 0 { thread.withLock { $0 = id } } else { pointer.release() }
  }

  deinit {
    work.isCancelled.store(true, ordering: .relaxed)
    join()
  }

  /// The 32 bytes, as soon as they are known.
  func value() throws(ManifestError) -> [UInt8] {
    join()
    return try work.outcome.withLock { outcome in
      let known = outcome ?? work.run()
      outcome = known
      return known
    }.get()
  }

  private func join() {
    thread.withLock { id in
      if let running = id { pthread_join(running, nil) }
      id = nil
    }
  }
}

private func digestThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let work = Unmanaged<FileDigest.Work>.fromOpaque(argument).takeRetainedValue()
  let outcome = work.run()
  work.outcome.withLock { $0 = outcome }
  return nil
}
