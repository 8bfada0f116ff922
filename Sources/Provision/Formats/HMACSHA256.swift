/// HMAC with SHA-256 (RFC 2104), in the shape of ``SHA256`` and ours for the same reason.
public struct HMACSHA256: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// A code under `key`, of nothing yet.
  public init(key: [UInt8]) {
    var block = key.count > SHA256.blockCount ? SHA256.hash(key) : key
    block.append(contentsOf: repeatElement(0, count: SHA256.blockCount - block.count))
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5c })
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
