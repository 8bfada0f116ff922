/// A sector key of six bytes. Only keys that are public knowledge are ever tried; no key is guessed.
struct ClassicKey: Hashable, Sendable {
  /// The bytes in their order on the tag.
  let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// As delivered.
  static let transport = ClassicKey([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
  /// Key A of a directory sector (AN10787 §3.2).
  static let directory = ClassicKey([0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5])
  /// Key A of an NDEF sector (AN1304 §3.3.1).
  static let ndef = ClassicKey([0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7])
  /// What delivered parts of the first years have as key B.
  static let oldTransportB = ClassicKey([0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5])

  /// The keys B that formatting programs leave behind.
  static let knownB: [ClassicKey] = [.transport, .ndef, .oldTransportB]
}
