/// What tells one virtual Type 4 tag from another: a row of the table.
public struct Type4Product: Equatable, Sendable {
  /// Who made it, for the commands and status words that differ.
  enum Make: Equatable, Sendable {
    case generic
    /// GetVersion's first two frames, seven bytes each.
    case nxp(hardware: [UInt8], software: [UInt8])
    /// The product code at the end of the system file.
    case st(code: UInt8)
  }

  /// A file of the NDEF application.
  struct File: Equatable, Sendable {
    var identifier: UInt16
    var content: [UInt8]
    /// Who may read and write it.
    var read: Access = .free
    var write: Access = .free

    enum Access: Equatable, Sendable {
      case free
      /// A key is needed that only an authentication this tag is not asked for would prove.
      case key
      case never
      /// As the bytes in the CC file say.
      case container
    }
  }

  /// The product's name.
  public var name: String
  var make: Make = .generic
  /// First byte of the UID.
  var maker: UInt8 = 0x04
  /// ATQA in the PN532's order; SAK is always 20h.
  var atqa: [UInt8] = [0x03, 0x44]
  var ats: [UInt8] = [0x06, 0x75, 0x77, 0x81, 0x02, 0x80]
  /// The names of its NDEF application's mapping: 1, or 2 for 2 and 3; nil for a tag without one.
  var application: UInt8? = 2
  var files: [File] = []

  /// CC file, system file of ST.
  static let containerIdentifier: UInt16 = 0xE103, systemIdentifier: UInt16 = 0xE101

  /// A CC file with one NDEF file.
  private static func container(
    version: UInt8, mle: UInt16, mlc: UInt16, file: UInt16, size: Int, tail: [UInt8] = [], length: Int? = nil
  ) -> [UInt8] {
    let isExtended = version == 0x30
    let sizeBytes = (0..<(isExtended ? 4 : 2)).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    let control =
      [isExtended ? 0x06 : 0x04, UInt8(sizeBytes.count + 4)] + two(file) + sizeBytes + [0x00, 0x00]
    let body = [version] + two(mle) + two(mlc) + control + tail
    return two(UInt16(length ?? body.count + 2)) + body
  }

  private static func two(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Every product.
  public static let all: [Type4Product] =
    [
      Type4Product(
        name: "Type 4 tag",
        files: [
          File(
            identifier: containerIdentifier,
            content: container(version: 0x20, mle: 0x00F6, mlc: 0x00F6, file: 0xE104, size: 1024),
            write: .never),
          File(identifier: 0xE104, content: zeros(1024), read: .container, write: .container),
        ]),
      Type4Product(
        name: "Type 4 tag (mapping 1)", application: 1,
        files: [
          File(
            identifier: containerIdentifier,
            content: container(version: 0x10, mle: 0x003B, mlc: 0x0034, file: 0xE104, size: 512),
            write: .never),
          File(identifier: 0xE104, content: zeros(512), read: .container, write: .container),
        ]),
      // An extended NDEF file, larger than offsets of 15 bits reach.
      Type4Product(
        name: "Type 4 tag (mapping 3)",
        files: [
          File(
            identifier: containerIdentifier,
            content: container(version: 0x30, mle: 0x00FF, mlc: 0x00FF, file: 0xE104, size: 40_000),
            write: .never),
          File(identifier: 0xE104, content: zeros(40_000), read: .container, write: .container),
        ]),
    ] + nxp + [st("ST25TA02KB", code: 0xE2, size: 256), st("ST25TA512B", code: 0xE5, size: 64)]

  private static let nxp: [Type4Product] = [
    // NT4H2421Gx §8.2.3 and the delivery state as dumped from real tags.
    Type4Product(
      name: "NTAG 424 DNA",
      make: .nxp(
        hardware: [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05],
        software: [0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05]),
      ats: [0x06, 0x77, 0x77, 0x71, 0x02, 0x80],
      files: [
        File(
          identifier: containerIdentifier,
          content: container(
            version: 0x20, mle: 0x0100, mlc: 0x00FF, file: 0xE104, size: 256,
            tail: [0x05, 0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83]) + zeros(9), write: .key),
        File(identifier: 0xE104, content: zeros(256)),
        File(identifier: 0xE105, content: [0x00, 0x7E] + zeros(126), read: .key, write: .key),
      ]),
    // The NDEF file's 128 bytes are the product brief's figure; the CC file is made after that of NTAG 424 DNA.
    Type4Product(
      name: "NTAG 413 DNA",
      make: .nxp(
        hardware: [0x04, 0x04, 0x02, 0x10, 0x00, 0x0F, 0x05],
        software: [0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x05]),
      ats: [0x06, 0x77, 0x77, 0x71, 0x02, 0x80],
      files: [
        File(
          identifier: containerIdentifier,
          content: container(version: 0x20, mle: 0x0080, mlc: 0x0080, file: 0xE104, size: 128) + zeros(17),
          write: .key),
        File(identifier: 0xE104, content: zeros(128)),
      ]),
    // AN11004: as a Type 4 tag, both files free to read and write but for the CC.
    Type4Product(
      name: "MIFARE DESFire EV1 (NDEF)", make: desfireEV1,
      files: [
        File(
          identifier: containerIdentifier,
          content: container(version: 0x20, mle: 0x003B, mlc: 0x0034, file: 0xE104, size: 2048), write: .key),
        File(identifier: 0xE104, content: zeros(2048)),
      ]),
    Type4Product(name: "MIFARE DESFire EV1", make: desfireEV1, application: nil),
  ]

  private static let desfireEV1 = Make.nxp(
    hardware: [0x04, 0x01, 0x01, 0x01, 0x00, 0x18, 0x05],
    software: [0x04, 0x01, 0x01, 0x01, 0x04, 0x18, 0x05])

  /// SRTAG2KL DocID026583 §3.1 and the ST25TA parts after it: 255 bytes a read, 54 a write.
  private static func st(_ name: String, code: UInt8, size: Int) -> Type4Product {
    Type4Product(
      name: name, make: .st(code: code), maker: 0x02, atqa: [0x00, 0x42],
      ats: [0x05, 0x78, 0x80, 0x70, 0x02],
      files: [
        File(
          identifier: containerIdentifier,
          content: container(version: 0x20, mle: 0x00FF, mlc: 0x0036, file: 0x0001, size: size), write: .never
        ),
        File(identifier: 0x0001, content: zeros(size), read: .container, write: .container),
        File(identifier: systemIdentifier, content: [0x00, 0x12] + zeros(16), write: .never),
      ])
  }
}
