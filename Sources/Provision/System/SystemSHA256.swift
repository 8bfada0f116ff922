internal import Glibc

/// SHA-256 of the machine's own libcrypto, which uses the processor's instructions for it: a tenth of the time of ours.
///
/// It is looked for when a big file is hashed and never needed: without it ``SHA256`` does the same.
final class SystemSHA256 {
  private typealias Start = @convention(c) (UnsafeMutableRawPointer?) -> Int32
  private typealias Update = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int32
  private typealias End = @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutableRawPointer?) -> Int32

  private struct Functions {
    let start: Start
    let update: Update
    let end: End
  }

  /// `SHA256_Init`, `SHA256_Update` and `SHA256_Final` have kept their form since OpenSSL 0.9.8.
  private static let functions: Functions? = {
    let names = ["libcrypto.so.3", "libcrypto.so.1.1"]
    // Never closed: what it holds is the program's until its end.
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
      let start = dlsym(library, "SHA256_Init"), let update = dlsym(library, "SHA256_Update"),
      let end = dlsym(library, "SHA256_Final")
    else { return nil }
    return Functions(
      start: unsafeBitCast(start, to: Start.self), update: unsafeBitCast(update, to: Update.self),
      end: unsafeBitCast(end, to: End.self))
  }()

  private let functions: Functions
  /// A `SHA256_CTX`, which is 112 bytes long; with room to spare.
  private let context = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
  private var isGood: Bool

  private init(_ functions: Functions) {
    self.functions = functions
    isGood = functions.start(context) == 1
  }

  deinit { context.deallocate() }

  /// A digest of nothing yet; nil where the machine has no libcrypto.
  static func start() -> SystemSHA256? { functions.map(SystemSHA256.init) }

  /// Takes in further bytes.
  func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { isGood = functions.update(context, $0.baseAddress, $0.count) == 1 && isGood }
  }

  /// The 32 bytes, once; nil where libcrypto would not (a policy of the machine's may forbid it).
  func finalize() -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: SHA256.digestCount)
    isGood = functions.end(&digest, context) == 1 && isGood
    return isGood ? digest : nil
  }
}
