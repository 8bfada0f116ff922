internal import Foundation
internal import Testing

@testable internal import VirtualReader

/// Unmodified programs over unmodified libnfc, where they are installed.
@Suite struct OtherProgramsTests {
  private static func path(_ tool: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + tool }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private func run(_ tool: String, _ arguments: [String], on reader: VirtualPN532) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.path(tool)))
    process.arguments = arguments
    process.environment = ["LIBNFC_DEVICE": reader.connectionString, "LIBNFC_LOG_LEVEL": "0"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func reader() throws -> VirtualPN532 {
    let field = VirtualField()
    field.place(try type2("NTAG213"))
    let reader = try VirtualPN532(field: field)
    try reader.start()
    return reader
  }

  @Test(.enabled(if: path("nfc-list") != nil, "nfc-list is not installed"))
  func nfcListFindsTheTag() throws {
    let reader = try reader()
    defer { reader.stop() }
    let text = try run("nfc-list", ["-v"], on: reader)
    #expect(text.contains("1 ISO14443A passive target(s) found"))
    #expect(text.contains("04  11  22  33  44  55  66"))
  }

  @Test(.enabled(if: path("nfc-mfultralight") != nil, "nfc-mfultralight is not installed"))
  func nfcMFUltralightReadsEveryByte() throws {
    let reader = try reader()
    defer { reader.stop() }
    let file = NSTemporaryDirectory() + "/\(UUID().uuidString).mfd"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = try run("nfc-mfultralight", ["r", file], on: reader)
    #expect(text.contains("45 of 45 pages read"))
    var expected = try type2("NTAG213").memory
    for byte in 172..<180 { expected[byte] = 0 }
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file))) == expected)
  }
}
