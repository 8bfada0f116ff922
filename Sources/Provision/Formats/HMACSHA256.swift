/// HMAC with SHA-256 (RFC 2104), in the shape of ``SHA256`` and ours for the same reason.
public struct HMACSHA256: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// A code under `key`, of nothing yet.
  public init(key: [UInt8]) {
    // One block that is changed in place and overwritten: it is the key.
    var block = [UInt8](repeating: 0, count: SHA256.blockCount)
    defer { block.wipe() }
    if key.count > SHA256.blockCount {
      var digest = SHA256.hash(key)
      block.replaceSubrange(..<digest.count, with: digest)
      digest.wipe()
    } else {
      block.replaceSubrange(..<key.count, with: key)
    }
    for index in block.indices { block[index] ^= 0x36 }
    inner.update(block)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
    outer.update(block)
  }

  /// The code of `bytes` under `key`.
  public static func code(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = HMACSHA256(key: key)
    code.update(bytes)
    return code.finalize()
  }

  /// Takes in further bytes.
  public mutating func update(_ bytes: [UInt8]) { inner.update(bytes) }

  /// Takes in further bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) { inner.update(bytes) }

  /// The 32 bytes of the code of everything so far.
  public func finalize() -> [UInt8] {
    var last = outer
    last.update(inner.finalize())
    return last.finalize()
  }
}
