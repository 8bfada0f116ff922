internal import Foundation
internal import Testing

@testable internal import Provision

@Suite struct PasswordFileTests {
  /// A file with this text and mode, gone afterwards.
  private func withFile<R>(_ text: String, mode: Int = 0o600, _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  private func digits(_ passwords: TagPasswords, _ uid: [UInt8]) -> String {
    passwords.withPassword(for: UID(uid)) { Hex.encode($0) + " " + Hex.encode($1) }
  }

  @Test(arguments: [
    ("password: 1a2B3c4D\n", "1A2B3C4D 0000"),
    ("# for the door tags\n\npassword: 1A2B3C4D 5E6F\r\n", "1A2B3C4D 5E6F"),
    ("\u{FEFF}password: 1A2B3C4D 5E6F\r\n", "1A2B3C4D 5E6F"),
    ("PASSWORD:\t00000000 0001", "00000000 0001"),
  ])
  func aFixedPasswordIsTheSameForEveryTag(text: String, expected: String) throws {
    try withFile(text) { path in
      let passwords = try PasswordFile.read(path: path)
      #expect(!passwords.isDerived)
      #expect(digits(passwords, [4, 1, 2, 3, 4, 5, 6]) == expected)
      #expect(digits(passwords, [4, 9, 9, 9, 9, 9, 9]) == expected)
    }
  }

  /// Made with Python: `hmac.new(master, b"provision-tags password 1\0" + uid, "sha256").digest()`.
  @Test(arguments: [
    (
      "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f", "04A1B2C3D4E5F6", "4D33876B B7A4"
    ),
    (String(repeating: "6b", count: 100), "04A1B2C3D4E5F6", "FB3C6F70 B64A"),
    (String(repeating: "00", count: 16), "041122334455AA", "68FEE39F 4E68"),
  ])
  func aMasterKeyGivesWhatPythonsHMACGives(master: String, uid: String, expected: String) throws {
    try withFile("master: \(master)\n") { path in
      let passwords = try PasswordFile.read(path: path)
      #expect(passwords.isDerived)
      #expect(digits(passwords, try #require(Hex.decode(uid.utf8))) == expected)
    }
  }

  @Test(
    arguments: [
      ("", .malformed(line: 1, .noSecret)),
      ("# nothing\n\n", .malformed(line: 3, .noSecret)),
      ("password: 1A2B3C4D\npassword: 1A2B3C4D\n", .malformed(line: 2, .severalSecrets)),
      ("1A2B3C4D\n", .malformed(line: 1, .unknownWord)),
      ("password:\n", .malformed(line: 1, .passwordLength)),
      ("password: 1A2B3C\n", .malformed(line: 1, .passwordLength)),
      ("password: 1A2B3C4D 5E\n", .malformed(line: 1, .packLength)),
      ("password: 1A2B3C4D 5E6F 00\n", .malformed(line: 1, .passwordLength)),
      ("password: 1A2B3C4G\n", .malformed(line: 1, .notHexadecimal)),
      ("password: ffffffff\n", .malformed(line: 1, .factoryPassword)),
      ("\nmaster: 00112233445566778899AABBCCDDEE\n", .malformed(line: 2, .masterKeyTooShort)),
      ("master: 0\n", .malformed(line: 1, .notHexadecimal)),
      (String(repeating: "#\n", count: 2_049), .tooLarge(limit: 4_096)),
    ] as [(String, PasswordFileError)])
  func aFaultIsNamedByItsLineAndShowsNothing(text: String, expected: PasswordFileError) throws {
    try withFile(text) { path in
      _ = #expect(throws: expected) { try PasswordFile.read(path: path) }
    }
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666, 0o610])
  func aFileThatOthersReachIsRefused(mode: Int) throws {
    try withFile("password: 1A2B3C4D\n", mode: mode) { path in
      _ = #expect(throws: PasswordFileError.openToOthers(mode: mode)) { try PasswordFile.read(path: path) }
    }
  }

  @Test func linksFoldersPipesAndNothingAreRefused() throws {
    try withFile("password: 1A2B3C4D\n") { path in
      try FileManager.default.createSymbolicLink(atPath: path + ".link", withDestinationPath: path)
      defer { try? FileManager.default.removeItem(atPath: path + ".link") }
      #expect(throws: PasswordFileError.symbolicLink) { try PasswordFile.read(path: path + ".link") }
      #expect(throws: PasswordFileError.noSuchFile) { try PasswordFile.read(path: path + ".none") }
      #expect(throws: PasswordFileError.noSuchFile) { try PasswordFile.read(path: path + "/x") }
      #expect(throws: PasswordFileError.notARegularFile) { try PasswordFile.read(path: "/tmp") }
      #expect(mkfifo(path + ".pipe", 0o600) == 0)
      defer { try? FileManager.default.removeItem(atPath: path + ".pipe") }
      #expect(throws: PasswordFileError.notARegularFile) { try PasswordFile.read(path: path + ".pipe") }
    }
  }

  @Test func nothingShowsTheSecret() throws {
    try withFile("password: 1A2B3C4D 5E6F\n") { path in
      let passwords = try PasswordFile.read(path: path)
      var options = WalkOptions()
      options.protection = WalkOptions.Protection(passwords: passwords)
      var shown = "\(passwords) \(String(reflecting: passwords)) \(options) \(String(reflecting: options))"
      dump(options, to: &shown)
      for secret in ["1A2B3C4D", "5E6F", "26, 43, 60", "439041101"] {
        #expect(!shown.localizedCaseInsensitiveContains(secret), "\(shown)")
      }
    }
  }

  @Test func bytesThatAreTakenOverAreWiped() {
    var key = [UInt8](repeating: 0x5A, count: 32)
    let secret = Secret(consuming: &key)
    #expect(key == [UInt8](repeating: 0, count: 32))
    #expect(secret.withBytes { $0 } == [UInt8](repeating: 0x5A, count: 32))
    var short = [UInt8](repeating: 1, count: 15)
    #expect(TagPasswords(master: &short) == nil)
    #expect(short == [UInt8](repeating: 0, count: 15))
  }
}
