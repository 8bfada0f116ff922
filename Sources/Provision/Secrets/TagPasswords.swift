/// Where the passwords of tags come from: one for all of them, or one for each, derived from a master key and the UID.
///
/// It never says what it holds: not in a description, not in an error. Two are equal where they are the same object.
public final class TagPasswords: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  private enum Source: Sendable {
    /// Four bytes of PWD, two of PACK.
    case fixed(Secret)
    case master(Secret)
  }

  /// What stands before the UID in the derivation: a key that serves other purposes too gives other values there.
  static let domain = Array("provision-tags password 1\0".utf8)
  /// The shortest master key, in bytes.
  public static let shortestMasterKey = 16

  private let source: Source

  /// Whether each tag has a password of its own.
  public var isDerived: Bool {
    if case .master = source { true } else { false }
  }

  /// The same password for every tag; nil where `password` has not four bytes or `pack` not two. Both hold zeros afterwards.
  init?(password: inout [UInt8], pack: inout [UInt8]) {
    defer {
      password.wipe()
      pack.wipe()
    }
    guard password.count == 4, pack.count == 2 else { return nil }
    var both: [UInt8] = []
    both.reserveCapacity(6)
    both += password
    both += pack
    source = .fixed(Secret(consuming: &both))
  }

  /// A password for each tag; nil where the key is shorter than ``shortestMasterKey``. `master` holds zeros afterwards.
  init?(master: inout [UInt8]) {
    guard master.count >= Self.shortestMasterKey else {
      master.wipe()
      return nil
    }
    source = .master(Secret(consuming: &master))
  }

  /// The same object.
  public static func == (left: TagPasswords, right: TagPasswords) -> Bool { left === right }

  /// Says that it does not say.
  public var description: String { "passwords (not shown)" }

  /// Nothing to look into.
  public var customMirror: Swift.Mirror { Swift.Mirror(self, children: [:]) }

  /// Lends the password and its acknowledgement of the tag with this UID, for as long as `body` runs.
  ///
  /// A derived one is the beginning of HMAC-SHA-256(master key, `provision-tags password 1`, a zero byte, UID): four
  /// bytes PWD, two bytes PACK.
  func withPassword<Result, Failure: Error>(
    for uid: UID, _ body: (_ password: [UInt8], _ pack: [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var bytes: [UInt8] =
      switch source {
      case .fixed(let secret): secret.withBytes { Array($0[...]) }
      case .master(let secret): secret.withBytes { HMACSHA256.code(Self.domain + uid.bytes, key: $0) }
      }
    var password = Array(bytes[0..<4])
    var pack = Array(bytes[4..<6])
    defer {
      bytes.wipe()
      password.wipe()
      pack.wipe()
    }
    return try body(password, pack)
  }
}
