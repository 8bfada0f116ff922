/// Something that goes wrong with a tag. Exchanges, reads and writes are counted from 1 since the tag was first placed;
/// selections are not counted.
public enum TagFault: Equatable, Sendable, Codable {
  /// The tag leaves at this exchange: before the command took effect, or after it did and before the answer was heard.
  /// It comes back after so many polls, or never; or another tag of the same kind comes instead.
  case leaves(exchange: Int, afterEffect: Bool?, backAfterPolls: Int?, replaced: Bool?)
  /// This write is acknowledged and not stored; without a number all are.
  case notStored(write: Int?)
  /// This write is stored and no answer heard.
  case notAcknowledged(write: Int)
  /// A bit of this read is wrong although its checksum is right; without a number, of any read with the probability.
  case bitError(read: Int?, probability: Double?, seed: UInt64?)
  /// The answer to this exchange is damaged on the way, and its checksum tells.
  case noise(exchange: Int)
  /// A bit of this page (or block) never stays set.
  case weakPage(Int)
}
