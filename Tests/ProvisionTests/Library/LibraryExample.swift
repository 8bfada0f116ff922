internal import Provision

/// Puts a batch of rows on tags from within another program, and says afterwards what came of it.
///
/// The same call goes on where an earlier one stopped: the log is the only state.
struct BadgeStation {
  /// Where lines for people go.
  var say: (String) -> Void

  /// Returns whether every row has its tag.
  func run(manifest: String, log: String, reader: any TagReader, control: WalkControl) throws -> Bool {
    // 1. Rows: the manifest is validated as a whole, and nothing is touched where it has faults.
    var options = WalkOptions()
    options.retries = 2
    let job: WriteJob
    do throws(WriteJobError) {
      job = try WriteJob(
        WriteJob.Settings(
          manifestPath: manifest, manifest: ManifestOptions(), logPath: log, walk: options, options: [:],
          tool: "badge-station 1.0"))
    } catch {
      guard case .manifest(let faults) = error else { throw error }
      for issue in faults.issues { say("line \(issue.line ?? 1): \(issue.kind)") }
      return false
    }
    if job.isComplete { return true }

    // 2. Tags: one after another. The walk runs on this thread; keys, buttons and signals speak to it through `control`.
    let ending = try job.walk(with: reader, control: control).run { event in
      switch event {
      case .ready(let row, let progress):
        say("\(progress.done + 1)/\(progress.rows): a tag for \(row.id), please")
      case .done(let row, let tag, _, _): say("\(row.id) is on tag \(tag.uid)")
      case .refused(let tag, let refusal): say("not \(tag.map { "\($0.uid)" } ?? "these"): \(refusal)")
      case .rejected(_, let tag, let reason, _, _): say("put tag \(tag.uid) aside: \(reason.rawValue)")
      default: break
      }
    }

    // 3. Results: from the log alone, now or years later.
    let report = try RunReport(log: log)
    say("\(report.done) of \(report.rows) rows, \(report.rejected) tags rejected")
    try report.forEachTag { tag, _ in
      say("\(tag.uid),\(tag.id),\(tag.url ?? "")")
      return true
    }
    return ending == .complete
  }
}
