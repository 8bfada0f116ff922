/// What a walk may and may not do. Every default is the careful one.
public struct WalkOptions: Equatable, Sendable {
  /// Which rows are walked.
  public enum Scope: Equatable, Sendable {
    /// All of them.
    case all
    /// These, by id, in this order; done and skipped rows too are taken only if they are not done yet.
    case only([String])
    /// This row and all behind it.
    case from(String)
  }

  /// Whether a tag that holds another message may be written.
  public var overwrite = false
  /// Whether each tag is made permanently read-only after it was verified; a row's own `lock` column goes before it.
  public var lock = false
  /// Whether, and with which passwords, each tag is protected after it was verified; nil for not. Tags that have the same
  /// password already are opened with it.
  public var protection: Protection?
  /// The only chip that is accepted, by its maker's name, compared without regard to case; nil for any that fits.
  public var chip: String?
  /// Tries at one tag before it is rejected; at least 1.
  public var retries = 3
  /// Which rows.
  public var scope = Scope.all
  /// Whether each row is picked by the operator instead of taken in order.
  public var pick = false
  /// Rows, by id, whose earlier tags are void and that are written anew.
  public var redo: Set<String> = []
  /// The pause between two looks into the field.
  public var pollInterval = Duration.milliseconds(50)
  /// How long the walk waits for a reader that went away before it gives up.
  public var readerTimeout = Duration.seconds(30)

  /// The careful defaults.
  public init() {}

  /// How tags are protected.
  public struct Protection: Equatable, Sendable {
    /// Where each tag's password comes from.
    public var passwords: TagPasswords
    /// Whether reading needs the password too: phones then see nothing.
    public var protectsReading: Bool

    /// Protects with these passwords; against writing alone unless it is said.
    public init(passwords: TagPasswords, protectsReading: Bool = false) {
      self.passwords = passwords
      self.protectsReading = protectsReading
    }
  }
}
