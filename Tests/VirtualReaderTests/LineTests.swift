internal import Foundation
internal import Glibc
internal import Testing

@testable internal import VirtualReader

/// The chip as a host sees it, over the pseudo-terminal.
@Suite struct LineTests {
  static let uid: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]
  static let listed: [UInt8] = [1, 1, 0x00, 0x44, 0x00, 7] + uid

  /// A started reader with these tags, and a host that has it set up for finite polling.
  private func open(
    _ tags: [any VirtualTag], faults: [ReaderFault] = [], link: String? = nil
  ) throws -> (VirtualPN532, LineClient) {
    let field = VirtualField()
    for tag in tags { field.place(tag) }
    let reader = try VirtualPN532(field: field, link: link, faults: faults)
    try reader.start()
    return (reader, try LineClient(reader.path))
  }

  @Test func commandsAreAnsweredAsTheManualSays() throws {
    let (reader, host) = try open([try type2("NTAG213", uid: Self.uid)])
    defer { reader.stop() }
    let table: [(String, String)] = [
      ("02", "32010607"), ("140100", ""), ("00006C6962", "006C6962"), ("1214", ""), ("320101", ""),
      ("3205FFFF02", ""),
      ("4A0100", HexText.encode(Self.listed)),
      ("40013000", "00" + HexText.encode(try type2("NTAG213", uid: Self.uid).memory[0..<16])),
      ("4001A20601020304", "00"), ("4001A20001020304", "13"), ("40013000", "01"),
      ("4A0100", HexText.encode(Self.listed)),
      ("4260", "000004040201000F03"), ("423A0304", "00E11012000103A00C"), ("42A20601020304", "02"),
      ("0663026303", "8080"), ("08630300", ""), ("42A20601020304", "000A"), ("08630380", ""),
      ("4001A00611111111000000000000000000000000", "00"), ("4400", "00"), ("4A0100", "00"),
      ("4A01008804112233445566", HexText.encode(Self.listed)), ("5200", "00"), ("40013000", "27"),
      ("5600000000", "01"),
      ("4A0101" + "00FFFF0100", "00"), ("4A010300", "00"), ("4A0104", "00"), ("1600", "00"),
    ]
    for (command, answer) in table {
      #expect(try host.run(hex(command)) == hex(answer), "\(command)")
    }
  }

  @Test(arguments: ["F0", "06", "0663", "0863", "4A0300", "4A0109", "40", "3209", "400160", "4001600401"])
  func whatCanNotBeUnderstoodGetsAnErrorFrame(command: String) throws {
    let (reader, host) = try open([try type2("NTAG213")])
    defer { reader.stop() }
    _ = try host.run(hex("3205FFFF02"))
    _ = try host.run(hex("4A0100"))
    #expect(throws: LineClient.Failure.errorFrame) { try host.run(hex(command)) }
    #expect(try host.run([0x02]).first == 0x32)
  }

  /// In one write, or with the wake-up in a write of its own, which may be read together with what was there before.
  @Test(arguments: [true, false])
  func aHostThatOpensAnewIsNotAnsweredWhatItAskedBefore(together: Bool) throws {
    let (reader, host) = try open([])
    defer { reader.stop() }
    _ = try host.run([0x02])
    let commands = reader.statistics.hostCommands
    let asked = HostFrame.information(identifier: HostFrame.fromHost, data: hex("00006C6962")).encoded()
    let wakeUp = [0x55, 0x55] + [UInt8](repeating: 0, count: 14)
    let anew = HostFrame.information(identifier: HostFrame.fromHost, data: [0x02]).encoded()
    host.send(together ? asked + wakeUp + anew : asked + wakeUp)
    if !together { host.send(anew) }
    #expect(try host.receive(6) == HostFrame.acknowledge.encoded())
    #expect(try host.response().first == 0x32)
    #expect(reader.statistics.hostCommands == commands + 1)
  }

  @Test func anEndlessSelectWaitsForATagAndForTheHost() throws {
    let (reader, host) = try open([])
    defer { reader.stop() }
    try host.begin(hex("4A0100"))
    #expect(throws: LineClient.Failure.timeout) { try host.response(milliseconds: 50) }
    reader.field.place(try type2("NTAG213", uid: Self.uid))
    #expect(try host.response() == Self.listed)
    reader.field.remove(0)
    try host.begin(hex("4A0100"))
    host.send(HostFrame.acknowledge.encoded())
    _ = try host.run([0x02])
    reader.field.putBack(0)
    #expect(throws: LineClient.Failure.timeout) { try host.response(milliseconds: 50) }
    reader.field.remove(0)
    try host.begin(hex("4A0100"))
    #expect(try host.run([0x02]).first == 0x32, "the next command ends it")
  }

  @Test func theLastResponseIsSentAgain() throws {
    let (reader, host) = try open([])
    defer { reader.stop() }
    _ = try host.run([0x02])
    host.send(HostFrame.negativeAcknowledge.encoded())
    #expect(try host.response() == hex("32010607"))
  }

  @Test func twoTagsAreListedAndAddressed() throws {
    let other: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x67]
    let (reader, host) = try open([try type2("NTAG213", uid: other), try type2("NTAG215", uid: Self.uid)])
    defer { reader.stop() }
    _ = try host.run(hex("3205FFFF02"))
    #expect(try host.run(hex("4A0200")) == [2] + Self.listed[1...] + [2, 0x00, 0x44, 0x00, 7] + other)
    for (number, uid) in [(UInt8(1), Self.uid), (2, other), (1, Self.uid)] {
      #expect(try Array(host.run([0x40, number, 0x30, 0x00])[5..<9]) == Array(uid[3...]))
    }
  }

  @Test func aFastReadLongerThanTheBufferIsRefused() throws {
    let (reader, host) = try open([try type2("NTAG216")])
    defer { reader.stop() }
    _ = try host.run(hex("4A0100"))
    #expect(try host.run([0x42, 0x3A, 0, 64]).count == 261)
    #expect(try host.run([0x42, 0x3A, 0, 65]) == [0x07])
  }

  @Test func exchangesAndBytesAreCounted() throws {
    let (reader, host) = try open([try type2("NTAG213")])
    defer { reader.stop() }
    _ = try host.run(hex("4A0100"))
    reader.resetStatistics()
    for page in 4..<15 { _ = try host.run([0x40, 1, 0xA2, UInt8(page), 1, 2, 3, 4]) }
    let counted = reader.statisticsSinceReset
    #expect(counted.hostCommands == 11)
    #expect(counted.rfExchanges == 11)
    #expect(counted.bytesFromHost == 11 * 16)
    #expect(counted.bytesToHost == 11 * (6 + 10))
    #expect(counted.microseconds > 11 * Timing.pageWrite)
    #expect(reader.statistics.selections == 1)
  }

  @Test func aKilledHostLeavesAUsableChip() throws {
    let (reader, host) = try open([try type2("NTAG213", uid: Self.uid)])
    defer { reader.stop() }
    _ = try host.run(hex("4A0100"))
    host.send(hex("0000FFFFFF0108F7D440"))
    let next = try LineClient(reader.path)
    #expect(try next.run(hex("02")) == hex("32010607"))
    _ = try next.run(hex("320100"))
    #expect(try next.run(hex("4A0100")) == Self.listed)
  }

  @Test func faultsOfTheLineStrikeOnce() throws {
    let (reader, host) = try open(
      [],
      faults: [
        .droppedACK(command: 1), .wrongChecksum(command: 2), .garbage(command: 3, byte: 0x42),
        .errorFrame(command: 4), .hangs(command: 5, commands: 2),
      ])
    defer { reader.stop() }
    #expect(throws: LineClient.Failure.timeout) { try host.run([0x02]) }
    try host.begin([0x02])
    let damaged = try host.receive(13)
    #expect(damaged[11] == 0xE9)
    try host.begin([0x02])
    #expect(try host.receive(14).first == 0x42)
    #expect(throws: LineClient.Failure.errorFrame) { try host.run([0x02]) }
    for _ in 0..<2 { #expect(throws: LineClient.Failure.timeout) { try host.run([0x02]) } }
    #expect(try host.run([0x02]) == hex("32010607"))
  }

  @Test func anUnpluggedReaderComesBackUnderItsLink() throws {
    let link = NSTemporaryDirectory() + "/virtual-pn532-\(UUID().uuidString)"
    let (reader, host) = try open(
      [try type2("NTAG213", uid: Self.uid)], faults: [.unplugged(command: 2, returns: true)], link: link)
    _ = try host.run([0x02])
    #expect(throws: LineClient.Failure.self) { try host.run(hex("4A0100")) }
    while !reader.isPluggedIn { usleep(1_000) }
    let again = try LineClient(link)
    #expect(try again.run(hex("4A0100")) == Self.listed)
    #expect(reader.connectionString == "pn532_uart:" + link)
    reader.stop()
    #expect(throws: LineClient.Failure.cannotOpen) { try LineClient(link) }
  }
}
