/// Reads `begin` and `tag` lines in the very form in which ``JournalLine`` writes them, without building anything:
/// nearly every line of a long log is one of these.
///
/// It decides nothing: what it takes, `JournalLineReader` takes with the same values, and whatever looks the least bit
/// different (other order, white space, escapes, odd numbers, a chain) it leaves to it by returning nil.
struct JournalLineScanner {
  /// What a line says. Texts are named by where they stand, checked to be UTF-8 without escapes.
  struct Line {
    var isTag = false
    var at: Int64 = 0
    var row = 0
    var id = 0..<0
    var uid = UID([])
    var chip = 0..<0
    /// `attempt` of a begin, `attempts` of a tag.
    var attempt = 0
    var capacity = 0
    var url: Range<Int>?
    var text: Range<Int>?
    /// How many bytes the message has; they are the first of ``JournalLineScanner/message``.
    var messageCount = 0
    var locked = false
    var protected = false
    var ms = 0
    var adopted = false
    var mirror: Mirror?
  }

  /// Holds the message of the last `tag` line, and perhaps older bytes behind it.
  var message: [UInt8] = []
  var offset = 0
  /// The date that was read last, as it is written, and the millisecond at which it begins.
  var date: (UInt64, UInt16) = (0, 0)
  var dayStart: Int64 = 0

  /// The line that stands in `range` of `bytes` without its end; nil where it is not of the known form.
  mutating func scan(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Line? {
    let bytes = bytes.bytes.extracting(0..<range.upperBound)
    offset = range.lowerBound
    var line = Line()
    guard skip("{\"type\":\"", bytes) else { return nil }
    if skip("begin\",\"at\":\"", bytes) {
      guard common(&line, bytes), skip(",\"attempt\":", bytes), let attempt = number(bytes), attempt > 0,
        skip("}", bytes), offset == bytes.byteCount
      else { return nil }
      line.attempt = attempt
      return line
    }
    guard skip("tag\",\"at\":\"", bytes) else { return nil }
    line.isTag = true
    return tag(&line, bytes) && offset == bytes.byteCount ? line : nil
  }

  /// From `at` to `chip`, which both types have.
  private mutating func common(_ line: inout Line, _ bytes: RawSpan) -> Bool {
    guard let at = time(bytes), skip("\",\"row\":", bytes), let row = number(bytes), row > 0,
      skip(",\"id\":\"", bytes), let id = text(bytes), skip(",\"uid\":\"", bytes), let uid = uid(bytes),
      skip("\",\"chip\":\"", bytes), let chip = text(bytes)
    else { return false }
    line.at = at
    line.row = row
    line.id = id
    line.uid = uid
    line.chip = chip
    return true
  }

  private mutating func tag(_ line: inout Line, _ bytes: RawSpan) -> Bool {
    guard common(&line, bytes), skip(",\"capacity\":", bytes), let capacity = number(bytes) else {
      return false
    }
    line.capacity = capacity
    if skip(",\"url\":\"", bytes) {
      guard let url = text(bytes) else { return false }
      line.url = url
    }
    if skip(",\"text\":\"", bytes) {
      guard let text = text(bytes) else { return false }
      line.text = text
    }
    guard skip(",\"ndef\":\"", bytes), case let count = octets(bytes), skip("\",\"bytes\":", bytes),
      number(bytes) == count, skip(",\"locked\":", bytes), let locked = flag(bytes),
      skip(",\"protected\":", bytes), let protected = flag(bytes), skip(",\"attempts\":", bytes),
      let attempts = number(bytes), skip(",\"ms\":", bytes), let ms = number(bytes),
      skip(",\"verified\":true", bytes)
    else { return false }
    line.messageCount = count
    line.locked = locked
    line.protected = protected
    line.attempt = attempts
    line.ms = ms
    if skip(",\"adopted\":true", bytes) { line.adopted = true }
    if skip(",\"mirror\":\"", bytes) {
      if skip("uid\"", bytes) {
        line.mirror = .uid
      } else if skip("counter\"", bytes) {
        line.mirror = .counter
      } else if skip("uid+counter\"", bytes) {
        line.mirror = .uidAndCounter
      } else {
        return false
      }
    }
    return skip("}", bytes)
  }
}
