/// Whether a log is as it was written: by its chain, as far as that can tell, and by what its lines say of each other.
public struct LogCheck: Equatable, Sendable {
  /// What its chain says.
  public let finding: JournalChain.Finding
  /// Bytes of a line at the end that was not finished.
  public let tornBytes: Int

  /// Checks the log at `path`; a run may be going on.
  ///
  /// - Parameters:
  ///   - path: of the log.
  ///   - kept: a digest that an earlier check found, in hexadecimal: one of the lines must have it.
  /// - Throws: ``JournalError/damaged(path:line:detail:)`` also where a result's URL or text is not what its message holds.
  public init(log path: String, including kept: String? = nil) throws(JournalError) {
    finding = try JournalChain.check(path: path, including: kept)
    if case .broken = finding {
      tornBytes = 0
      return
    }
    // Where the chain is in order, what the lines say is held against one another too.
    var odd: Int?
    let summary = try JournalReader.forEach(path: path) { entry, line in
      if odd == nil, case .tag(let tag) = entry.event, !tag.hasItsPayload { odd = line }
    }
    if let odd {
      throw .damaged(path: path, line: odd, detail: "url or text is not what ndef holds, which was read back")
    }
    tornBytes = summary.tornBytes
  }
}

extension JournalEntry.Done {
  /// Whether the URL and the text are what the message holds, which is what was read back from the tag: otherwise somebody
  /// changed one of them since. A message of other records than a run writes says nothing about it.
  var hasItsPayload: Bool {
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
