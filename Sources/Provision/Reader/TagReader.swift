/// A reader with its field: finds tags, selects them anew, and carries exchanges to the selected one.
///
/// All calls come from one thread.
public protocol TagReader: Transceiver {
  /// The name of the device as the driver tells it.
  var name: String { get }
  /// The connection string it was opened with.
  var connectionString: String { get }

  /// One look into the field, without dropping it: the tag that answered, selected, or nil. Returns within a poll period.
  func poll() throws(ReaderError) -> DetectedTag?

  /// With a tag selected: whether another one answers beside it. Where none does, the tag is selected anew, without
  /// the field having been off.
  func company(of tag: DetectedTag) throws(ReaderError) -> Company

  /// Field off and on again, then one look: a *fresh selection*. Every tag in the field starts anew.
  ///
  /// - Parameter technology: where to look first; nil for the whole of ``poll()``.
  func freshSelection(like technology: DetectedTag.Technology?) throws(ReaderError) -> DetectedTag?

  /// Closes and opens the device again, for a reader that went away and is back.
  func reopen() throws(ReaderError)
}

/// What is in the field beside a selected tag.
public enum Company: Equatable, Sendable {
  /// Nothing; the tag is selected.
  case none
  /// Another tag.
  case another
  /// The tag itself does not answer any more.
  case gone
}

extension TagReader {
  /// Field off and on, and the same tag again; returns who answered, or nil for nobody. A tag that makes up its UID at each
  /// power-up (ISO/IEC 14443-3 §6.5.4) is deselected and selected instead, since it would be another one.
  func selectAnew(_ tag: DetectedTag) throws(ReaderError) -> UID? {
    guard tag.uid.isRandom else { return try freshSelection(like: tag.technology)?.uid }
    return try company(of: tag) == .none ? tag.uid : nil
  }
}
