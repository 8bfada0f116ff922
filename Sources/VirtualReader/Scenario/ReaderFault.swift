/// Something that goes wrong with the reader or its line, at the host command of that number (from 1, all sessions together).
public enum ReaderFault: Equatable, Sendable, Codable {
  /// The acknowledge is not sent, and the command not carried out.
  case droppedACK(command: Int)
  /// A byte that does not belong there comes before the answer.
  case garbage(command: Int, byte: UInt8?)
  /// The answer's checksum is wrong.
  case wrongChecksum(command: Int)
  /// The answer comes so much later.
  case delayed(command: Int, milliseconds: Int)
  /// An error frame instead of the answer.
  case errorFrame(command: Int)
  /// Nothing from this command on, for so many commands; for ever without a number.
  case hangs(command: Int, commands: Int?)
  /// The reader is pulled out before it answers, and put back at once where `returns` is true.
  case unplugged(command: Int, returns: Bool?)
}
