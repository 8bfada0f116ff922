internal import CLibNFC

/// The readers that libnfc knows of.
public enum ReaderDirectory {
  /// A connection string's size in libnfc, its final zero included (`NFC_BUFSIZE_CONNSTRING`).
  private static let connectionStringSize = 1_024

  /// The connection strings of configured and detected readers, at most 16, in libnfc's order. Configured ones are
  /// listed without having been tried.
  public static func connectionStrings() -> [String] {
    let capacity = 16
    return LibNFCContext.withContext { context -> [String] in
      var buffer = [CChar](repeating: 0, count: capacity * connectionStringSize)
      let count = provision_nfc_list_devices(context, &buffer, capacity)
      return (0..<min(count, capacity)).map { index in
        let field = buffer[index * connectionStringSize..<(index + 1) * connectionStringSize]
        return String(decoding: field.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    } ?? []
  }
}
