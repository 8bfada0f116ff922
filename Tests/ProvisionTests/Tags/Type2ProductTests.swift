internal import Testing

@testable internal import Provision

@Suite struct Type2ProductTests {
  /// GET_VERSION, name, lock page and lock-all bytes as the data sheets print them.
  @Test(arguments: [
    ("0004040201000F03", "NTAG213", 0x28, "FF0F3F"), ("0004040201001103", "NTAG215", 0x82, "FF000F"),
    ("0004040201001303", "NTAG216", 0xE2, "FF3F7F"), ("0004040101000E03", "NTAG212", 0x24, "FF031F"),
    ("0004030101000E03", "MIFARE Ultralight EV1 21", 0x24, "FF031F"),
    ("0004040502011303", "NTAG I2C 1K", 0xE2, "FF3F7F"),
    ("0004040502021303", "NTAG I2C plus 1K", 0xE2, "FF3F7F"),
    ("0004040401000F03", "NTAG213F", 0x28, "FF0F3F"),
    ("0004040101001203", "NTAG216F", 0xE2, "FF3F7F"),
  ])
  func aVersionNamesItsProductAndLock(_ version: String, _ name: String, _ page: Int, _ lockAll: String)
    throws
  {
    let answer = try #require(Hex.decode(version.utf8))
    let product = try #require(Type2Product.named(by: answer))
    #expect(product.name == name)
    guard case .dynamic(let lock) = product.locking else { Issue.record("no dynamic lock"); return }
    #expect(lock.page == page)
    #expect(Hex.encode(lock.lockAll) == lockAll)
    #expect(Set(lock.lockedPages(lock.lockAll)) == Set(16...product.lastUserPage))
    #expect(lock.frozenOpenPages(lock.lockAll).isEmpty)
  }

  @Test(arguments: ["0053040201000F03", "0034210101000E03", "0004040201000F", ""])
  func foreignVersionsNameNothing(_ version: String) throws {
    #expect(Type2Product.named(by: try #require(Hex.decode(version.utf8))) == nil)
  }

  @Test func noAnswerNamesTwoProducts() {
    for product in Type2Product.table {
      for version in product.versions {
        for subtype in version.subtypes {
          let answer = [0, 4, version.type, subtype, version.major, version.minor, version.storage, 3]
          #expect(Type2Product.table.filter { $0.versions.contains { $0.matches(answer) } }.count == 1)
        }
      }
      #expect(product.lastUserPage <= product.lastPage ?? 0xFF)
      #expect(product.dataAreaSize.isMultiple(of: 8))
    }
  }

  @Test(
    arguments: [("0000", []), ("F8FF", Array(3...15)), ("0002", [9]), ("1001", [4, 8])] as [(String, [Int])])
  func staticBitsLockTheirPages(_ hex: String, _ pages: [Int]) throws {
    #expect(StaticLock.lockedPages(try #require(Hex.decode(hex.utf8))) == pages)
  }
}
