internal import Glibc
internal import Provision
internal import Synchronization

/// One tag presented after another, for the commands that read, audit or erase. Decides nothing about any tag.
struct TagLoop {
  let reader: any TagReader
  let station: Station
  /// How many tags; 0 goes on until it is stopped.
  let limit: Int

  /// Looks until the limit or a stop; each tag once for as long as it stays.
  func run(_ visit: (any Tag, DetectedTag) -> Void) -> ExitStatus {
    var count = 0
    station.diagnostics.note(.promptAnyTag)
    do throws(ReaderError) {
      while !isStopped, limit == 0 || count < limit {
        guard let detected = try look(nil) else { continue }
        if try reader.company(of: detected) == .another {
          station.diagnostics.note(.refusedSeveral)
          try awaitRemoval(of: nil)
          continue
        }
        do throws(TagError) {
          visit(try TagDetection.identify(detected, over: reader), detected)
          count += 1
        } catch {
          station.diagnostics.note(.refusedUnreadable)
        }
        if limit == 0 || count < limit { try awaitRemoval(of: detected) }
      }
      return .done
    } catch {
      ReadersCommand.report(error, connectionString: reader.connectionString, station)
      return .noReader
    }
  }

  private var isStopped: Bool { Signals.stops.load(ordering: .acquiring) > 0 }

  private func look(_ technology: DetectedTag.Technology?) throws(ReaderError) -> DetectedTag? {
    var failures = 0
    while true {
      do throws(ReaderError) {
        if let tag = try reader.freshSelection(like: technology) { return tag }
        if let tag = try reader.poll() { return tag }
        pause()
        return nil
      } catch {
        // A single glitch on the line is gone at the next call.
        failures += 1
        if failures == 3 { throw error }
        pause()
      }
    }
  }

  private func pause() { usleep(50_000) }

  /// Until nothing, or another tag than this one, is there; two empty looks, since one may be bad luck.
  private func awaitRemoval(of tag: DetectedTag?) throws(ReaderError) {
    var empty = 0
    while !isStopped, empty < 2 {
      pause()
      if let seen = try look(tag?.technology) {
        if let tag, seen.uid != tag.uid, !seen.uid.isRandom { return }
        empty = 0
      } else {
        empty += 1
      }
    }
  }
}
