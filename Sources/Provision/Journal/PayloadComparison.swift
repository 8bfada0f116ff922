extension JournalEntry.Done {
  /// Whether the URL and the text are what the message holds, which is what was read back from the tag: otherwise somebody
  /// changed one of them since. A message of other records than a run writes says nothing about it.
  public var hasItsPayload: Bool {
    let records: [NDEFRecord]
    do throws(NDEFError) { records = try NDEFMessage(decoding: ndef).records } catch { return false }
    var urls: [String] = []
    var texts: [String] = []
    for record in records {
      do throws(NDEFError) {
        switch record.type {
        case URIRecord.type where record.typeNameFormat == .wellKnown:
          urls.append(try URIRecord(decoding: record).uri)
        case TextRecord.type where record.typeNameFormat == .wellKnown:
          texts.append(try TextRecord(decoding: record).text)
        default: return true
        }
      } catch {
        return false
      }
    }
    func isSame(_ said: String?, _ held: [String]) -> Bool {
      held.count < 2 && (said ?? "").utf8.elementsEqual((held.first ?? "").utf8)
    }
    return isSame(url, urls) && isSame(text, texts)
  }
}
