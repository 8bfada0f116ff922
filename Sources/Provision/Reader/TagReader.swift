/// A reader with its field: finds tags, selects them anew, and carries exchanges to the selected one.
///
/// All calls come from one thread, except ``cancel()``.
public protocol TagReader: Transceiver {
  /// The name of the device as the driver tells it.
  var name: String { get }
  /// The connection string it was opened with.
  var connectionString: String { get }

  /// One look into the field, without dropping it: the tag that answered, selected, or nil. Returns within a poll period.
  func poll() throws(ReaderError) -> DetectedTag?

  /// With a tag selected: whether another one answers beside it. Where none does, the tag is selected again.
  func isAlone(_ tag: DetectedTag) throws(ReaderError) -> Bool

  /// Field off and on again, then one look: a *fresh selection*. Every tag in the field starts anew.
  func freshSelection() throws(ReaderError) -> DetectedTag?

  /// Closes and opens the device again, for a reader that went away and is back.
  func reopen() throws(ReaderError)
}
