/// What can go wrong with the reader itself, apart from any tag.
public enum ReaderError: Error, Equatable, Sendable {
  /// No reader was found where none was named.
  case noneFound
  /// The named reader can't be opened.
  case cannotOpen(connectionString: String)
  /// Another process of this program holds the reader.
  case inUse(connectionString: String)
  /// The reader does not answer any more, or answers nonsense; `code` is libnfc's (NFC_EIO and the like).
  case gone(code: Int32)
  /// The driver lacks a function that is needed; `code` is libnfc's.
  case unsupported(code: Int32)
  /// The operation was given up on request.
  case cancelled
}
