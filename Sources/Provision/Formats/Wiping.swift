internal import Glibc

extension [UInt8] {
  /// Overwrites the bytes, in a way that is not optimised away.
  mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { explicit_bzero(base, bytes.count) }
    }
  }
}
