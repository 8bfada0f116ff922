internal import Glibc

/// The file that tags' passwords come from.
///
/// One line that counts; blank lines and those that begin with `#` do not:
/// - `password: 1A2B3C4D` or `password: 1A2B3C4D 5E6F`: PWD, eight hexadecimal digits, and PACK, four (0000 without), for
///   every tag;
/// - `master: ` and at least 32 hexadecimal digits: a key from which each tag's own are derived, see ``TagPasswords``.
///
/// A secret that others may read is none: the file must be a regular one, the caller's own, and closed to group and others.
public enum PasswordFile {
  /// The largest file, in bytes.
  public static let largestFile = 4_096

  /// Reads it. No error tells what the file holds.
  ///
  /// - Throws: ``PasswordFileError``.
  public static func read(path: String) throws(PasswordFileError) -> TagPasswords {
    var bytes = try contents(path)
    defer { bytes.wipe() }
    return try parse(bytes)
  }

  /// A link is not followed: who may make one could have another's file read. Not blocking: a pipe would wait.
  private static func contents(_ path: String) throws(PasswordFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .noSuchFile
      case ELOOP: throw .symbolicLink
      case let code: throw .unreadable(errno: code)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner }
    guard status.st_mode & 0o077 == 0 else { throw .openToOthers(mode: Int(status.st_mode & 0o777)) }
    guard status.st_size <= largestFile else { throw .tooLarge(limit: largestFile) }
    var bytes = [UInt8](repeating: 0, count: largestFile + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        let code = errno
        bytes.wipe()
        throw .unreadable(errno: code)
      }
      if got == 0 { break }
      count += got
    }
    guard count <= largestFile else {
      bytes.wipe()
      throw .tooLarge(limit: largestFile)
    }
    let result = Array(bytes[0..<count])
    bytes.wipe()
    return result
  }

  /// Reads the text; lines count from 1.
  static func parse(_ bytes: [UInt8]) throws(PasswordFileError) -> TagPasswords {
    var found: TagPasswords?
    var number = 0
    // Notepad begins a file with a byte order mark.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for line in bytes.dropFirst(mark).split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      guard found == nil else { throw .malformed(line: number, .severalSecrets) }
      let values = words.dropFirst()
      // Compared where it stands: a line of another form may begin with the secret, of which no copy is made.
      if isWord(first, "password:") {
        found = try password(Array(values), of: bytes, line: number)
      } else if isWord(first, "master:") {
        found = try master(Array(values), of: bytes, line: number)
      } else {
        throw .malformed(line: number, .unknownWord)
      }
    }
    guard let found else { throw .malformed(line: max(number, 1), .noSecret) }
    return found
  }

  /// Whether the bytes are this lower-case ASCII word, in any case.
  private static func isWord(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      bytes.count == word.count
        && zip(bytes, word).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && 0x61...0x7A ~= $1 }
    }
  }

  private static func password(
    _ words: [ArraySlice<UInt8>], of bytes: [UInt8], line: Int
  ) throws(PasswordFileError) -> TagPasswords {
    guard let first = words.first, words.count <= 2 else { throw .malformed(line: line, .passwordLength) }
    var password = Hex.decode(bytes, in: first.startIndex..<first.endIndex) ?? []
    var pack =
      words.count == 2 ? Hex.decode(bytes, in: words[1].startIndex..<words[1].endIndex) ?? [] : [0, 0]
    defer {
      password.wipe()
      pack.wipe()
    }
    guard !password.isEmpty, !pack.isEmpty else { throw .malformed(line: line, .notHexadecimal) }
    guard password.count == 4 else { throw .malformed(line: line, .passwordLength) }
    guard pack.count == 2 else { throw .malformed(line: line, .packLength) }
    // Every chip leaves its factory with this one: it would keep nobody out.
    guard password != [0xFF, 0xFF, 0xFF, 0xFF] else { throw .malformed(line: line, .factoryPassword) }
    guard let passwords = TagPasswords(password: &password, pack: &pack) else {
      throw .malformed(line: line, .passwordLength)
    }
    return passwords
  }

  private static func master(
    _ words: [ArraySlice<UInt8>], of bytes: [UInt8], line: Int
  ) throws(PasswordFileError) -> TagPasswords {
    guard words.count == 1, let first = words.first,
      // In one piece: bytes that are added one by one leave copies where they grew out of their memory.
      var key = Hex.decode(bytes, in: first.startIndex..<first.endIndex)
    else {
      throw .malformed(line: line, .notHexadecimal)
    }
    guard let passwords = TagPasswords(master: &key) else { throw .malformed(line: line, .masterKeyTooShort) }
    return passwords
  }
}

/// Why a password file is not taken. Never with anything of what it holds.
public enum PasswordFileError: Error, Equatable, Sendable {
  /// There is none of that name.
  case noSuchFile
  /// It can't be opened or read.
  case unreadable(errno: Int32)
  /// It is a symbolic link, which is not followed.
  case symbolicLink
  /// It is a folder, a pipe or a device.
  case notARegularFile
  /// It belongs to someone else.
  case foreignOwner
  /// Others than its owner may read or write it; `mode` is its permission bits.
  case openToOthers(mode: Int)
  /// It is larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// Its text is not what is asked for, at this line.
  case malformed(line: Int, Fault)

  /// What is wrong with a line.
  public enum Fault: Equatable, Sendable {
    /// No line holds a secret.
    case noSecret
    /// A second line holds one.
    case severalSecrets
    /// The line begins with neither `password:` nor `master:`.
    case unknownWord
    /// Not an even number of hexadecimal digits.
    case notHexadecimal
    /// A password has eight digits.
    case passwordLength
    /// A PACK has four digits.
    case packLength
    /// A master key has at least 32 digits.
    case masterKeyTooShort
    /// FFFFFFFF is every chip's password from the factory.
    case factoryPassword
  }
}
