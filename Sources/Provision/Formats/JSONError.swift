/// Why a text is not the JSON that was expected, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// This byte cannot stand here.
    case unexpectedByte(UInt8)
    /// There is a value, of another type than was asked for.
    case wrongType(expected: JSONReader.ValueType, found: JSONReader.ValueType)
    /// An unescaped control character in a string.
    case controlCharacter(UInt8)
    /// A backslash followed by what is no escape.
    case invalidEscape
    /// `\u` with half of a surrogate pair.
    case loneSurrogate
    /// A string that is not UTF-8.
    case invalidUTF8
    /// A number that breaks the grammar (leading zero, bare point, plus sign, …).
    case invalidNumber
    /// A number that is no whole number, or none that fits 64 bits.
    case notAnInteger
    /// More than ``JSONReader/depthLimit`` containers in one another.
    case tooDeep
    /// Something follows the value.
    case trailingBytes
    /// The object has this key twice.
    case duplicateKey(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// The offset of the first byte at fault, counted from the start of the array that is read.
  public var offset: Int

  /// An error of `kind` at `offset`.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
