internal import CPlatform
internal import Glibc

/// Core dumps of this process, which would hold whatever secrets it knew.
public enum CoreDumps {
  /// Switches them off for the rest of the process's life, and with them the right of other programs of the same user to
  /// look into its memory (Linux `PR_SET_DUMPABLE`).
  ///
  /// - Returns: whether the system did both.
  @discardableResult
  public static func disable() -> Bool {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    let limited = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
    return provision_disallow_dumps() == 0 && limited
  }
}
